// The terminal program: from the command line to one command, from its outcome to an exit code.
import { readConfig, settingsOf } from '../core/config.ts'
import { asCrmError } from '../core/kernel/errors.ts'
import { redact } from '../core/kernel/log.ts'
import { createClient } from './client.ts'
import { GROUPS } from './groups.ts'
import { printError } from './output.ts'
import { stderr } from './stderr.ts'
import { wantsJson } from './words.ts'

async function main(argv: string[]): Promise<number> {
  try {
    const config = readConfig()
    const onProgress = (sentence: string) => void stderr().write(`${sentence}\n`)
    // Not closed: the process leaves as soon as its words are out, and taking leave of Postgres took 2 ms of it.
    const client = createClient({ config, onProgress })
    if (isForDatabase(argv)) await client.begin()
    const { runProgram } = await import('./program.ts')
    return await runProgram(argv, { config, client })
  } catch (error) {
    return fail(error, wantsJson(argv))
  }
}

/** Whether the words are likely to need the database: not when they ask for help. */
const isForDatabase = ([noun, verb, ...rest]: string[]): boolean =>
  GROUPS.some(({ name, alone }) => !alone && name === noun) &&
  verb !== undefined &&
  ![verb, ...rest].some((word) => word === '--help' || word === '-h')

function fail(thrown: unknown, json: boolean): number {
  const error = asCrmError(thrown)
  const code = printError(error, json)
  if (error.code === 'internal') stderr().write(`${tellsCause() ? trace(error.cause) : ADVICE}\n`)
  return code
}

const ADVICE = 'Run it again with LOG_LEVEL=debug to see what happened.'

const tellsCause = (): boolean =>
  settingsOf().some(({ name, value }) => name === 'LOG_LEVEL' && value.startsWith('debug'))

const trace = (cause: unknown): string =>
  redact(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause))

/** `crm jobs list | head -1` ends quietly: the reader has what it wanted. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.once('SIGINT', () => process.exit(130))

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code
  // Leaves when stdout is written, without waiting for the database to take its leave.
  process.stdout.write('', () => process.exit(code))
})
