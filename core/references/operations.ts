// Finds the records that a typed word, name or part of an id may mean.
import type { Sql } from '../database/connect.ts'
import { Id, text, type Parsed, objectSchema } from '../kernel/schema.ts'
import { operation } from '../kernel/operation.ts'
import type { Scope } from '../kernel/scope.ts'
import { clockText } from '../kernel/clock.ts'
import { bare, matching, near } from './match.ts'
import * as store from './store.ts'

const NamedOut = objectSchema((z) => ({
  id: Id(),
  name: z.string().describe('As it is shown: “Acme — Engineer”.'),
  label: z.string().describe('In one word or name: “Acme”.'),
}))

const ReferenceIn = objectSchema((z) => ({
  ref: text(z, 200).describe('An id, its last eight digits, at least four of them, or words of the name.'),
}))

export const References = objectSchema((z) => ({
  matches: z
    .array(NamedOut())
    .describe('The best matches, latest changed first; one if the reference is clear.'),
  total: z.int().describe('How many fit equally well.'),
  near: z.array(NamedOut()).describe('If none fits: those with similar names.'),
}))
export type References = Parsed<typeof References>

const MAX_MATCHES = 50

const finding = <One extends store.NameRow>(
  noun: 'jobs' | 'contacts' | 'events' | 'activities' | 'offers',
  access: Scope,
  list: (sql: Sql, userId: string, ref: string) => PromiseLike<readonly One[]>,
  detailOf?: (row: One, found: readonly One[]) => string,
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
      const among = await list(sql, principal.userId, ref)
      const found = matching(ref, among)
      const nameOf = (row: One) => [row.name, detailOf?.(row, found)].filter(Boolean).join(', ')
      const shown = (row: One) => ({ id: row.id, name: nameOf(row), label: row.label })
      return {
        matches: found.slice(0, MAX_MATCHES).map(shown),
        total: found.length,
        near: found.length ? [] : near(ref, among).map(shown),
      }
    },
  })

const timeOf = ({ startsAt, timeZone }: store.EventRow): string =>
  clockText(startsAt, timeZone ?? 'UTC').replace(/^\w+ /, '')

const detail = (row: store.DetailedRow): string => row.detail

/** Only records of the same name need a detail. */
const ofTwins = (row: store.DetailedRow, found: readonly store.DetailedRow[]): string =>
  found.some(({ id, name }) => name === row.name && id !== row.id) ? row.detail : ''

export const findJobs = finding('jobs', 'jobs:read', store.listJobNames, ofTwins)
export const findContacts = finding('contacts', 'contacts:read', store.listContactNames, ofTwins)
export const findEvents = finding('events', 'calendar:read', store.listEventNames, timeOf)
export const findActivities = finding(
  'activities',
  'activities:read',
  (sql, userId, ref) => {
    const digits = bare(ref).toLowerCase()
    return store.listActivityNames(sql, userId, /^[0-9a-f-]{4,36}$/.test(digits) ? digits : '')
  },
  detail,
)
export const findOffers = finding('offers', 'offers:read', store.listOfferNames, detail)

export const operations = [findJobs, findContacts, findEvents, findActivities, findOffers]
