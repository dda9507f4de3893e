// Opens only the services that a read in the terminal needs, for the fastest start. core/startup.ts opens all
// of them, which takes most of the load time.
import type { Config } from './config.ts'
import { cacheFolder } from './data-folder.ts'
import { connect, type Sql } from './database/connect.ts'
import { addressOf } from './database/embedded/address.ts'
import { knownSchema } from './database/known-schema.ts'
import { firstQuery, SESSION_NAME, type Preconnection } from './preconnect.ts'
import { knownOwner } from './identity/local-owner.ts'
import type { OwnerAndSchema } from './identity/owner-query.ts'
import { importedDataOf } from './intelligence/imports/imported-data.ts'
import { createIntelligence, type PrefetchedExtracts } from './intelligence/intelligence.ts'
import type { PaySlugs, Rows } from './intelligence/library/extract-keys.ts'
import { payQuery } from './intelligence/pay-query.ts'
import { systemClock } from './kernel/clock.ts'
import type { Principal, Services } from './kernel/context.ts'

/** Longer than any read takes. On a timeout the full program takes over and reports the cause. */
const QUERY_TIMEOUT_MS = 4_000

export interface ReadOnlyServices {
  services: Pick<Services, 'config' | 'sql' | 'clock'>
  /** The local owner; null when the owner must be created or the schema migrated first. */
  owner: Promise<Principal | null>
  /** The pay rows fetched together with the owner. */
  prefetched: PrefetchedExtracts | null
}

/**
 * Opens services for reading over the configured database. The early connection may already have connected and sent
 * the pay query.
 */
export function openReadOnly(
  config: Config,
  preconnection: Preconnection | undefined,
  slugs: PaySlugs | null,
): ReadOnlyServices {
  const sql = connect({
    at: config.databaseUrl ?? addressOf(config.home),
    poolSize: 1,
    name: SESSION_NAME,
    deadlineMs: QUERY_TIMEOUT_MS,
    preconnected: preconnection?.socket,
  })
  const extraQuery = slugs && payQuery(slugs)
  const pending = slugs && extraQuery ? queryBoth(sql, extraQuery) : null
  const owner = knownOwner(sql, (found) => found === knownSchema(), pending?.owner)
  owner.catch(() => {})
  const prefetched = slugs && pending && { ...slugs, extracts: pending.extracts }
  return { services: { config, sql, clock: systemClock }, owner, prefetched }
}

/** Sends both queries in one message, with the same text as the early connection. */
function queryBoth(sql: Sql, extraQuery: string) {
  const text = firstQuery(extraQuery)
  const answers = sql(Object.assign([text], { raw: [text] })).simple() as unknown as Promise<
    [OwnerAndSchema[], { tables: Rows }[]]
  >
  const extracts = answers.then(([, rows]) => rows)
  // A failure is reported through `owner`; this only prevents an unhandled rejection.
  extracts.catch(() => {})
  return { owner: answers.then(([[row]]) => row ?? { owner: null, schema: 0 }), extracts }
}

/** Adds the pay data to the services. */
export const payServices = ({
  services: { config, sql },
  prefetched,
}: ReadOnlyServices): Pick<Services, 'intelligence'> => ({
  intelligence: createIntelligence({
    resident: false,
    cache: cacheFolder(config.home),
    imported: importedDataOf(sql),
    prefetched,
  }),
})
