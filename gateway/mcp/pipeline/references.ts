// Resolves a record from a model's reference: an id, its last eight digits, or plain words such as “acme”.
import { listEvents } from '../../../core/calendar/operations.ts'
import type { CalendarEvent } from '../../../core/calendar/record.ts'
import { listContacts } from '../../../core/contacts/operations.ts'
import { listJobs } from '../../../core/jobs/operations.ts'
import { DAY_MS, isoOf } from '../../../core/kernel/clock.ts'
import { fail } from '../../../core/kernel/errors.ts'
import { getOffer, listOffers } from '../../../core/offers/operations.ts'
import type { Offer } from '../../../core/offers/offer.ts'
import { isId, isShortId, shortId } from '../../../core/kernel/id.ts'
import { invalidInput } from '../../../core/kernel/schema.ts'
import type { Zod } from '../../../core/kernel/zod.ts'
import type { ToolContext } from '../tool-context.ts'
import { eventLine, jobName, offerLine } from './record-text.ts'

interface Named {
  id: string
  name: string
  /** What else it is called. */
  also: readonly string[]
}

/** The schema of a reference to a record. */
export const referenceIn = (z: Zod, like: string) =>
  z.string().max(200).describe(`Id, last 8 digits, or words: “${like}”.`)

const candidates = {
  async job(ctx: ToolContext, ref: string): Promise<Named[]> {
    const { jobs } = await ctx.ask(listJobs, { ref, limit: 25 })
    return jobs.map((job) => ({
      id: job.id,
      name: jobName(job),
      also: [job.company, `${job.company} ${job.role}`],
    }))
  },
  async contact(ctx: ToolContext, ref: string): Promise<Named[]> {
    const { contacts } = await ctx.ask(listContacts, { ref, limit: 25 })
    return contacts.map(({ id, name, company }) => ({
      id,
      name: company ? `${name} (${company})` : name,
      also: [name],
    }))
  },
}

type Kind = keyof typeof candidates

const MISSING = { job: 'job_not_found', contact: 'contact_not_found' } as const
const SEARCH = { job: 'search_jobs', contact: 'search_contacts' } as const

/** Most candidates shown for an ambiguous reference. */
const MAX_SHOWN = 10

async function find(kind: Kind, ctx: ToolContext, said: string): Promise<string> {
  const text = said.trim()
  if (isId(text)) return text.toLowerCase()
  if (!text) throw invalidInput([{ path: kind, message: 'must name one' }])
  const found = await candidates[kind](ctx, text)
  const exact = isShortId(text)
    ? found.filter(({ id }) => shortId(id) === text.toLowerCase())
    : found.filter(({ name, also }) => [name, ...also].some((one) => sameText(one, text)))
  const [only, second] = exact.length === 1 ? exact : found
  if (!only) return fail(MISSING[kind], { id: `“${text}”` }, { hint: `Find it with ${SEARCH[kind]}.` })
  if (!second) return only.id
  const shown = found.slice(0, MAX_SHOWN).map(({ id, name }) => `[${shortId(id)}] ${name}`)
  const more = found.length > MAX_SHOWN ? ['…'] : []
  return fail(
    'ambiguous',
    { text, count: found.length, candidates: [...shown, ...more].join('\n') },
    { hint: 'Call again with the eight digits in brackets.' },
  )
}

const sameText = (a: string, b: string): boolean => a.localeCompare(b, 'en', { sensitivity: 'base' }) === 0

/** The id of the referenced job. Throws `job_not_found`, `ambiguous`. */
export const findJob = (ctx: ToolContext, said: string): Promise<string> => find('job', ctx, said)

/** The id of the referenced contact. Throws `contact_not_found`, `ambiguous`. */
export const findContact = (ctx: ToolContext, said: string): Promise<string> => find('contact', ctx, said)

/** How far back to search for an event. */
const EVENT_PAST_MS = 90 * DAY_MS

/**
 * The referenced event: by id, its last eight digits, or
 * part of its title. Throws `event_not_found`, `ambiguous`.
 */
export async function findEvent(ctx: ToolContext, said: string): Promise<CalendarEvent> {
  const text = said.trim().toLowerCase()
  if (!text) throw invalidInput([{ path: 'id', message: 'must name one' }])
  const isMeant = ({ id, title }: CalendarEvent) =>
    id === text || shortId(id) === text || title.toLowerCase().includes(text)
  const from = isoOf(ctx.now() - EVENT_PAST_MS)
  const found: CalendarEvent[] = []
  let cursor: string | undefined
  do {
    const page = await ctx.ask(listEvents, { from, limit: 100, cursor })
    found.push(...page.events.filter(isMeant))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  const exact = found.filter(({ id, title }) => id === text || shortId(id) === text || sameText(title, text))
  const [only, second] = exact.length === 1 ? exact : found
  if (!only)
    return fail('event_not_found', { id: `“${said.trim()}”` }, { hint: 'List events with list_events.' })
  if (!second) return only
  const moment = { now: ctx.now(), timeZone: ctx.timeZone }
  const shown = found.slice(0, MAX_SHOWN).map((event) => eventLine(event, moment))
  return fail(
    'ambiguous',
    { text: said.trim(), count: found.length, candidates: shown.join('\n') },
    { hint: 'Call again with the eight digits in brackets.' },
  )
}

/**
 * The referenced offer: by id, its last eight digits, or the job it belongs to. Throws `offer_not_found`,
 * `ambiguous`, and `job_not_found` for a job that does not exist.
 */
export async function findOffer(ctx: ToolContext, said: string): Promise<Offer> {
  const text = said.trim().toLowerCase()
  const known = await ctx.ask(listOffers, { limit: 100 })
  const byId = known.offers.find(({ id }) => id === text || shortId(id) === text)
  if (byId) return byId
  const missing = () =>
    fail('offer_not_found', { id: `“${said.trim()}”` }, { hint: 'List offers with list_offers.' })
  if (isId(text)) return ctx.ask(getOffer, { id: text })
  const { offers } = await ctx.ask(listOffers, { jobId: await findJob(ctx, said), limit: 100 })
  const [only, second] = offers
  if (!only) return missing()
  if (!second) return only
  const moment = { now: ctx.now(), timeZone: ctx.timeZone }
  return fail(
    'ambiguous',
    {
      text: said.trim(),
      count: offers.length,
      candidates: offers
        .slice(0, MAX_SHOWN)
        .map((offer) => offerLine(offer, moment))
        .join('\n'),
    },
    { hint: 'Call again with the eight digits in brackets.' },
  )
}

/** The ids of an optional job and contact reference. */
export async function references(
  ctx: ToolContext,
  { jobId, contactId }: { jobId?: string | null | undefined; contactId?: string | null | undefined },
): Promise<{ jobId?: string; contactId?: string }> {
  const [job, contact] = await Promise.all([
    jobId ? findJob(ctx, jobId) : undefined,
    contactId ? findContact(ctx, contactId) : undefined,
  ])
  return { ...(job && { jobId: job }), ...(contact && { contactId: contact }) }
}

/** The ids of all referenced jobs. */
export const findJobs = (ctx: ToolContext, said: readonly string[]): Promise<string[]> =>
  Promise.all(said.map((each) => findJob(ctx, each)))
