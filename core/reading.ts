// Opens only the services that a read in the terminal needs, for the fastest start. core/opening.ts opens all of
// them, and the others are most of what would be loaded.
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

/** Longer than any read takes. Whoever waits longer is better served by the program that can say why. */
const DEADLINE_MS = 4_000

export interface Reading {
  services: Pick<Services, 'config' | 'sql' | 'clock'>
  /** The local owner; null where somebody has to be made, or the schema brought up to date, first. */
  owner: Promise<Principal | null>
  /** What was asked with the owner. */
  ahead: PayAhead | null
}

/** Services for reading over the configured database, which may have been greeted already, and asked about pay. */
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

/** Sends the first message of two questions, in the words of the greeting. */
function askBoth(sql: Sql, beside: string) {
  const text = firstQuestion(beside)
  const answers = sql(Object.assign([text], { raw: [text] })).simple() as unknown as Promise<
    [OwnerAndSchema[], { tables: Rows }[]]
  >
  const extracts = answers.then(([, rows]) => rows)
  // Whoever waits for the owner hears of a failure; nobody may want these.
  extracts.catch(() => {})
  return { owner: answers.then(([[row]]) => row ?? { owner: null, schema: 0 }), extracts }
}

/** Beside these, the data behind answers about pay. */
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
