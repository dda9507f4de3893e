// Runs one command with its parsed arguments.
import type { Config } from '../core/config.ts'
import { CrmError, messageOf } from '../core/kernel/errors.ts'
import { joinIssues } from '../core/kernel/issue-messages.ts'
import { flagName, misused, optionName, textOf, type Command, type Group, type Run } from './command.ts'
import { optionsOf } from './help.ts'
import { readSchema } from './known-schemas.ts'
import { createOutput, refuseUnknown, type Streams } from './output.ts'
import { isSingle } from './argv.ts'
import { nearest } from '../core/kernel/nearest.ts'

export interface CommandEnvironment extends Pick<Run, 'config' | 'client'> {
  streams: Streams
}

export interface ParsedArgs {
  values: (string | string[] | undefined)[]
  /** The value of `--json`: '' without fields, undefined without the flag. */
  json: string | boolean | undefined
  options: Run['options']
}

export const isNamed = (word: string) => (entry: { name: string }) => entry.name === word

export const isFields = /^[A-Za-z]\w*(?:,[A-Za-z]\w*)*,?$/

/**
 * `--json` takes an optional list of fields, but commander would take any next word as its value: in `crm
 * jobs show --json acme`, acme is the job. A word counts as fields if it names fields, or if the command has what
 * it needs and takes any number of words: a misspelt field (`swe sf --json estimat`) must not become one of them.
 * `start` is where the words after the command's name begin.
 */
export function bindFields(argv: string[], command: Command | undefined, start = 0): string[] {
  const end = argv.indexOf('--')
  const isValue = (at: number) => command !== undefined && valueFlags(command).has(argv[at - 1] ?? '')
  const at = argv
    .slice(0, end < 0 ? undefined : end)
    .findIndex((word, at) => word === '--json' && !isValue(at))
  const next = argv[at + 1]
  if (at < 0 || next === undefined || next.startsWith('-') || command?.passThrough) return argv
  const known = command ? [...fieldsOf(command), ...fieldsOf(command, true)] : []
  const names = next.split(',')
  const isList =
    isFields.test(next) &&
    (names.length > 1 ||
      !command?.args?.length ||
      // In a list, words precede flags, so a misspelt field is refused, not searched for.
      command.name === 'list' ||
      names.every((name) => known.includes(name)) ||
      isComplete(argv.slice(start, at), command))
  return [
    ...argv.slice(0, at),
    isList ? `--json=${next}` : '--json=',
    ...argv.slice(isList ? at + 2 : at + 1),
  ]
}

/** The flags that take the next word. */
const valueFlags = (command: Command): ReadonlySet<string> =>
  new Set(
    optionsOf(command).flatMap(({ flags }) => (flags.includes('<') ? flags.match(/--?[\w-]+/g) : []) ?? []),
  )

export function plainWords(words: readonly string[], command: Command): string[] {
  const withValue = valueFlags(command)
  return words.filter((word, at) => !word.startsWith('-') && !withValue.has(words[at - 1] ?? ''))
}

/** Whether the words fill every required argument of a command that takes any number of words, with at least one. */
function isComplete(words: readonly string[], command: Command): boolean {
  if (!command.args?.at(-1)?.name.includes('...')) return false
  const given = plainWords(words, command)
  const required = command.args.filter(({ name }) => !name.endsWith('?'))
  return given.length >= Math.max(1, required.length)
}

export const commandOf = (group: Group | undefined, argv: string[]): Command | undefined =>
  group?.commands.find(isNamed(argv[1] ?? '')) ?? (group && isSingle(group) ? group.commands[0] : undefined)

