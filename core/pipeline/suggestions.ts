// Suggested next steps: collected from all rules, most urgent first, limited per job and in total.
import { DAY_MS, isoOf, msOf } from '../kernel/clock.ts'
import { aboutEvent, type NearEvent } from './event-rules.ts'
import { aboutOffer, type OfferFact } from './offer-rules.ts'
import { aboutGonePosting, aboutQuietJob, type GonePosting, type QuietJob } from './stale-rules.ts'
import { call, clipped, count, LEVELS, type Suggestion } from './suggestion.ts'

export interface SilentContact {
  id: string
  name: string
  lastContactedAt: string | null
  createdAt: string
  jobId: string
  company: string
  role: string
}

export interface Facts {
  quietJobs: readonly QuietJob[]
  nearEvents: readonly NearEvent[]
  silentContacts: readonly SilentContact[]
  offers: readonly OfferFact[]
  gonePostings?: readonly GonePosting[]
}

export const SILENT_DAYS = 21
/** Caps, because users ignore a list that repeats one job or is too long. */
const MAX_PER_JOB = 2
const MAX_SUGGESTIONS = 25

export function aboutContact(contact: SilentContact, now: number): Suggestion | undefined {
  const since = contact.lastContactedAt ?? contact.createdAt
  const days = Math.floor((now - msOf(since)) / DAY_MS)
  if (days < SILENT_DAYS) return undefined
  const { id, jobId, name, company, role } = contact
  return {
    id: `reconnect:${id}`,
    kind: 'reconnect',
    jobId,
    contactId: id,
    title: clipped(`Get back in touch with ${name}`),
    reason: contact.lastContactedAt
      ? `Last contact was ${count(days, 'day')} ago, and ${role} at ${company} is still open.`
      : `Added ${count(days, 'day')} ago and not contacted yet, and ${role} at ${company} is still open.`,
    action: call('activities.create', {
      type: 'message',
      jobId,
      contactId: id,
      title: clipped(`Wrote to ${name} about ${role}`),
    }),
    dueAt: isoOf(msOf(since) + SILENT_DAYS * DAY_MS),
    priority: 'low',
  }
}

const rank = ({ priority }: Suggestion): number => LEVELS.indexOf(priority)

export const byUrgency = (a: Suggestion, b: Suggestion): number =>
  rank(a) - rank(b) || compare(a.dueAt, b.dueAt) || compare(a.id, b.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export function allSuggestions(
  { quietJobs, nearEvents, silentContacts, offers, gonePostings = [] }: Facts,
  now: number,
): Suggestion[] {
  const found = [
    ...quietJobs.map((job) => aboutQuietJob(job, now)),
    ...offers.map((fact) => aboutOffer(fact, now)),
    ...nearEvents.flatMap((event) => aboutEvent(event, now)),
    ...silentContacts.map((contact) => aboutContact(contact, now)),
    ...gonePostings.map(aboutGonePosting),
  ]
  return found.filter((suggestion) => suggestion !== undefined).sort(byUrgency)
}

/** The suggestions to show: not snoozed, at most two per job, at most 25 in total. */
export function topSuggestions(
  suggestions: readonly Suggestion[],
  snoozed: ReadonlySet<string>,
): Suggestion[] {
  const ofJob = new Map<string, number>()
  const shown = suggestions.filter(({ id, jobId }) => {
    if (snoozed.has(id)) return false
    if (jobId === null) return true
    const already = ofJob.get(jobId) ?? 0
    ofJob.set(jobId, already + 1)
    return already < MAX_PER_JOB
  })
  return shown.slice(0, MAX_SUGGESTIONS)
}
