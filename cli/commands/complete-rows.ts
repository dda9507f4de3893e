// Completion candidates from the data: rows by short id, with their display names.
import { listAudit } from '../../core/audit/operations.ts'
import type { Entry } from '../../core/audit/entry.ts'
import { listPurchases } from '../../core/billing/purchases/operations.ts'
import { listEvents } from '../../core/calendar/operations.ts'
import { listContacts } from '../../core/contacts/operations.ts'
import { listKeys, listTokens, listUsers } from '../../core/identity/operations.ts'
import { listCities } from '../../core/intelligence/salaries/catalogue.ts'
import type { Job } from '../../core/jobs/job.ts'
import { listJobs } from '../../core/jobs/queries.ts'
import { shortId } from '../../core/kernel/id.ts'
import { listGrants } from '../../core/oauth/operations.ts'
import { listSeats } from '../../core/seats/operations.ts'
import { listDeliveries, listWebhooks } from '../../core/webhooks/operations.ts'
import type { Client } from '../client.ts'
import { describeChanges } from './audit.ts'
import { localDay } from '../ui/time.ts'

export type Candidate = readonly [word: string, about: string]

type Finder = (client: Client) => Promise<Candidate[]>

const contact: Finder = async (client) => {
  const { contacts } = await client.call(listContacts, { limit: 100 })
  return [
    ...contacts.map(({ name, company }): Candidate => [name, company ?? '']),
    ...contacts.map(({ id, name, company }): Candidate => [
      shortId(id),
      company ? `${name}, ${company}` : name,
    ]),
  ]
}

const delivery: Finder = async (client) => {
  const { deliveries } = await client.call(listDeliveries, { limit: 100 })
  return deliveries.map(({ id, event, status }) => [shortId(id), `${event}, ${status}`])
}

const changes =
  (isOffered: (entry: Entry) => boolean): Finder =>
  async (client) => {
    const { entries } = await client.call(listAudit, { limit: 50 })
    return entries
      .filter(isOffered)
      .map((entry) => [shortId(entry.id), `${entry.operation}: ${describeChanges(entry)}`])
  }

/** Clients that made recent changes, by the names that undo and audit use. */
const programs: Finder = async (client) => {
  const { entries } = await client.call(listAudit, { limit: 100 })
  return [...new Set(entries.map((entry) => entry.client))].map((name) => [name, ''])
}

const namesOf = (jobs: readonly Pick<Job, 'company' | 'role'>[]): Candidate[] =>
  jobs.map(({ company, role }) =>
    jobs.filter((other) => other.company === company).length === 1
      ? [company, role]
      : [`${company} ${role}`, ''],
  )

const companies: Finder = async (client) => {
  const { jobs } = await client.call(listJobs, { limit: 100 })
  return [...new Set(jobs.map(({ company }) => company))].map((company) => [company, ''])
}

export const ROWS: Readonly<Record<string, Finder>> = {
  async job(client) {
    const { jobs } = await client.call(listJobs, { limit: 100 })
    return [
      ...namesOf(jobs),
      ...jobs.map(({ id, company, role }): Candidate => [shortId(id), `${company} — ${role}`]),
    ]
  },
  company: companies,
  contact,
  from: contact,
  async event(client) {
    const { events } = await client.call(listEvents, { limit: 100 })
    return events.map(({ id, title, startsAt }) => [shortId(id), `${title}, ${localDay(startsAt)}`])
  },
  change: changes(() => true),
  'undo change': changes(({ undoable, undoneBy }) => undoable && undoneBy === null),
  client: programs,
  session: programs,
  async webhook(client) {
    const { webhooks } = await client.call(listWebhooks, { limit: 100 })
    return webhooks.map(({ id, url }) => [shortId(id), url])
  },
  delivery,
  which: delivery,
  async token(client) {
    const { tokens } = await client.call(listTokens, { limit: 100 })
    return tokens.filter(({ revokedAt }) => !revokedAt).map(({ id, name }) => [shortId(id), name])
  },
  async key(client) {
    const { keys } = await client.call(listKeys, { limit: 100 })
    return keys.filter(({ revokedAt }) => !revokedAt).map(({ id, name }) => [shortId(id), name])
  },
  async program(client) {
    const { grants } = await client.call(listGrants, {})
    return grants.map(({ id, clientName }) => [shortId(id), clientName])
  },
  async seat(client) {
    const { seats } = await client.call(listSeats, {})
    return seats.map(({ id, email }) => [shortId(id), email ?? ''])
  },
  async purchase(client) {
    const { purchases } = await client.call(listPurchases, { limit: 100 })
    return purchases.map(({ id, label, company }) => [
      shortId(id),
      [label, company].filter(Boolean).join(', '),
    ])
  },
  async user(client) {
    const { users } = await client.call(listUsers, { limit: 100 })
    return users.map(({ id, email, name }) => [email ?? id, name ?? ''])
  },
  async city(client) {
    const { data } = await client.call(listCities, {})
    return data.map(({ slug, name }) => [slug, name])
  },
}
