// Connects to the embedded server before the core is loaded, and sends the first query that opening the core needs.
import type { Config } from './config.ts'
import { addressOf } from './database/embedded/address.ts'
import { preconnect, type Preconnection } from './database/preconnect.ts'
import { ownerQuery } from './identity/owner-query.ts'

export type { Preconnection }

/** The application name shown in pg_stat_activity. */
export const SESSION_NAME = 'crm'

/** Starts connecting to the embedded server; undefined when another database is configured. */
export function preconnectDatabase(config: Config): Preconnection | undefined {
  if (config.databaseUrl !== null) return undefined
  const address = addressOf(config.home)
  // A server that asks for a password cannot be sent a query with the first bytes.
  return address.tcp ? undefined : preconnect(address, SESSION_NAME, ownerQuery())
}