export async function runCommand(
  path: string,
  command: Command,
  { values, json, options }: ParsedArgs,
  { config, client, streams, again }: CommandEnvironment & Pick<Run, 'again'>,
): Promise<number> {
  const filter = textOf(options, 'jq')
  const wanted =
    json === undefined ? (filter === undefined ? null : '') : typeof json === 'string' ? json : ''
  const known = wanted ? fieldsOf(command, (values[0] ?? '-') !== '-') : []
  const kept: unknown[] = []
  // Checks the fields first. Otherwise a write could succeed and its output then fail.
  if (wanted && known.length) refuseUnknown(wanted, known)
  const out = createOutput({
    json: wanted,
    fields: known,
    color: config.color,
    forceColor: !['', '0'].includes(config.env['FORCE_COLOR'] ?? ''),
    streams,
    keep: filter === undefined ? undefined : (value: unknown) => void kept.push(value),
    page: streams.stdout.isTTY ? await pagerOf(config) : undefined,
    whole: (answer) => client.envelopes.whole(answer),
  })
  const args = values.map((value) => (Array.isArray(value) ? value[0] : value))
  const rest = values.flat().filter((value) => value !== undefined)
  try {
    const exitCode =
      (await command.run({ args, rest, options, path, config, client, out, stdin: streams.stdin, again })) ??
      0
    if (filter !== undefined) out.raw(await filtered(kept, filter))
    return exitCode
  } catch (error) {
    throw withFlags(error, command, { rest, options })
  }
}

/** What `jq -r` prints for these values. */
export async function filtered(values: readonly unknown[], filter: string): Promise<string> {
  const { default: jq, raw = jq.raw } = await import('jq-wasm')
  const parts: string[] = []
  for (const value of values)
    parts.push(
      await raw(JSON.stringify(value), filter, ['-r', '-c']).catch((error: unknown) =>
        misused(`--jq: ${messageOf(error).trim()}`),
      ),
    )
  return parts.map((part) => (part === '' || part.endsWith('\n') ? part : `${part}\n`)).join('')
}

/** `limit must be at most 100` becomes `--limit …`; suggests the nearest word for an invalid one. */
function withFlags(error: unknown, command: Command, given: Pick<Run, 'rest' | 'options'>): unknown {
  if (!(error instanceof CrmError) || !error.issues.length) return error
  const flags = new Map(optionsOf(command).map(({ flags }) => [optionName(flags), `--${flagName(flags)}`]))
  flags.set('timeZone', flags.get('zone') ?? 'timeZone')
  const fieldOf = (path: string) => path.replace(/\.\d+$/, '')
  const issues = error.issues.map(({ path, message }) => ({
    ...{ path: flags.get(fieldOf(path)) ?? path, message },
  }))
  const typedFor = (path: string): string[] => {
    const value = given.options[fieldOf(path)]
    return typeof value === 'string' ? [value] : given.rest.slice(-1)
  }
  const hint = error.issues.flatMap(({ path, message }) => guessFor(message, typedFor(path)) ?? [])[0]
  return new CrmError(error.code, joinIssues(issues), {
    ...error,
    ...(hint && !error.hint && { hint }),
    cause: error.cause,
  })
}

/** The exit codes of a shell that cannot run a command. */
const NOT_RUN: readonly unknown[] = [126, 127]

async function pagerOf({ env }: Config): Promise<((text: string) => boolean) | undefined> {
  const command = env['CRM_PAGER'] ?? env['PAGER']
  if (!command || command === 'cat') return undefined
  const { spawnSync } = await import('node:child_process')
  return (text) => {
    const { status } = spawnSync(command, {
      ...{ input: text, shell: true, stdio: ['pipe', 'inherit', 'inherit'] },
      env: { LESS: 'FRX', ...env },
    })
    return !NOT_RUN.includes(status)
  }
}

export const fieldsOf = ({ operation, fields }: Command, hasFile = false): readonly string[] =>
  (hasFile ? fields : undefined) ?? (operation ? readSchema(operation)?.fields : fields) ?? []

const ALLOWED = /^must be one of (.+)$/s

/** “Did you mean applied?” for the first typed word that is close to an allowed one; undefined if there is none. */
function guessFor(message: string, typed: readonly string[]): string | undefined {
  const allowed = ALLOWED.exec(message)?.[1]?.split(', ')
  if (!allowed) return undefined
  const guesses = typed
    .flatMap((words) => words.split(','))
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '' && !allowed.includes(word))
    .flatMap((word) => nearest(word, allowed) ?? [])
  return guesses[0] && `Did you mean ${guesses[0]}?`
}
