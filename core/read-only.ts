// Opens only the services that a read in the terminal needs, for the fastest start. core/startup.ts opens all
// of them, which takes most of the load time.
import type { Config } from './config.ts'
import { connect } from './database/connect.ts'
import { addressOf } from './database/embedded/address.ts'
import { knownSchema } from './database/known-schema.ts'
import { SESSION_NAME, type Preconnection } from './preconnect.ts'
import { knownOwner } from './identity/local-owner.ts'
import { systemClock } from './kernel/clock.ts'
import type { Principal, Services } from './kernel/context.ts'

/** On a timeout the full program takes over, says what it waits for, and waits. */
const QUERY_TIMEOUT_MS = 1_000

export interface ReadOnlyServices {
  services: Pick<Services, 'config' | 'sql' | 'clock'>
  /** The local owner; null when the owner must be created or the schema migrated first. */
  owner: Promise<Principal | null>
}

/** Opens services for reading over the configured database, to which the early connection may be open already. */
export function openReadOnly(config: Config, preconnection: Preconnection | undefined): ReadOnlyServices {
  const sql = connect({
    at: config.databaseUrl ?? addressOf(config.home),
    poolSize: 1,
    name: SESSION_NAME,
    deadlineMs: QUERY_TIMEOUT_MS,
    socket: preconnection && (() => preconnection.socket),
  })
  const owner = knownOwner(sql, (found) => found === knownSchema())
  owner.catch(() => {})
  return { services: { config, sql, clock: systemClock }, owner }
}
