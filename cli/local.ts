// The core in the terminal's own process, for the local owner. It connects immediately; starting, creating or
// migrating the database happens only if that fails.
import type { Config } from '../core/config.ts'
import {
  isReadySchema,
  isProbablyRunning,
  migrateDatabase,
  openServices,
  startDatabase,
  type OpenedServices,
} from '../core/startup.ts'
import { localOwner, localOwnerOf } from '../core/identity/local-owner.ts'
import { neverAborts } from '../core/kernel/call.ts'
import type { Context, Principal } from '../core/kernel/context.ts'
import { CrmError } from '../core/kernel/errors.ts'
import { lineLog } from '../core/kernel/log.ts'
import { acceptsInput } from './known-schemas.ts'
import { VERSION } from '../core/version.ts'

/** Takes the sentences and log lines that the person who waits is shown. */
type Progress = (sentence: string) => void

export interface Local {
  core: OpenedServices
  context: Context
}

/** A connection being opened, and the owner being looked up over it. */
export interface Startup {
  opened: OpenedServices
  /** Null if the schema needs migrating first. */
  owner: Promise<Principal | null>
}

/** Connects early, unless the database is not running: only a command that needs it starts it. */
export const startLocal = (config: Config, onProgress: Progress): Startup | undefined =>
  isProbablyRunning(config) ? begin(config, onProgress) : undefined

function begin(config: Config, onProgress: Progress): Startup {
  const opened = open(config, onProgress)
  const owner = localOwnerOf(opened.services, isReadySchema)
  // The error is reported when the core is opened; a command that does not open it is not affected.
  owner.catch(() => {})
  return { opened, owner }
}

/** Opens the core as the owner, starting and migrating the database if necessary. */
export async function openLocalCore(
  config: Config,
  onProgress: Progress,
  begun: Startup | undefined,
): Promise<Local> {
  if (!begun) await startDatabase(config, onProgress)
  const first = begun ?? begin(config, onProgress)
  try {
    const owner = await first.owner
    if (owner) return ready(first.opened, owner)
  } catch (error) {
    // A newer database is refused once more below, with the name of the version that wrote it.
    if (!isNewer(error)) {
      if (config.databaseUrl || !isAbsent(error)) throw error
      await startDatabase(config, onProgress)
    }
  }
  await first.opened.close()
  await migrateDatabase(config, onProgress)
  const second = open(config, onProgress)
  return ready(second, await localOwner(second.services))
}

const open = (config: Config, onProgress: Progress): OpenedServices =>
  openServices(
    { ...config, poolSize: 1 },
    { name: 'crm', log: lineLog(logLevelForTerminal(config), onProgress) },
  )

/** The log is read by the user, so info messages are shown only on request. */
const logLevelForTerminal = ({ logLevel }: Config) => (logLevel === 'info' ? 'error' : logLevel)

const isAbsent = (error: unknown): boolean =>
  error instanceof CrmError && error.code === 'database_unavailable'

const isNewer = (error: unknown): boolean => error instanceof CrmError && error.code === 'database_newer'

function ready(core: OpenedServices, principal: Principal): Local {
  const context: Context = {
    ...core.services,
    accepts: acceptsInput,
    principal,
    requestId: `cli_${process.pid}_${Date.now().toString(36)}`,
    client: `crm/${VERSION}`,
    signal: neverAborts,
    operation: '',
    report: {},
  }
  return { core, context }
}
