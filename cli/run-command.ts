// Runs one command with its parsed arguments.
import type { Config } from '../core/config.ts'
import { CrmError, fail } from '../core/kernel/errors.ts'
import { joinIssues } from '../core/kernel/issue-messages.ts'
import type { Client } from './client.ts'
import { flagName, optionName, textOf, type Command, type Run } from './command.ts'
import { optionsOf } from './help.ts'
import { createOutput, refuseUnknown, type Streams } from './output.ts'
import { fieldsOf, type ParsedArgs } from './parse.ts'
import { nearest } from '../core/kernel/nearest.ts'

export interface CommandEnvironment {
  config: Config
  client: Client
  streams: Streams
}

export async function runCommand(
  path: string,
  command: Command,
  { given, options: { json, ...options } }: ParsedArgs,
  { config, client, streams, again }: CommandEnvironment & Pick<Run, 'again'>,
): Promise<number> {
  const filter = textOf(options, 'jq')
  const wanted = typeof json === 'string' ? json : (json ?? filter) === undefined ? null : ''
  const known = wanted ? fieldsOf(command, (given[0] ?? '-') !== '-') : []
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
  if (command.destructive && options['yes'] !== true && options['dryRun'] !== true && !out.canAsk)
    fail('confirmation_needed', { action: `crm ${path}` })
  try {
    const exitCode =
      (await command.run({
        args: given,
        rest: given,
        options,
        config,
        client,
        out,
        stdin: streams.stdin,
        again,
      })) ?? 0
    if (filter !== undefined) out.raw(await (await import('./jq.ts')).filtered(kept, filter))
    return exitCode
  } catch (error) {
    throw withFlags(error, command, { rest: given, options })
  }
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

async function pagerOf({ env }: Config): Promise<((text: string) => void) | undefined> {
  const command = env['CRM_PAGER'] ?? env['PAGER']
  if (!command || command === 'cat') return undefined
  const { spawnSync } = await import('node:child_process')
  return (text) =>
    void spawnSync(command, {
      ...{ input: text, shell: true, stdio: ['pipe', 'inherit', 'inherit'] },
      env: { LESS: 'FRX', ...env },
    })
}

const ALLOWED = /^must be one of (.+)$/s

/**
 * “Did you mean applied?” for the first typed word that is not allowed but close to an allowed one; undefined if there
 * is none.
 */
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
