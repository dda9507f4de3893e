// The terminal program: runs one command and maps its outcome to an exit code.
import { readConfig, settingsOf, type Config } from '../core/config.ts'
import { codeOf } from '../core/intelligence/refusals.ts'
import { asCrmError, type CrmError } from '../core/kernel/errors.ts'
import { familyOf } from '../core/kernel/family.ts'
import { redact } from '../core/kernel/log.ts'
import { createClient } from './client.ts'
import { GROUPS } from './groups.ts'
import { endWhenInterrupted } from './interrupt.ts'
import { printError } from './output.ts'
import { stderr } from './stderr.ts'
import { wantsJson } from './argv.ts'

async function main(typed: string[]): Promise<number> {
  let argv = typed
  try {
    const config = isLogout(typed) ? withoutLogin() : readConfig()
    if (!typed.length && (await hasToday(config))) argv = ['today']
    const onProgress = (sentence: string) => void stderr().write(`${sentence}\n`)
    // Not closed: the process leaves as soon as its words are out, and taking leave of Postgres took 2 ms of it.
    const client = createClient({ config, onProgress })
    if (isForDatabase(argv)) await client.begin()
    const { runProgram } = await import('./program.ts')
    return await runProgram(argv, { config, client }).finally(() => client.notified())
  } catch (error) {
    return await fail(error, argv)
  }
}

/** A login that cannot be read must not keep anybody from forgetting it. */
const isLogout = ([noun]: string[]): boolean => noun === 'logout'

/** The configuration as if nobody were signed in. */
const withoutLogin = () => readConfig({ DATABASE_URL: 'postgres://nowhere' })

/** `crm` alone shows today on a terminal with data; otherwise it shows help. */
async function hasToday({ home, server, databaseUrl }: Config): Promise<boolean> {
  if (!process.stdout.isTTY) return false
  const { existsSync } = await import('node:fs')
  return server !== null || databaseUrl !== null || existsSync(home)
}

/** Whether the words are likely to need the database: not when they ask for help. */
const isForDatabase = ([noun, verb, ...rest]: string[]): boolean =>
  GROUPS.some(({ name, alone }) => !alone && name === noun) &&
  verb !== undefined &&
  ![verb, ...rest].some((word) => word === '--help' || word === '-h')

async function fail(thrown: unknown, argv: string[]): Promise<number> {
  const error = asCrmError(thrown)
  const json = wantsJson(argv)
  const code = printError(error, json, json && (await spellsAsPay(error, argv)) ? codeOf : undefined)
  if (error.code === 'internal') stderr().write(`${tellsCause() ? trace(error.cause) : ADVICE}\n`)
  return code
}

/**
 * The compensation interface spells its codes its own way, and so do the commands over it. It has none for a command line
 * that is wrong and for a server that is not there: those are spelled as everywhere in the terminal.
 */
async function spellsAsPay({ kind }: CrmError, [noun, operation = '']: string[]): Promise<boolean> {
  if (kind === 'usage' || kind === 'unavailable') return false
  if (noun !== 'call') return GROUPS.some(({ name, speaks }) => name === noun && speaks === 'intelligence')
  const { operationNamed } = await import('../core/operations.ts')
  const op = operationNamed(operation)
  return op !== undefined && familyOf(op).name === 'intelligence'
}

const ADVICE = 'Run it again with LOG_LEVEL=debug to see what happened.'

const tellsCause = (): boolean =>
  settingsOf().some(({ name, value }) => name === 'LOG_LEVEL' && value.startsWith('debug'))

const trace = (cause: unknown): string =>
  redact(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause))

/** `crm jobs list | head -1` ends quietly: the reader has what it wanted. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

endWhenInterrupted()

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code
  // Leaves when stdout is written, without waiting for the database to take its leave.
  process.stdout.write('', () => process.exit(code))
})
