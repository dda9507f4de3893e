// The quick program: runs a few common reads with a fraction of the code that the whole program loads. In any
// unusual case it gives up without having printed or changed anything, and the whole program runs instead
// (docs/decisions/0092-quick-program.md).
import { uptimeMs } from '../../core/kernel/clock.ts'
import { readConfig, type Config } from '../../core/config.ts'
import type { Context, Services } from '../../core/kernel/context.ts'
import { invoke } from '../../core/kernel/invoke.ts'
import type { ReadOnlyServices } from '../../core/read-only.ts'
import type { Client } from '../client.ts'
import type { Command } from '../command.ts'
import { createEnvelopes } from '../envelopes.ts'
import { acceptsInput } from '../known-schemas.ts'
import type { localEnvelope } from '../local-envelope.ts'
import { runCommand } from '../run-command.ts'
import { reportUnwritten } from '../unwritten.ts'
import { bufferedStreams, type BufferedStreams } from './streams.ts'
import { parseArgs } from './parse-args.ts'

/** A command of the quick program, and what it needs beyond the services of every read. */
export interface QuickCommand {
  /** Noun and verb. */
  path: string
  /** The whole program's command. */
  command: Command
  /** Its context where it needs no database; null where it does. */
  context?: (config: Config) => Context | null
  services?: (reading: ReadOnlyServices) => Promise<Partial<Services>>
  /** The envelope of its results, if they have one. */
  envelope?: typeof localEnvelope
}

/**
 * Runs a command line and returns its exit code after the
 * output is written; null if the whole program must run it.
 */
export type Answer = (typed: string[]) => Promise<number | null>

export const answering =
  (quick: QuickCommand): Answer =>
  async (typed) => {
    try {
      const done = await run(quick, typed)
      return done && (await flush(done))
    } catch {
      // The whole program reports what is wrong.
      return null
    }
  }

/** The result of a command: its exit code and pending output. */
interface Outcome {
  code: number
  streams: BufferedStreams
}

async function run(quick: QuickCommand, typed: string[]): Promise<Outcome | null> {
  const { path, command } = quick
  const config = readConfig()
  if (config.server !== null) return null
  const given = parseArgs(typed.slice(path.split(' ').length), command)
  if (!given) return null
  const streams = bufferedStreams()
  const client = readOnlyClient(config, quick)
  return {
    code: await runCommand(path, command, given, { config, client, streams }),
    streams,
  }
}

/** The context of reads from the database, whose driver a command that needs none does not load. */
function databaseContext(config: Config, quick: QuickCommand): () => Promise<Context> {
  const opened = import('../../core/read-only.ts').then((core) => core.openReadOnly(config))
  return async () => {
    const reading = await opened
    const principal = await reading.owner
    if (!principal) throw new Error('There is nobody yet, or the schema is another.')
    const { services } = reading
    const context: Partial<Context> = {
      ...services,
      ...(await quick.services?.(reading)),
      principal,
      accepts: acceptsInput,
      operation: '',
    }
    // Only the services that reads have needed so far. A read that
    // needs another one throws here, and the whole program runs it.
    return { ...context, requestId: `cli_${process.pid}`, client: 'crm', report: {} } as Context
  }
}

function readOnlyClient(config: Config, quick: QuickCommand): Client {
  const envelopes = createEnvelopes()
  const alone = quick.context?.(config)
  const contextOf = alone ? () => alone : databaseContext(config, quick)
  return {
    envelopes,
    where: '',
    async call(op, input, beside) {
      // The whole program may run the command again, so only reads are safe here.
      if (op.effect !== 'read') throw new Error('Only the whole program changes anything.')
      const startedMs = uptimeMs()
      const context = await contextOf()
      const answer = await invoke(op, { ...context, ...beside }, input)
      return quick.envelope
        ? envelopes.keep(answer, quick.envelope(context, { op, input, startedMs }))
        : answer
    },
    begin: async () => {},
    notified: async () => {},
    close: async () => {},
  }
}

/** Writes the output, and returns the exit code. */
async function flush({ code, streams }: Outcome): Promise<number> {
  try {
    await streams.release()
    return code
  } catch (error) {
    return reportUnwritten(error)
  }
}
