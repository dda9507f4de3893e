// Runs one command line with given streams. The terminal program passes those of the process.
import { readConfig, type Config } from '../core/config.ts'
import { codeOf } from '../core/intelligence/refusals.ts'
import { asCrmError, type CrmError } from '../core/kernel/errors.ts'
import { redact } from '../core/kernel/log.ts'
import { withAdvice } from './advice.ts'
import { createClient, type Client } from './client.ts'
import { speaksOfPay } from './envelopes.ts'
import { GROUPS } from './groups.ts'
import { isEnded } from './interrupt.ts'
import { printError, type Streams } from './output.ts'
import { isJson, wantsJson, writtenOut } from './argv.ts'

export async function run(typed: string[], { env, streams }: { env?: NodeJS.ProcessEnv; streams: Streams }) {
  // `crm` alone means `crm today`.
  const [first = '--jq'] = typed.filter((word) => !isJson(word))
  const argv = /^--jq(?:=|$)/.test(first) ? ['today', ...typed] : typed
  let [config, client]: [Config?, Client?] = []
  /** Closes the connections. A process that exits need not wait for that, which takes 2 ms. */
  const close = async () => client?.close()
  try {
    config = readConfig(isLogout(typed) ? { DATABASE_URL: 'postgres://nowhere' } : {}, env)
    const onProgress = (sentence: string) => void streams.stderr().write(`${sentence}\n`)
    client = createClient(config, onProgress)
    if (needsDatabase(argv, config)) await client.begin()
    const { runProgram } = await import('./program.ts')
    return { exitCode: await runProgram(argv, { config, client, streams }), close }
  } catch (error) {
    if (isEnded(error)) return { exitCode: error.exitCode, close }
    return { exitCode: await report(error, argv, streams, config), close }
  }
}

/** An unreadable login must not prevent logging out. */
const isLogout = (typed: string[]): boolean => {
  const words = writtenOut(typed.filter((word) => !isJson(word)))
  return words.join(' ').startsWith('remote logout')
}

/** Whether the command is likely to need the database; not if it is a request for help. */
const needsDatabase = ([noun, verb, ...rest]: string[], { databaseUrl }: Config): boolean =>
  GROUPS.some(
    ({ name, alone }) => name === noun && (!alone || (alone === 'at home' && databaseUrl !== null)),
  ) &&
  verb !== undefined &&
  ![verb, ...rest].some((word) => word === '--help' || word === '-h')

/** `config` is undefined if it could not be read. */
async function report(thrown: unknown, argv: string[], streams: Streams, config: Config | undefined) {
  const error = withAdvice(asCrmError(thrown), config)
  const json = wantsJson(argv)
  const code = printError(error, json, streams, json && (await spellsAsPay(error, argv)) ? codeOf : undefined)
  if (error.code === 'internal')
    streams.stderr().write(`${config?.logLevel === 'debug' ? trace(error.cause) : ADVICE}\n`)
  return code
}

/** Whether errors use the compensation API's own codes. It has none for a wrong command line or an unreachable server. */
async function spellsAsPay({ kind }: CrmError, [noun, operation = '']: string[]): Promise<boolean> {
  if (kind === 'usage' || kind === 'unavailable') return false
  if (noun !== 'call') return GROUPS.some(({ name, speaks }) => name === noun && speaks === 'intelligence')
  const { operationNamed } = await import('../core/operations.ts')
  const op = operationNamed(operation)
  return op !== undefined && speaksOfPay(op)
}

const ADVICE = 'To see the log, run the command again with LOG_LEVEL=debug.'

const trace = (cause: unknown): string =>
  redact(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause))
