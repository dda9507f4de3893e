// The quick program: answers a few reads where everything is as it should be, with a fraction of what the whole program
// loads. Whatever else it meets it leaves to that, having printed and changed nothing (docs/decisions/0092-quick-program.md).
import { uptimeMs } from '../../core/kernel/clock.ts'
import type { Context, Services } from '../../core/kernel/context.ts'
import { invoke } from '../../core/kernel/invoke.ts'
import { openForReading, type Reading } from '../../core/reading.ts'
import type { Client } from '../client.ts'
import type { Command } from '../command.ts'
import { createEnvelopes } from '../envelopes.ts'
import { acceptsInput } from '../known-schemas.ts'
import type { localEnvelope } from '../local-envelope.ts'
import { runCommand } from '../run-command.ts'
import type { Begun } from './begin.ts'
import { keptStreams, type Kept } from './streams.ts'
import { givenBy } from './words.ts'

/** A part of the program, in a file of its own. */
export interface Part {
  /** Commands by how they are typed: the very ones of the whole program. */
  commands: Readonly<Record<string, Command>>
  /** Services of theirs beside what every read stands on. */
  services?: (reading: Reading['services']) => Partial<Services>
  /** What answers of its operations come in. */
  envelope?: typeof localEnvelope
}

/** Answers a command line with its exit code, once its output is written; null where the whole program has to. */
export async function answerBy(part: Part, typed: string[], begun: Begun): Promise<number | null> {
  const { greeting } = begun
  try {
    const outcome = run(part, typed, begun)
    const done = await (greeting ? Promise.race([outcome, greeting.lost]) : outcome)
    if (done) return await printed(done)
    greeting?.socket.destroy()
    return null
  } catch {
    greeting?.socket.destroy()
    return null
  }
}

/** What a command came to: to be printed, and to leave with. */
interface Outcome {
  code: number
  streams: Kept
}

async function run(part: Part, typed: string[], begun: Begun): Promise<Outcome | null> {
  const { config } = begun
  const { commands } = part
  const client = readingClient(begun, part)
  const [noun = '', verb = ''] = typed
  const path = noun in commands ? noun : `${noun} ${verb}`
  const command = commands[path]
  const given = command && givenBy(typed.slice(path.split(' ').length), command)
  if (!given) return null
  const streams = keptStreams()
  return { code: await runCommand(path, command, given, { config, client, streams }), streams }
}

function readingClient({ config, greeting }: Begun, part: Part): Client {
  const envelopes = createEnvelopes()
  const { services, owner } = openForReading(config, greeting)
  const contextOf = async (): Promise<Context> => {
    const principal = await owner
    if (!principal) throw new Error('There is nobody yet, or the schema is another.')
    const context: Partial<Context> = {
      ...services,
      ...part.services?.(services),
      principal,
      accepts: acceptsInput,
      operation: '',
    }
    // Without the services that no read has needed so far: one that does fails here, and is answered by the whole program.
    return { ...context, requestId: `cli_${process.pid}`, client: 'crm', report: {} } as Context
  }
  return {
    envelopes,
    where: '',
    async call(op, input, beside) {
      // What was begun here may be begun again by the whole program.
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

/** `crm jobs list | head -1` ends quietly: the reader has what it wanted. */
async function printed({ code, streams }: Outcome): Promise<number> {
  try {
    await streams.release()
    return code
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPIPE' ? 0 : 1
  }
}
