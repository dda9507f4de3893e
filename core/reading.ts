// Opens only the services that a read in the terminal needs, for the fastest start. core/opening.ts opens all of
// them, and the others are most of what would be loaded.
import type { Config } from './config.ts'
import { cacheFolder } from './data-folder.ts'
import { connect } from './database/connect.ts'
import { addressOf } from './database/embedded/address.ts'
import { knownSchema } from './database/known-schema.ts'
import { SESSION_NAME, type Greeting } from './greeting.ts'
import { knownOwner } from './identity/local-owner.ts'
import { importedDataOf } from './intelligence/imports/imported-data.ts'
import { createIntelligence } from './intelligence/intelligence.ts'
import { systemClock } from './kernel/clock.ts'
import type { Principal, Services } from './kernel/context.ts'

/** Longer than any read takes. Whoever waits longer is better served by the program that can say why. */
const DEADLINE_MS = 4_000

export interface Reading {
  services: Pick<Services, 'config' | 'sql' | 'clock'>
  /** The local owner; null where somebody has to be made, or the schema brought up to date, first. */
  owner: Promise<Principal | null>
}

/** Services for reading over the configured database, which may have been greeted already. */
export function openForReading(config: Config, greeting: Greeting | undefined): Reading {
  const sql = connect({
    at: config.databaseUrl ?? addressOf(config.home),
    poolSize: 1,
    name: SESSION_NAME,
    deadlineMs: DEADLINE_MS,
    greeted: greeting?.socket,
  })
  const owner = knownOwner(sql, (found) => found === knownSchema())
  owner.catch(() => {})
  return { services: { config, sql, clock: systemClock }, owner }
}

/** Beside these, the data behind answers about pay. */
export const payServices = ({ config, sql }: Reading['services']): Pick<Services, 'intelligence'> => ({
  intelligence: createIntelligence({
    resident: false,
    cache: cacheFolder(config.home),
    beside: importedDataOf(sql),
  }),
})
