// Opens the services that operations need. It imports no operation: loading all would take 4 ms of a terminal command's 40.
import { existsSync } from 'node:fs'
import { createStripe } from './billing/stripe.ts'
import { createModels } from './assistants/model.ts'
import { modelHosts } from './assistants/providers.ts'
import type { Config } from './config.ts'
import { createNotifier } from './background/worker.ts'
import { connect, withMaintenance, type Sessions, type Sql } from './database/connect.ts'
import { type Address, addressOf, layoutOf } from './database/embedded/address.ts'
import { isUnfinished, readState } from './database/embedded/state.ts'
import type { Upgrade } from './database/embedded.ts'
import type { Tell } from './database/embedded/lock.ts'
import type { Patient, StatementObserver } from './database/guard.ts'
import { knownSchema } from './database/schema-steps.ts'
import { A_NEWER_CRM, migrate, schemaOf } from './database/migrate.ts'
import { asUnavailable } from './database/unreachable.ts'
import { overlaysOf } from './intelligence/imports/served.ts'
import { createIntelligence } from './intelligence/intelligence.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import type { Services } from './kernel/context.ts'
import { fail } from './kernel/errors.ts'
import { lineLog, type Log } from './kernel/log.ts'
import type { LimitName } from './kernel/family.ts'
import { createLimiter } from './limits/limiter.ts'
import { type Limit, LIMITS } from './limits/limits.ts'
import { UNDO_HANDLERS } from './undo-handlers.ts'
import { createVault, rootKey } from './vault.ts'
import { createCredentialCache } from './identity/credential-cache.ts'
import { createIssuers } from './identity/issuers.ts'
import { createPasswords } from './identity/passwords.ts'

export { isLost } from './database/retry.ts'
export type { StatementObserver as Statements }

export type OpenedServices = ReturnType<typeof openServices>

/** The client-side query timeout; Postgres itself stops a statement after five seconds. */
const QUERY_TIMEOUT_MS = 6_000
/** The same for the terminal, which waits for a paused or busy database. */
const PATIENT_TIMEOUT_MS = 60_000

/** A pooler's connections run one statement at a time and cost the database nothing, so crm opens more of them. */
const POOLER_FACTOR = 4

export const databaseAddressOf = (config: Config): string | Address =>
  config.databaseUrl ?? addressOf(config.home)

export interface OpenOptions {
  log?: Log
  onProgress?: Tell
  name?: string
  patient?: Patient
  resident?: boolean
  statements?: StatementObserver
  sessions?: Sessions
  /** Replaces the limits, so that a load test measures the product and not refusals. */
  limits?: Readonly<Record<LimitName, Limit>>
}

/**
 * Starts or upgrades the embedded server, or migrates the schema at DATABASE_URL. `started` says whether it started a server, and
 * `applied` has the migrations that it applied.
 */
export async function readyDatabase(config: Config, onProgress?: Tell) {
  const upgrade = upgradeOf(config)
  try {
    if (config.databaseUrl) return { started: false, applied: await upgrade.run() }
    const { ensureServer } = await import('./database/embedded.ts')
    return await ensureServer(config.home, { onProgress, upgrade })
  } catch (error) {
    // Also reports a failure of the file system, such as a full disk.
    throw asUnavailable(error)
  }
}

/** Stops the embedded server and deletes the copies of finished upgrades. Returns whether a server ran. */
export async function stopDatabase(config: Config, onProgress?: Tell): Promise<boolean> {
  const { stopServer } = await import('./database/embedded.ts')
  return stopServer(config.home, { onProgress, upgrade: upgradeOf(config) })
}

/** Runs a restore under the lock of the embedded database. */
export async function whileRestoring<T>(config: Config, restore: () => Promise<T>, onProgress?: Tell) {
  const upgrade = upgradeOf(config)
  if (config.databaseUrl === null) {
    const { restoreHome } = await import('./database/embedded.ts')
    return restoreHome(config.home, upgrade, restore, onProgress)
  }
  // A backup has imported pay data, but not the tables that are computed from them.
  const restored = await restore()
  await upgrade.run()
  return restored
}

const upgradeOf = (config: Config): Upgrade => ({
  known: knownSchema(),
  find: () => withMaintenance(databaseAddressOf(config), schemaOf),
  run: () =>
    withMaintenance(databaseAddressOf(config), async (sql) => {
      const applied = await migrate(sql)
      const { renewInUse } = await import('./intelligence/imports/in-use.ts')
      await renewInUse(sql, config.databaseUrl === null ? config.home : null)
      return applied
    }),
})

export function openServices(config: Config, options: OpenOptions = {}) {
  const log = options.log ?? lineLog(config.logLevel, (line) => process.stderr.write(`${line}\n`))
  const pooled = options.sessions?.lasting === false
  const sql = connect({
    at: databaseAddressOf(config),
    poolSize: pooled ? config.poolSize * POOLER_FACTOR : config.poolSize,
    name: options.name ?? 'crm',
    deadlineMs: options.patient ? PATIENT_TIMEOUT_MS : QUERY_TIMEOUT_MS,
    patient: options.patient,
    sessions: options.sessions,
    statements: options.statements,
  })
  const clock = systemClock
  const services: Services = {
    config,
    sql,
    clock,
    log,
    notifier: createNotifier(),
    limiter: createLimiter(options.limits ?? LIMITS, { sql, log }),
    stripe: createStripe(config),
    intelligence: createIntelligence({
      resident: options.resident ?? false,
      overlays: overlaysOf(sql),
    }),
    models: createModels(() => modelHosts(config)),
    undoHandlers: UNDO_HANDLERS,
    ...identityServices(config, clock, log),
  }
  return {
    services,
    async close(): Promise<void> {
      services.intelligence.close()
      await Promise.all([services.limiter.close(), services.models.close()])
      await sql.end({ timeout: 5 })
    },
  }
}

/** Whether a connection may succeed: the embedded socket exists and its home is complete, or there is another database. */
export const isProbablyRunning = ({ databaseUrl, home }: Config): boolean => {
  if (databaseUrl) return true
  // An upgrade or restore that a killed process left must be finished first, even if the server answers.
  if (isUnfinished(readState(layoutOf(home)))) return false
  const { socketFolder, port, tcp } = addressOf(home)
  return existsSync(tcp ? `${layoutOf(home).data}/postmaster.pid` : `${socketFolder}/.s.PGSQL.${port}`)
}

/** Compares the schema of the database with this program's. Throws `database_newer` for a newer one. */
export const checkSchema = async (sql: Sql): Promise<'ready' | 'older'> =>
  isReadySchema(await schemaOf(sql)) ? 'ready' : 'older'

/** Whether this is the schema that the program needs. Throws `database_newer` for a newer one. */
export function isReadySchema(found: number): boolean {
  const known = knownSchema()
  if (found > known) fail('database_newer', { found, known, writer: A_NEWER_CRM })
  return found === known
}

/** These services load what they need on first use: the root key, and the libraries for hashes and JWTs. */
export const identityServices = (config: Config, clock: Clock, log: Log) => ({
  vault: createVault(() => rootKey(config, log)),
  credentials: createCredentialCache(clock),
  passwords: createPasswords(),
  issuers: createIssuers(config),
})
