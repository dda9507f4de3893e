// The core as the gateway opens it: services and every operation.
import type { Config } from './config.ts'
import type { Operation } from './kernel/operation.ts'
import { migrateDatabase, openServices, startDatabase, type Opened, type OpenOptions } from './opening.ts'
import { operations } from './operations.ts'

export * from './opening.ts'

export interface Core extends Opened {
  operations: readonly Operation[]
}

/** A core whose database runs and is migrated. */
export async function openReadyCore(config: Config, options: OpenOptions = {}): Promise<Core> {
  await startDatabase(config, options.onProgress)
  await migrateDatabase(config)
  return openCore(config, options)
}

/** A core over the configured database, which is not touched before the first query. */
export const openCore = (config: Config, options: OpenOptions = {}): Core => ({
  ...openServices(config, options),
  operations,
})
