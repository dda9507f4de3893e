// The declaration of a command, as data: help, completions and the pinned command tree are derived from it.
import type { Config } from '../core/config.ts'
import type { Client } from './client.ts'
import type { Output } from './output.ts'

export interface Argument {
  /** `job`, `job?` when it may be left out, `jobs...?` for any number. */
  name: string
  about: string
}

export interface Option {
  /** As commander reads it: `-s, --status <list>`. */
  flags: string
  about: string
}

/** What a command is run with. */
export interface Run {
  args: (string | undefined)[]
  /** All values of a variadic argument; of any other, its value alone. */
  rest: string[]
  options: Record<string, string | boolean | undefined>
  config: Config
  client: Client
  out: Output
}

export interface Command {
  name: string
  about: string
  args?: Argument[]
  options?: Option[]
  /** Each a whole line as one would type it. */
  examples?: string[]
  /** Asks before it runs, takes --yes and --dry-run. */
  destructive?: boolean
  /** Says what it would do with --dry-run. */
  dryRun?: boolean
  /** The operation whose fields `--json a,b` may name. */
  operation?: string
  /** The fields `--json a,b` may name where there is no operation. */
  fields?: readonly string[]
  /** Left out of help. */
  hidden?: boolean
  /** Flags it does not know are its arguments. */
  passThrough?: boolean
  /** Answers an exit code where the work was done and its result is bad news. */
  run(call: Run): Promise<number | void>
}

/** `crm jobs …`. A group whose only command has no name is the command itself: `crm next`. */
export interface Group {
  name: string
  about: string
  commands: Command[]
}

/** The text of an option, undefined when it was not given. */
export function textOf(options: Run['options'], name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

export const isOn = (options: Run['options'], name: string): boolean => options[name] === true
