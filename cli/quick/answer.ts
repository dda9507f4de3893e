// The quick program: runs a few common reads with a fraction of the code that the whole program loads. In any
// unusual case it gives up without having printed or changed anything, and the whole program runs instead
// (docs/decisions/0092-quick-program.md).
import { uptimeMs } from '../../core/kernel/clock.ts'
import type { Config } from '../../core/config.ts'
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
import type { Started } from './start.ts'
import { bufferedStreams, type BufferedStreams } from './streams.ts'
import { parseArgs } from './parse-args.ts'

/** The commands that share one file of the quick program. */
export interface CommandSet {
  /** Commands by name, identical to those of the whole program. */
  commands: Readonly<Record<string, Command>>
  /** The context of commands that need no database; null where they do. */
  context?: (config: Config) => Context | null
  /** Services that these commands need beyond those of every read. */
  services?: (reading: ReadOnlyServices) => Promise<Partial<Services>>
  /** The envelope of their results, if they have one. */
  envelope?: typeof localEnvelope
}

/**
 * Runs a command line and returns its exit code after the
 * output is written; null if the whole program must run it.
 */
export async function runQuick(part: CommandSet, typed: string[], started: Started): Promise<number | null> {
  const { preconnection } = started
  try {
    const outcome = run(part, typed, started)
    const done = await (preconnection ? Promise.race([outcome, preconnection.lost]) : outcome)
    if (done) return await flush(done)
    preconnection?.socket.destroy()
    return null
  } catch {
    preconnection?.socket.destroy()
    return null
  }
}

/** The result of a command: its exit code and pending output. */
interface Outcome {
  code: number
  streams: BufferedStreams
}

async function run(part: CommandSet, typed: string[], started: Started): Promise<Outcome | null> {
  const { config } = started
  const { commands } = part
  const client = readOnlyClient(started, part)
  const [noun = '', verb = ''] = typed
  const path = noun in commands ? noun : `${noun} ${verb}`
  const command = commands[path]
  const given = command && parseArgs(typed.slice(path.split(' ').length), command)
  if (!given) return null
  const streams = bufferedStreams()
  return { code: await runCommand(path, command, given, { config, client, streams }), streams }
}

/** The context of reads from the database, whose driver a command that needs none does not load. */
function databaseContext({ config, preconnection }: Started, part: CommandSet): () => Promise<Context> {
  const opened = import('../../core/read-only.ts').then((core) => core.openReadOnly(config, preconnection))
  return async () => {
    const reading = await opened
    const principal = await reading.owner
    if (!principal) throw new Error('There is nobody yet, or the schema is another.')
    const { services } = reading
    const context: Partial<Context> = {
      ...services,
      ...(await part.services?.(reading)),
      principal,
      accepts: acceptsInput,
      operation: '',
    }
    // Only the services that reads have needed so far. A read that
    // needs another one throws here, and the whole program runs it.
    return { ...context, requestId: `cli_${process.pid}`, client: 'crm', report: {} } as Context
  }
}

function readOnlyClient(started: Started, part: CommandSet): Client {
  const envelopes = createEnvelopes()
  const alone = part.context?.(started.config)
  const contextOf = alone ? () => alone : databaseContext(started, part)
  return {
    envelopes,
    where: '',
    async call(op, input, beside) {
      // The whole program may run the command again, so only reads are safe here.
      if (op.effect !== 'read') throw new Error('Only the whole program changes anything.')
      const startedMs = uptimeMs()
      const context = await contextOf()
      const answer = await invoke(op, { ...context, ...beside }, input)
      return part.envelope ? envelopes.keep(answer, part.envelope(context, { op, input, startedMs })) : answer
    },
    begin: async () => {},
    notified: async () => {},
  }
}

/** Writes the output, and returns the exit code. */
async function flush({ code, streams }: Outcome): Promise<number> {
  try {
    await streams.release()
    return code
  } catch (error) {
    return reportUnwritten(error as Error)
  }
}
