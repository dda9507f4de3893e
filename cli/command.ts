// The declaration of a command, as data; help, completions and the pinned command tree are derived from it.
import type { Config } from '../core/config.ts'
import { fail } from '../core/kernel/errors.ts'
import type { Client } from './client.ts'
import type { Output, Stdin, Streams } from './output.ts'

export interface Argument {
  /** `job`; `job?` if optional; `jobs...?` for any number. */
  name: string
  about: string
}

export interface Option {
  /** In commander's syntax: `-s, --status <list>`. */
  flags: string
  about: string
}

export interface Run {
  args: (string | undefined)[]
  /** All values of a variadic argument; for any other argument, its single value. */
  rest: string[]
  options: Record<string, string | boolean | undefined>
  config: Config
  client: Client
  out: Output
  stdin: Stdin
  /** Runs another command line in this process, and returns its exit code. */
  again(argv: string[], streams: Streams): Promise<number>
}

export interface Command {
  name: string
  about: string
  args?: Argument[]
  options?: Option[]
  examples?: string[]
  /** Asks for confirmation; takes --yes and --dry-run. A word limits this to that first argument. */
  destructive?: boolean | string
  dryRun?: boolean
  /** The operation whose output fields `--json a,b` can select. */
  operation?: string
  /** The fields that `--json a,b` can select, if there is no operation. */
  fields?: readonly string[]
  /** Not shown in help. */
  hidden?: boolean
  /** Passes unknown flags on as arguments. */
  passThrough?: boolean
  /** Returns an exit code if the command worked but its result is negative. */
  run(call: Run): Promise<number | void>
}

/**
 * The commands of a noun: `crm jobs …`. A group with a single
 * command of the same name is that command: `crm next`.
 */
export interface Group {
  name: string
  about: string
  commands: Command[]
}

/** `-s, --min-pay <amount>` → `min-pay`. */
export const flagName = (flags: string): string => /--([\w-]+)/.exec(flags)?.[1] ?? ''

/** The name of a flag in `options`: `minPay`. */
export const optionName = (flags: string): string =>
  flagName(flags).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

export function textOf(options: Run['options'], name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** An option that is a whole number; `range` says which it may be (“from 1 to 100”), and the operation refuses any other. */
export function wholeOf(options: Run['options'], name: string, range: string): number | undefined {
  const text = textOf(options, name)
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) fail('usage', { problem: `--${name}: “${text}” is not a number ${range}.` })
  return Number(text)
}

/** A word as the operation takes it, which refuses one that it does not know and says which it takes. */
export const asWord = <Word extends string, None extends null | undefined = never>(
  text: string | None,
): Word | None => text as Word | None // The operation looks at it.

export const wordOf = <Word extends string>(options: Run['options'], name: string): Word | undefined =>
  asWord<Word, undefined>(textOf(options, name))

/** Splits a list: `a,b` → ['a', 'b']. */
export const words = (text: string | undefined): string[] | undefined =>
  text
    ?.split(',')
    .map((word) => word.trim())
    .filter(Boolean)

/** A list as the operation takes it. */
export const wordsOf = <Word extends string>(options: Run['options'], name: string): Word[] | undefined =>
  words(textOf(options, name))?.map((word) => asWord<Word>(word))

export const isOn = (options: Run['options'], name: string): boolean => options[name] === true

/** A group in the list of all groups; its module is loaded only when it is named. */
export interface GroupEntry {
  name: string
  about: string
  /** Hidden, because another command does the same. Kept for scripts. */
  hidden?: boolean
  /**
   * Its commands do not need the database or open it themselves (`at home`: the embedded one only); for all others
   * connecting starts immediately.
   */
  alone?: true | 'at home'
  /** Packages that its reads load beyond what every command does; a test starts each and looks. */
  packages?: readonly string[]
  /** The family whose error codes it prints in JSON, if not the pipeline's. */
  speaks?: 'intelligence'
  load: () => Promise<Group>
}

/** A word for the shell: bare if safe, else in single quotes. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** Fails if `CRM_SERVER` is set, because the database is then the server's. */
export function refuseRemote(
  { server }: Config,
  hint = 'Run it there, or unset CRM_SERVER, or: crm remote logout',
): void {
  if (server === null) return
  const { host } = new URL(server)
  fail(
    'usage',
    { problem: `CRM_SERVER is set, or you are signed in: the database belongs to the server at ${host}.` },
    { hint },
  )
}
