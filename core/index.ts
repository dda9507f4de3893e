// The core as the gateway opens it: the services and every operation.
import type { Config } from './config.ts'
import { forgetOldCopies } from './database/embedded.ts'
import { sessionsAt } from './database/connect.ts'
import { superviseServer } from './database/supervisor.ts'
import type { Operation } from './kernel/operation.ts'
import { openServices, readyDatabase, type OpenedServices, type OpenOptions } from './startup.ts'
import { operations } from './operations.ts'
import { startWorkers, type RunningWorkers } from './background/worker.ts'
import { WORKERS } from './workers.ts'

export * from './startup.ts'
export { claimOnce } from './database/idempotency.ts'

export interface Core extends OpenedServices {
  operations: readonly Operation[]
}

export async function openReadyCore(config: Config, options: OpenOptions = {}): Promise<Core> {
  await readyDatabase(config, options.onProgress)
  if (config.databaseUrl)
    return openCore(config, { ...options, sessions: await sessionsAt(config.databaseUrl) })
  const core = openCore(config, options)
  const supervisor = superviseServer(config.home, core.services.log)
  return {
    ...core,
    async close() {
      supervisor.stop()
      await core.close()
      await forgetOldCopies(config.home)
    },
  }
}

export const openCore = (config: Config, options: OpenOptions = {}): Core => ({
  ...openServices(config, options),
  operations,
})

export const startAllWorkers = ({ services }: Core): RunningWorkers => startWorkers(services, WORKERS)
