// The terminal program: runs one command and maps its outcome to an exit code.
import { readConfig, settingsOf, type Config } from '../core/config.ts'
import { codeOf } from '../core/intelligence/refusals.ts'
import { asCrmError, type CrmError } from '../core/kernel/errors.ts'
import { familyOf } from '../core/kernel/family.ts'
import { redact } from '../core/kernel/log.ts'
import { withAdvice } from './advice.ts'
import { createClient } from './client.ts'
import { GROUPS } from './groups.ts'
import { endWhenInterrupted } from './interrupt.ts'
import { printError } from './output.ts'
import { stderr } from './stderr.ts'
import { reportUnwritten } from './unwritten.ts'
import { wantsJson } from './argv.ts'

async function main(typed: string[]): Promise<number> {
  let argv = typed
  try {
    const config = isLogout(typed) ? withoutLogin() : readConfig()
    if (!typed.length && (await hasToday(config))) argv = ['today']
    const onProgress = (sentence: string) => void stderr().write(`${sentence}\n`)
    // Not closed: the process exits as soon as its output is written, and closing the connection took 2 ms.
    const client = createClient({ config, onProgress })
    if (needsDatabase(argv, config)) await client.begin()
    const { runProgram } = await import('./program.ts')
    return await runProgram(argv, { config, client }).finally(() => client.notified())
  } catch (error) {
    return await fail(error, argv)
  }
}

/** An unreadable login must not prevent logging out. */
const isLogout = ([noun]: string[]): boolean => noun === 'logout'

/** The configuration without a stored login. */
const withoutLogin = () => readConfig({ DATABASE_URL: 'postgres://nowhere' })

/** `crm` alone shows `today` on a terminal with data, otherwise help. */
async function hasToday({ home, server, databaseUrl }: Config): Promise<boolean> {
  if (!process.stdout.isTTY) return false
  const { existsSync } = await import('node:fs')
  return server !== null || databaseUrl !== null || existsSync(home)
}

/** Whether the command is likely to need the database; not if it is a request for help. */
const needsDatabase = ([noun, verb, ...rest]: string[], { databaseUrl }: Config): boolean =>
  GROUPS.some(
    ({ name, alone }) => name === noun && (!alone || (alone === 'at home' && databaseUrl !== null)),
  ) &&
  verb !== undefined &&
  ![verb, ...rest].some((word) => word === '--help' || word === '-h')

async function fail(thrown: unknown, argv: string[]): Promise<number> {
  const error = withAdvice(asCrmError(thrown))
  const json = wantsJson(argv)
  const code = printError(error, json, json && (await spellsAsPay(error, argv)) ? codeOf : undefined)
  if (error.code === 'internal') stderr().write(`${showsCause() ? trace(error.cause) : ADVICE}\n`)
  return code
}

/**
 * The compensation API has its own error codes, and its commands use them too. It has none for a wrong
 * command line or an unreachable server: those use the terminal's codes.
 */
async function spellsAsPay({ kind }: CrmError, [noun, operation = '']: string[]): Promise<boolean> {
  if (kind === 'usage' || kind === 'unavailable') return false
  if (noun !== 'call') return GROUPS.some(({ name, speaks }) => name === noun && speaks === 'intelligence')
  const { operationNamed } = await import('../core/operations.ts')
  const op = operationNamed(operation)
  return op !== undefined && familyOf(op).name === 'intelligence'
}

const ADVICE = 'Run it again with LOG_LEVEL=debug to see what happened.'

const showsCause = (): boolean =>
  settingsOf().some(({ name, value }) => name === 'LOG_LEVEL' && value.startsWith('debug'))

const trace = (cause: unknown): string =>
  redact(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause))

process.stdout.on('error', (error: Error) => process.exit(reportUnwritten(error)))

endWhenInterrupted()

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code
  // Exits when stdout is written, without waiting for the database connection to close.
  process.stdout.write('', (error) => process.exit(error ? reportUnwritten(error) : code))
})
