// The terminal's operation client: calls run in this process
// over the database, or over HTTP on a remote gateway.
import type { Config } from '../core/config.ts'
import { uptimeMs } from '../core/kernel/clock.ts'
import type { Context } from '../core/kernel/context.ts'
import { isPublished } from '../core/intelligence/published.ts'
import { familyOf } from '../core/kernel/family.ts'
import { CrmError } from '../core/kernel/errors.ts'
import type { Operation } from '../core/kernel/operation.ts'
import type { Z } from '../core/kernel/zod.ts'
import { createEnvelopes, type Envelopes } from './envelopes.ts'
import type { Local } from './local.ts'

/** The output of an operation. */
export type AnswerOf<Op> = Op extends Operation<infer _In, infer Out> ? Z.output<Out> : never

/** Options of a call. */
type CallExtras = Partial<Pick<Context, 'ownModel' | 'signal'>>

export interface Client {
  call<I extends Z.ZodType, O extends Z.ZodType>(
    op: Operation<I, O>,
    input: Z.input<I>,
    beside?: CallExtras,
  ): Promise<Z.output<O>>
  /** The envelopes of the results received. */
  envelopes: Envelopes
  /** The owner's context, if the core runs in this process. */
  context?(): Promise<Context>
  /** Where the data is, for display: a folder, a database or a server. */
  where: string
  /** Starts connecting early. A failure is reported by the first call. */
  begin(): Promise<void>
  /**
   * Resolves once background workers have been notified of this process's changes; then the process may exit.
   */
  notified(): Promise<void>
  /** Closes what it opened. */
  close(): Promise<void>
}

interface ClientOptions {
  config: Config
  onProgress: (sentence: string) => void
}

/**
 * Creates a remote client if `CRM_SERVER` is set, else one over
 * the local database. Nothing is opened before it is needed.
 */
export function createClient(options: ClientOptions): Client {
  return options.config.server ? remoteClient(options) : localClient(options)
}

/** One turn of the event loop, for pending I/O. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function localClient({ config, onProgress }: ClientOptions): Client {
  let opening: Promise<Local> | undefined
  let published: Context | undefined
  const envelopes = createEnvelopes()
  const local = () =>
    (opening ??= import('./local.ts').then(({ localCore }) => localCore(config, onProgress)))
  const call: Local['run'] = async (op, work) => (await local()).run(op, work)
  /** Pay needs no database where nothing of it is the user's. */
  const callFor = async <T>(op: Operation, input: unknown, work: (context: Context) => Promise<T>) => {
    if (familyOf(op).name !== 'intelligence' || !isPublished(op.name, input)) return call(op, work)
    const { openPublished } = await import('./published.ts')
    if (config.databaseUrl === null) return work((published ??= openPublished(config)))
    return call(op, work).catch((error: unknown) => {
      if (!(error instanceof CrmError) || error.code !== 'database_unavailable') throw error
      if (!published)
        onProgress('The database does not answer: these are the shipped figures, without its imports.')
      return work((published ??= openPublished(config)))
    })
  }
  return {
    envelopes,
    where: config.databaseUrl ? 'DATABASE_URL' : config.home,
    async call(op, input, beside) {
      const { invoke } = await import('../core/kernel/invoke.ts')
      return callFor(op, input, async (context) => {
        const startedMs = uptimeMs()
        const answer = await invoke(op, { ...context, ...beside, report: {} }, input)
        if (familyOf(op).name !== 'intelligence') return answer
        const { localEnvelope } = await import('./local-envelope.ts')
        return envelopes.keep(answer, localEnvelope(context, { op, input, startedMs }))
      })
    },
    context: async () => (await local()).context(),
    notified: async () => (await opening?.catch(() => undefined))?.notified(),
    async close() {
      published?.intelligence.close()
      await (await opening?.catch(() => undefined))?.close()
    },
    // Postgres takes 2 ms to start a process for the connection, and the command can be loaded meanwhile. One
    // turn is for connecting, one for sending the startup message.
    async begin() {
      const opened = await local()
      opened.begin()
      await turn()
      await turn()
    },
  }
}

function remoteClient({ config }: ClientOptions): Client {
  const envelopes = createEnvelopes()
  return {
    envelopes,
    where: config.server ?? '',
    async call(op, input, beside) {
      const { callRemote } = await import('./remote.ts')
      return callRemote(config, op, input, { ...beside, envelopes })
    },
    begin: async () => {},
    notified: async () => {},
    close: async () => {},
  }
}
