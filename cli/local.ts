// The core in the terminal's own process, for the local owner. The database is tried at once; starting it, making it
// and migrating it are what happens when that fails.
import type { Config } from '../core/config.ts'
import {
  checkSchema,
  looksRunning,
  migrateDatabase,
  openServices,
  startDatabase,
  type Opened,
} from '../core/opening.ts'
import { localOwner } from '../core/identity/local-owner.ts'
import { accepts } from '../core/kernel/accepts.ts'
import type { Context, Principal } from '../core/kernel/context.ts'
import { CrmError } from '../core/kernel/errors.ts'
import { lineLog } from '../core/kernel/log.ts'
import { readSchemas } from './known-schemas.ts'
import type { OperationSchema } from './schemas.ts'
import { VERSION } from '../core/version.ts'

export interface Local {
  core: Opened
  context: Context
  close(): Promise<void>
}

/** Opens the core as the owner, starting and migrating the database when that is needed. */
export async function openLocalCore(config: Config, onProgress: (sentence: string) => void): Promise<Local> {
  if (!looksRunning(config)) await startDatabase(config, onProgress)
  const first = open(config)
  try {
    const owner = await signIn(first)
    if (owner) return ready(first, owner)
  } catch (error) {
    if (config.databaseUrl || !isAbsent(error)) throw error
    await startDatabase(config, onProgress)
  } finally {
    // Nothing to close on the way that worked: `ready` has returned by then.
  }
  await first.close()
  await migrateDatabase(config)
  const second = open(config)
  return ready(second, await localOwner(second.services))
}

const open = (config: Config): Opened =>
  openServices(
    { ...config, poolSize: 1 },
    { name: 'crm', log: lineLog(terminalLevel(config), (line) => process.stderr.write(`${line}\n`)) },
  )

/** A person reads this log: only what they asked for. */
const terminalLevel = ({ logLevel }: Config) => (logLevel === 'info' ? 'error' : logLevel)

/** The owner, or null when the schema has to be brought up to date first. */
async function signIn({ services }: Opened): Promise<Principal | null> {
  const [schema, owner] = await Promise.allSettled([checkSchema(services.sql), localOwner(services)])
  if (schema.status === 'rejected') throw schema.reason
  if (schema.value === 'older') return null
  if (owner.status === 'rejected') throw owner.reason
  return owner.value
}

const isAbsent = (error: unknown): boolean =>
  error instanceof CrmError && error.code === 'database_unavailable'

function ready(core: Opened, principal: Principal): Local {
  const context: Context = {
    ...core.services,
    accepts: acceptor(),
    principal,
    requestId: `cli_${process.pid}_${Date.now().toString(36)}`,
    client: `crm/${VERSION}`,
    signal: new AbortController().signal,
    operation: '',
    report: {},
  }
  return { core, context, close: () => core.close() }
}

function acceptor(): NonNullable<Context['accepts']> {
  let schemas: Record<string, OperationSchema> | undefined
  return (name, input) => {
    const schema = (schemas ??= readSchemas())[name]
    return schema !== undefined && accepts(schema.input, input)
  }
}
