// The core in the terminal's own process, for the local owner. It connects at once, and prepares the home only if that fails.
// If the database stops, is upgraded or dies during a command, crm waits for it and continues.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../core/config.ts'
import {
  isLost,
  isReadySchema,
  isProbablyRunning,
  openServices,
  readyDatabase,
  type OpenedServices,
} from '../core/startup.ts'
import { localOwner, localOwnerIfMigrated } from '../core/identity/local-owner.ts'
import { neverAborts, type Context, type Idempotency, type Principal } from '../core/kernel/context.ts'
import { MINUTE_MS, uptimeMs } from '../core/kernel/clock.ts'
import { CrmError } from '../core/kernel/errors.ts'
import { familyOf } from '../core/kernel/family.ts'
import { newId } from '../core/kernel/id.ts'
import { lineLog } from '../core/kernel/log.ts'
import { once } from '../core/kernel/once.ts'
import type { Operation } from '../core/kernel/operation.ts'
import { acceptsInput } from './known-schemas.ts'
import { VERSION } from '../core/version.ts'

type Progress = (sentence: string) => void

export type Local = ReturnType<typeof localCore>

interface OpenHome {
  core: OpenedServices
  owner: Promise<Principal | null>
  /** Set after a connection closed. The owner is then looked up again, because a backup may have been restored. */
  isOver: boolean
}

const PATIENCE_MS = MINUTE_MS
const PAUSE_MS = 50

export function localCore(config: Config, onProgress: Progress) {
  let opened: OpenHome | undefined
  const tellOnce = once(() => onProgress('Waiting for the database.'))

  const closed = async (): Promise<void> => {
    const lost = opened
    opened = undefined
    await lost?.core.close().catch(() => {})
  }

  let preparing: Promise<Context> | undefined
  /** The services and the owner. Concurrent calls share one start; otherwise each would wait for the lock. */
  const ready = (): Promise<Context> => (preparing ??= prepared().finally(() => (preparing = undefined)))

  const prepared = async (): Promise<Context> => {
    if (opened?.isOver) await closed()
    if (!opened && !isProbablyRunning(config)) await readyDatabase(config, onProgress)
    opened ??= open(config, tellOnce, onProgress)
    const owner = await opened.owner.catch((error: unknown) => {
      // The code below refuses a newer database, and names the version that wrote it.
      const isNewer = error instanceof CrmError && error.code === 'database_newer'
      if (!isNewer && !(isLost(error) && config.databaseUrl === null)) throw error
      return null
    })
    if (owner) return contextOf(opened.core, owner)
    await closed()
    await readyDatabase(config, onProgress)
    opened = open(config, tellOnce, onProgress)
    return contextOf(opened.core, (await opened.owner) ?? (await localOwner(opened.core.services)))
  }

  const context = () => (config.databaseUrl === null ? untilAnswered(ready, closed) : ready())

  return {
    /** Connects early, unless the database is not running. Only a command that needs the database starts it. */
    begin: () => void (opened ??= isProbablyRunning(config) ? open(config, tellOnce, onProgress) : undefined),
    /** The owner's context over an open connection, reopened after a loss. */
    context,
    /** Runs a call, and repeats it after a lost connection. An idempotency key ensures a single effect. */
    run<T>(op: Operation, call: (context: Context) => Promise<T>): Promise<T> {
      const idempotency = keyFor(op)
      // crm does not start the database at DATABASE_URL, so it does not wait for one that was never reached.
      let mayReturn = config.databaseUrl === null
      const done = async () => {
        const found = await context()
        mayReturn = true
        return call({ ...found, idempotency, report: {} })
      }
      const isRepeatable = () => mayReturn && (idempotency !== undefined || op.effect === 'read')
      return untilAnswered(done, closed, isRepeatable)
    },
    /** Closes the connection, for a process that continues. */
    async close(): Promise<void> {
      // The driver ends a connection that is refused meanwhile only after its timeout.
      await opened?.owner.catch(() => {})
      await closed()
    },
  }
}

function open(config: Config, onSlow: () => void, onProgress: Progress): OpenHome {
  const patient = { onSlow, onClose: () => (opened.isOver = true) }
  const log = lineLog(logLevelForTerminal(config), onProgress)
  const core = openServices({ ...config, poolSize: 1 }, { name: 'crm', log, patient })
  const opened: OpenHome = { core, owner: localOwnerIfMigrated(core.services, isReadySchema), isOver: false }
  // The error is reported when the core is used; a command that does not use it is not affected.
  opened.owner.catch(() => {})
  return opened
}

/** Runs work with a database's services, then closes them. The database may be another one than ours. */
export async function withServices<T>(
  config: Config,
  work: (services: OpenedServices['services']) => Promise<T>,
): Promise<T> {
  const core = openServices({ ...config, poolSize: 1 })
  return work(core.services).finally(() => core.close())
}

/** Repeats work after a lost connection, for a minute. */
async function untilAnswered<T>(
  work: () => Promise<T>,
  onLost: () => Promise<void>,
  may = () => true,
): Promise<T> {
  for (const began = uptimeMs(); ; await sleep(PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isLost(error) || !may() || uptimeMs() - began > PATIENCE_MS) throw error
      await onLost()
    }
  }
}

/** Calls to a model or Stripe get no key, because repeating them costs money. */
function keyFor(op: Operation): Idempotency | undefined {
  if (op.effect === 'read' || !['pipeline', 'account'].includes(familyOf(op).name)) return undefined
  const key = newId()
  return { key, fingerprint: createHash('sha256').update(key).digest() }
}

/** The log is read by the user, so info messages are shown only on request. */
const logLevelForTerminal = ({ logLevel }: Config) => (logLevel === 'info' ? 'error' : logLevel)

const contextOf = ({ services }: OpenedServices, principal: Principal): Context => ({
  ...services,
  accepts: acceptsInput,
  principal,
  requestId: `cli_${process.pid}_${Date.now().toString(36)}`,
  client: `crm/${VERSION}`,
  signal: neverAborts,
  operation: '',
  report: {},
})
