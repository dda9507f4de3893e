// The terminal's way to an operation: in this process over the database, or over HTTP to a remote gateway.
import type { Config } from '../core/config.ts'
import type { Context } from '../core/kernel/context.ts'
import type { Operation } from '../core/kernel/operation.ts'
import type { Z } from '../core/kernel/zod.ts'

export interface Client {
  call<I extends Z.ZodType, O extends Z.ZodType>(op: Operation<I, O>, input: Z.input<I>): Promise<Z.output<O>>
  /** Where it works, for people: a folder, a database or a server. */
  where: string
  close(): Promise<void>
}

export interface ClientOptions {
  config: Config
  onProgress: (sentence: string) => void
}

/** A remote client when `CRM_SERVER` is set, else one over the local database; nothing is opened before a call. */
export function createClient(options: ClientOptions): Client {
  return options.config.server ? remoteClient(options) : localClient(options)
}

function localClient({ config, onProgress }: ClientOptions): Client {
  let opened: Promise<{ context: Context; close: () => Promise<void> }> | undefined
  return {
    where: config.databaseUrl ? 'DATABASE_URL' : config.home,
    async call(op, input) {
      const { invoke } = await import('../core/kernel/invoke.ts')
      const { context } = await (opened ??= openLocal(config, onProgress))
      return invoke(op, { ...context, report: {} }, input)
    },
    async close() {
      await opened?.then(({ close }) => close()).catch(() => {})
    },
  }
}

async function openLocal(config: Config, onProgress: (sentence: string) => void) {
  const { openLocalCore } = await import('./local.ts')
  return openLocalCore(config, onProgress)
}

function remoteClient({ config }: ClientOptions): Client {
  return {
    where: config.server ?? '',
    async call(op, input) {
      const { callRemote } = await import('./remote.ts')
      return callRemote(config, op, input)
    },
    close: async () => {},
  }
}
