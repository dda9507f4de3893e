// Suggests next steps: from all rules, most urgent first, a few per job.
import { several } from '../kernel/amounts.ts'
import { DAY_MS, isoOf, msOf, dayIn } from '../kernel/clock.ts'
import { aboutEvent, type NearEvent } from './event-rules.ts'
import { aboutOffer, type OfferFact } from './offer-rules.ts'
import {
  aboutDueJob,
  aboutGonePosting,
  aboutQuietJob,
  type DueJob,
  type GonePosting,
  type QuietJob,
} from './stale-rules.ts'
import { call, daysAgoIn, LEVELS, suggest, type Suggestion, toLog } from './suggestion.ts'

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
  mails?: readonly MailFact[]
  dueJobs?: readonly DueJob[]
  timeZone?: string
}

export const SILENT_DAYS = 21
/** Users ignore a list that repeats one job. */
const MAX_PER_JOB = 2

export function aboutContact(contact: SilentContact, now: number, daysAgo = daysAgoIn('UTC', now)) {
  const since = contact.lastContactedAt ?? contact.createdAt
  if (now - msOf(since) < SILENT_DAYS * DAY_MS) return undefined
  const { id, jobId, name, company, role } = contact
  const days = several(daysAgo(since), 'day')
  return suggest('reconnect', id, {
    jobId,
    contactId: id,
    title: `Get back in touch with ${name}`,
    reason: contact.lastContactedAt
      ? `Last contact was ${days} ago, and ${role} at ${company} is still open.`
      : `Added ${days} ago and not contacted yet, and ${role} at ${company} is still open.`,
    action: toLog('message', { jobId, contactId: id }, `Wrote to ${name} about ${role}`),
    due: msOf(since) + SILENT_DAYS * DAY_MS,
    priority: 'low',
  })
}

export interface MailFact {
  jobId: string
  company: string
  role: string
  /** Null for a mail that cancels an event or asks a question. */
  verdict: string | null
  sentAt: string
}

const aboutMail = ({ jobId, company, role, verdict, sentAt }: MailFact, dayOf: (iso: string) => string) =>
  suggest('mail', jobId, {
    title: `Decide on the mail about ${role} at ${company}`,
    reason: `A mail of ${dayOf(sentAt)} ${verdict === null ? 'changes something' : `says: ${verdict}`}. Accept or reject what it proposes.`,
    action: call('inbox.list', { jobId }),
    due: msOf(sentAt),
    priority: 'high',
  })

/** A planned follow-up that is due replaces these suggestions. */
const REMINDERS = ['follow-up', 'ask']

/** Of the suggestions with high priority, these come first while their time is ahead. Older ones can wait another day. */
const TIMED = ['prepare', 'deadline', 'decide', 'apply']

const rank = ({ priority, kind, dueAt }: Suggestion, now: string): number =>
  priority === 'high' && TIMED.includes(kind) && dueAt > now ? -1 : LEVELS.indexOf(priority)

const byUrgency =
  (now: string) =>
  (a: Suggestion, b: Suggestion): number =>
    rank(a, now) - rank(b, now) || compare(a.dueAt, b.dueAt) || compare(a.id, b.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export function allSuggestions(facts: Facts, now: number): Suggestion[] {
  const { quietJobs, nearEvents, silentContacts, offers } = facts
  const { gonePostings = [], mails = [], dueJobs = [], timeZone = 'UTC' } = facts
  const [daysAgo, dayOf] = [daysAgoIn(timeZone, now), dayIn(timeZone)]
  const events = nearEvents.flatMap((event) => aboutEvent(event, now, daysAgo))
  const isPlanned = ({ kind, jobId }: Suggestion): boolean =>
    REMINDERS.includes(kind) && events.some((event) => event.kind === 'due' && event.jobId === jobId)
  const found = [
    ...quietJobs.map((job) => aboutQuietJob(job, now, daysAgo)).filter((one) => one && !isPlanned(one)),
    ...dueJobs.flatMap((job) => aboutDueJob(job, now, dayOf)),
    ...offers.flatMap((fact) => aboutOffer(fact, now, dayOf)),
    ...events,
    ...silentContacts.map((contact) => aboutContact(contact, now, daysAgo)),
    ...gonePostings.map((posting) => aboutGonePosting(posting, dayOf)),
    ...mails.map((mail) => aboutMail(mail, dayOf)),
  ].filter((suggestion) => suggestion !== undefined)
  // Of two with the same id, the later in the list stays: it says when the step is due, not just how long the job was quiet.
  const byId = new Map(found.map((suggestion) => [suggestion.id, suggestion]))
  return [...byId.values()].sort(byUrgency(isoOf(now)))
}

/** The suggestions that are not snoozed, at most two per job. */
export function standingSuggestions(
  suggestions: readonly Suggestion[],
  snoozed: readonly { suggestionId: string }[],
): Suggestion[] {
  const putOff = new Set(snoozed.map(({ suggestionId }) => suggestionId))
  const ofJob = new Map<string, number>()
  return suggestions.filter(({ id, jobId }) => {
    if (putOff.has(id)) return false
    if (jobId === null) return true
    const already = ofJob.get(jobId) ?? 0
    ofJob.set(jobId, already + 1)
    return already < MAX_PER_JOB
  })
}
