// The declaration of a command, as data; help, completions and the pinned command tree are derived from it.
import type { Config } from '../core/config.ts'
import type { Client } from './client.ts'
import type { Output, Stdin, Streams } from './output.ts'
import { CrmError, problem } from '../core/kernel/errors.ts'

export type { AnswerOf, Client } from './client.ts'
export type { Output, Stdin, Streams } from './output.ts'

export interface Argument {
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
  rest: string[]
  options: Record<string, string | boolean | undefined>
  /** Its words: `jobs rm`. */
  path: string
  config: Config
  client: Client
  out: Output
  stdin: Stdin
  /** Runs another command line in this process. Returns its exit code. */
  again(argv: string[], streams: Streams): Promise<number>
}

export interface Command {
  name: string
  about: string
  args?: Argument[]
  options?: Option[]
  examples?: string[]
  /** Asks for confirmation; takes --yes and --dry-run. */
  destructive?: boolean
  dryRun?: boolean
  /** The operation whose output fields `--json a,b` can select. */
  operation?: string
  /** The fields of its answer. If `operation` is also set, the command's first argument is a file that it wrote. */
  fields?: readonly string[]
  hidden?: boolean
  passThrough?: boolean
  /** Returns an exit code if the command worked but its result is negative. */
  run(call: Run): Promise<number | void>
}

/** The commands of a noun: `crm jobs …`. A single command of the same name is the group: `crm next`. */
export interface Group {
  name: string
  about: string
  commands: Command[]
}

/** Throws a `usage` error: exit code 2. `what` says in whole sentences what the user did wrong. */
export function misused(what: string, extras: Parameters<typeof problem>[2] = {}): never {
  throw problem('usage', { problem: what }, extras)
}

/** The error with one more line of advice. */
export const withHint = (error: CrmError, advice: string): CrmError =>
  new CrmError(error.code, error.message, {
    ...error,
    hint: [error.hint, advice].filter(Boolean).join('\n'),
    cause: error.cause,
  })

export const flagName = (flags: string): string => /--([\w-]+)/.exec(flags)?.[1] ?? ''

export const optionName = (flags: string): string =>
  flagName(flags).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

export function textOf(options: Run['options'], name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** Reads an integer option. `range` describes the valid values (“from 1 to 100”); the operation checks them. */
export function wholeOf(options: Run['options'], name: string, range: string): number | undefined {
  const text = textOf(options, name)
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) misused(`--${name}: “${text}” is not a number ${range}.`)
  return Number(text)
}

/** Types a word as a choice. The operation checks it and lists the valid ones. */
export const asWord = <Word extends string, None extends null | undefined = never>(
  text: string | None,
): Word | None => text as Word | None // The operation checks it.

export const wordOf = <Word extends string>(options: Run['options'], name: string): Word | undefined =>
  asWord<Word, undefined>(textOf(options, name))

export const words = (text: string | undefined): string[] | undefined =>
  text
    ?.split(',')
    .map((word) => word.trim())
    .filter(Boolean)

/** `a, b or c`. */
export const listed = (choices: readonly string[]): string =>
  [choices.slice(0, -1).join(', '), choices.at(-1)].filter(Boolean).join(' or ')

export const wordsOf = <Word extends string>(options: Run['options'], name: string): Word[] | undefined =>
  words(textOf(options, name))?.map((word) => asWord<Word>(word))

export const isOn = (options: Run['options'], name: string): boolean => options[name] === true

/** A group in the list of all groups; its module is loaded only when it is named. */
export interface GroupEntry {
  name: string
  about: string
  /** Hidden because another command does the same. Kept for existing scripts. */
  hidden?: boolean
  /** Its commands use no database, or open it themselves (`at home`: the embedded one). For other groups crm connects at once. */
  alone?: true | 'at home'
  /** Extra packages that its reads load; a test verifies the list. */
  packages?: readonly string[]
  /** The verbs of one module, if the group has several modules. */
  modules?: readonly string[]
  /** The family whose error codes appear in its JSON, if not the pipeline's. */
  speaks?: 'intelligence'
  /** The command that other words after the noun are for: `crm salary nurse`. */
  otherwise?: string
  /** Loads the group, or at least the command of this verb. */
  load: (verb?: string) => Promise<Group>
}

export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** Fails if `CRM_SERVER` is set, because the database is then the server's. */
export function refuseRemote(
  { server }: Config,
  hint = 'Run it there, or unset CRM_SERVER, or: crm remote logout',
): void {
  if (server === null) return
  const { host } = new URL(server)
  misused(`CRM_SERVER is set, or you are signed in: the database belongs to the server at ${host}.`, { hint })
}
