// Operations on references: which records a typed word, name or fragment of an id may mean.
import type { Sql } from '../database/connect.ts'
import { Id, text } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import type { Scope } from '../kernel/scope.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import { matching } from './match.ts'
import * as store from './store.ts'

const ReferenceIn = lazySchema((z) =>
  z.strictObject({
    ref: text(z, 200).describe('An id, its last eight digits, at least four of them, or words of the name.'),
  }),
)

export const References = lazySchema((z) =>
  z.strictObject({
    matches: z
      .array(
        z.strictObject({
          id: Id(),
          name: z.string().describe('As it is shown: “Acme — Engineer”.'),
          label: z.string().describe('In one word or name: “Acme”.'),
        }),
      )
      .describe('Those that fit best, latest changed first; one when the reference is clear.'),
    total: z.int().describe('How many fit equally well.'),
  }),
)
export type References = Parsed<typeof References>

/** The most candidates that an answer lists. */
const MAX_MATCHES = 50

const finding = (
  noun: 'jobs' | 'contacts' | 'events' | 'activities' | 'offers',
  access: Scope,
  list: (sql: Sql, userId: string, ref: string) => PromiseLike<store.NameRow[]>,
) =>
  operation({
    name: `references.${noun}`,
    summary: `Find which of your ${noun} a reference means.`,
    http: `GET /api/mcp/references/${noun}`,
    access,
    effect: 'read',
    input: ReferenceIn,
    output: References,
    async run({ sql, principal }, { ref }) {
      const found = matching(ref, await list(sql, principal.userId, ref))
      const matches = found.slice(0, MAX_MATCHES).map(({ id, name, label }) => ({ id, name, label }))
      return { matches, total: found.length }
    },
  })

export const findJobs = finding('jobs', 'jobs:read', store.listJobNames)
export const findContacts = finding('contacts', 'contacts:read', store.listContactNames)
export const findEvents = finding('events', 'calendar:read', store.listEventNames)
export const findActivities = finding('activities', 'activities:read', (sql, userId, ref) =>
  store.listActivityNames(sql, userId, /^[0-9a-f-]{4,36}$/i.test(ref) ? ref.toLowerCase() : ''),
)

export const findOffers = finding('offers', 'offers:read', store.listOfferNames)

export const operations = [findJobs, findContacts, findEvents, findActivities, findOffers]
