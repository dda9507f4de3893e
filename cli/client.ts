// The terminal's operation client: calls run in this process over the database, or over HTTP on a remote gateway.
import type { Config } from '../core/config.ts'
import { uptimeMs } from '../core/kernel/clock.ts'
import type { Context } from '../core/kernel/context.ts'
import { CrmError } from '../core/kernel/errors.ts'
import { isJsonText } from '../core/kernel/json-text.ts'
import type { Operation } from '../core/kernel/operation.ts'
import type { Z } from '../core/kernel/zod.ts'
import { createEnvelopes, speaksOfPay, type Envelopes } from './envelopes.ts'
import type { Local } from './local.ts'

export type AnswerOf<Op> = Op extends Operation<infer _In, infer Out> ? Z.output<Out> : never

export interface Client {
  call<I extends Z.ZodType, O extends Z.ZodType>(
    op: Operation<I, O>,
    input: Z.input<I>,
    beside?: Partial<Pick<Context, 'ownModel' | 'signal'>>,
  ): Promise<Z.output<O>>
  envelopes: Envelopes
  changeIds: ReadonlySet<string>
  context?(): Promise<Context>
  /** Starts connecting early. A failure is reported by the first call. */
  begin(): Promise<void>
  close(): Promise<void>
}

/** A remote client if `CRM_SERVER` is set, else one over the local database. Nothing is opened before it is needed. */
export function createClient(config: Config, onProgress: (sentence: string) => void): Client {
  const [envelopes, changeIds] = [createEnvelopes(), new Set<string>()]
  const kept = { envelopes, changeIds, shipped: shippedPay(config) }
  return {
    envelopes,
    changeIds,
    ...(config.server ? remoteCalls(config, kept) : localCalls(config, kept, onProgress)),
  }
}

interface Kept {
  envelopes: Envelopes
  changeIds: Set<string>
  shipped: ReturnType<typeof shippedPay>
}

type Calls = Omit<Client, keyof Kept>

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function localCalls(config: Config, kept: Kept, onProgress: (sentence: string) => void): Calls {
  const { shipped } = kept
  let opening: Promise<Local> | undefined
  const local = () =>
    (opening ??= import('./local.ts').then(({ localCore }) => localCore(config, onProgress)))
  const call: Local['run'] = async (op, work) => (await local()).run(op, work)
  /** Answers published pay without a database. */
  const callFor = async <T>(op: Operation, input: unknown, work: (context: Context) => Promise<T>) => {
    if (!(await isPublished(op, input))) return call(op, work)
    if (config.databaseUrl === null) return work(await shipped.context())
    return call(op, work).catch(async (error: unknown) => {
      if (!(error instanceof CrmError) || error.code !== 'database_unavailable') throw error
      if (!shipped.isOpen())
        onProgress('The database does not answer: these are the shipped figures, without its imports.')
      return work(await shipped.context())
    })
  }
  return {
    call: (op, input, beside) =>
      callFor(op, input, (context) => invokeHere(op, input, { ...context, ...beside }, kept)),
    context: async () => (await local()).context(),
    async close() {
      shipped.close()
      await (await opening?.catch(() => undefined))?.close()
    },
    // Postgres needs 2 ms to start a process for the connection. The command can load meanwhile. One turn of the event
    // loop connects, and another sends the startup message.
    async begin() {
      const opened = await local()
      opened.begin()
      await turn()
      await turn()
    },
  }
}

/** Whether the pay file alone answers the operation. Other operations do not load this check. */
async function isPublished(op: Operation, input: unknown): Promise<boolean> {
  return (
    speaksOfPay(op) && (await import('../core/intelligence/published.ts')).needsOnlyPayFile(op.name, input)
  )
}

async function invokeHere<I extends Z.ZodType, O extends Z.ZodType>(
  op: Operation<I, O>,
  input: Z.input<I>,
  context: Context,
  { envelopes, changeIds }: Kept,
): Promise<Z.output<O>> {
  const { invoke } = await import('../core/kernel/invoke.ts')
  const startedMs = uptimeMs()
  const report: Context['report'] = {}
  const answer = await invoke(op, { ...context, report }, input)
  if (report.changeId) changeIds.add(report.changeId)
  if (isJsonText(answer)) return (await import('./whole-text.ts')).wholeText(answer) as Promise<typeof answer>
  if (!speaksOfPay(op)) return answer
  const { localEnvelope } = await import('./local-envelope.ts')
  return envelopes.keep(answer, localEnvelope(context, { op, input, startedMs }))
}

function shippedPay(config: Config) {
  let opened: Context | undefined
  return {
    isOpen: () => opened !== undefined,
    context: async () => (opened ??= (await import('./published.ts')).openPublished(config)),
    close: () => opened?.intelligence.close(),
  }
}

function remoteCalls(config: Config, kept: Kept): Calls {
  const { envelopes, changeIds, shipped } = kept
  return {
    async call(op, input, beside) {
      // The server refuses pay requests without a key, but the program ships the same published figures.
      if (config.intelligenceKey === null && (await isPublished(op, input)))
        return invokeHere(op, input, { ...(await shipped.context()), ...beside }, kept)
      const { callRemote } = await import('./remote.ts')
      return callRemote(config, op, input, { ...beside, envelopes, onChange: (id) => changeIds.add(id) })
    },
    begin: async () => {},
    close: async () => shipped.close(),
  }
}
