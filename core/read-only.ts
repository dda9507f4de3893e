// Opens only the services that a read in the terminal needs, for the fastest start. core/startup.ts opens all
// of them, which takes most of the load time.
import type { Config } from './config.ts'
import { connect } from './database/connect.ts'
import { addressOf } from './database/embedded/address.ts'
import { knownSchema } from './database/schema-steps.ts'
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

/** Opens services for reading over the configured database. */
export function openReadOnly(config: Config): ReadOnlyServices {
  const sql = connect({
    at: config.databaseUrl ?? addressOf(config.home),
    poolSize: 1,
    name: 'crm',
    deadlineMs: QUERY_TIMEOUT_MS,
    // Nothing is tried again here.
    patient: { onSlow: () => {}, onClose: () => {} },
  })
  const owner = knownOwner(sql, (found) => found === knownSchema())
  owner.catch(() => {})
  return { services: { config, sql, clock: systemClock }, owner }
}
