// Opens only the services that a read in the terminal needs, for the fastest start. core/opening.ts opens all
// of them, which takes most of the load time.
import type { Config } from './config.ts'
import { cacheFolder } from './data-folder.ts'
import { connect, type Sql } from './database/connect.ts'
import { addressOf } from './database/embedded/address.ts'
import { knownSchema } from './database/known-schema.ts'
import { firstQuestion, SESSION_NAME, type Greeting } from './greeting.ts'
import { knownOwner } from './identity/local-owner.ts'
import type { OwnerAndSchema } from './identity/owner-question.ts'
import { importedDataOf } from './intelligence/imports/imported-data.ts'
import { createIntelligence, type PayAhead } from './intelligence/intelligence.ts'
import type { PaySlugs, Rows } from './intelligence/library/extract-keys.ts'
import { payQuestion } from './intelligence/pay-question.ts'
import { systemClock } from './kernel/clock.ts'
import type { Principal, Services } from './kernel/context.ts'

/** Longer than any read takes. On a timeout the full program takes over and reports the cause. */
const DEADLINE_MS = 4_000

export interface Reading {
  services: Pick<Services, 'config' | 'sql' | 'clock'>
  /** The local owner; null when the owner must be created or the schema migrated first. */
  owner: Promise<Principal | null>
  /** The pay rows fetched together with the owner. */
  ahead: PayAhead | null
}

/**
 * Opens services for reading over the configured database. The greeting may already have connected and sent
 * the pay query.
 */
export function openForReading(
  config: Config,
  greeting: Greeting | undefined,
  slugs: PaySlugs | null,
): Reading {
  const sql = connect({
    at: config.databaseUrl ?? addressOf(config.home),
    poolSize: 1,
    name: SESSION_NAME,
    deadlineMs: DEADLINE_MS,
    greeted: greeting?.socket,
  })
  const beside = slugs && payQuestion(slugs)
  const asked = slugs && beside ? askBoth(sql, beside) : null
  const owner = knownOwner(sql, (found) => found === knownSchema(), asked?.owner)
  owner.catch(() => {})
  const ahead = slugs && asked && { ...slugs, extracts: asked.extracts }
  return { services: { config, sql, clock: systemClock }, owner, ahead }
}

/** Sends both queries in one message, with the same text as the greeting. */
function askBoth(sql: Sql, beside: string) {
  const text = firstQuestion(beside)
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
  ahead,
}: Reading): Pick<Services, 'intelligence'> => ({
  intelligence: createIntelligence({
    resident: false,
    cache: cacheFolder(config.home),
    beside: importedDataOf(sql),
    ahead,
  }),
})
