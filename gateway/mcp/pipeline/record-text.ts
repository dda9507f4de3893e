// Records as text: one line in a list, a block when shown alone. External text is marked as data.
import type { Activity } from '../../../core/activities/fields.ts'
import type { CalendarEvent } from '../../../core/calendar/fields.ts'
import type { Contact } from '../../../core/contacts/fields.ts'
import type { Job } from '../../../core/jobs/job.ts'
import type { Proposal } from '../../../core/inbox/proposal.ts'
import type { Offer } from '../../../core/offers/fields.ts'
import { msOf } from '../../../core/kernel/clock.ts'
import { shortId } from '../../../core/kernel/id.ts'
import { dayNumber, wallTime } from '../../../core/kernel/zone.ts'
import { fenced, newMarker, notice, quoted } from '../foreign-text.ts'
import type { Noun, Row } from './record-fields.ts'

export interface Moment {
  now: number
  timeZone: string
}

const two = (value: number): string => String(value).padStart(2, '0')

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

export function clockText(iso: string, timeZone: string): string {
  const { year, month, day, hour, minute } = wallTime(msOf(iso), timeZone)
  // 1 January 1970 was a Thursday.
  const weekday = WEEKDAYS[(dayNumber(msOf(iso), timeZone) + 4) % 7]
  return `${weekday} ${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`
}

/** A start time; midnight means the whole day. */
export const startText = (iso: string, timeZone: string): string =>
  clockText(iso, timeZone).replace(/ 00:00$/, '')

export const momentOf = ({ now, timeZone }: { now(): number; timeZone: string }): Moment => ({
  now: now(),
  timeZone,
})

/** `today`, `tomorrow`, `3 days ago`, `in 2 days`, by local dates, so that two events on one day read alike. */
export function dayOf(iso: string, { now, timeZone }: Moment): string {
  const days = dayNumber(msOf(iso), timeZone) - dayNumber(now, timeZone)
  if (days === 0) return 'today'
  if (Math.abs(days) === 1) return days < 0 ? 'yesterday' : 'tomorrow'
  return days < 0 ? `${-days} days ago` : `in ${days} days`
}

const joined = (parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter(Boolean).join(' · ')

export const jobName = ({ company, role }: Pick<Job, 'company' | 'role'>): string => `${company} — ${role}`

export const jobLine = (job: Job, moment: Moment): string =>
  `[${shortId(job.id)}] ${joined([
    `${jobName(job)}`,
    job.statusChangedAt ? `${job.status} (${dayOf(job.statusChangedAt, moment)})` : job.status,
    job.priority && `${job.priority} priority`,
    job.location,
    job.salary,
    job.tags.length > 0 && job.tags.map((tag) => `#${tag}`).join(' '),
    job.deadline && `deadline ${clockText(job.deadline, moment.timeZone)} (${dayOf(job.deadline, moment)})`,
    job.nextStep && `next: ${job.nextStep}`,
  ])}`

export const contactLine = (contact: Contact, moment: Moment): string =>
  `[${shortId(contact.id)}] ${joined([
    contact.name,
    [contact.title, contact.company].filter(Boolean).join(', '),
    contact.type,
    contact.email,
    contact.lastContactedAt ? `last contact ${dayOf(contact.lastContactedAt, moment)}` : 'not contacted yet',
  ])}`

export const activityLine = (activity: Activity, { timeZone }: Moment): string =>
  `[${shortId(activity.id)}] ${clockText(activity.occurredAt, timeZone)} ${timeZone} ${joined([
    `${activity.type}${activity.title ? `: ${activity.title}` : ''}`,
    activity.jobId && `job ${shortId(activity.jobId)}`,
    activity.contactId && `contact ${shortId(activity.contactId)}`,
    activity.body && `says ${quoted(activity.body)}`,
  ])}`

export function eventLine(event: CalendarEvent, { now, timeZone }: Moment): string {
  // Uses one zone for both: the requested one or the user's, or the event's if that is unknown.
  const own = event.timeZone ?? timeZone
  const zone = timeZone === 'UTC' ? own : timeZone
  return `[${shortId(event.id)}] ${startText(event.startsAt, zone)} ${zone} (${dayOf(event.startsAt, { now, timeZone: zone })}) ${joined(
    [
      `${event.type}: ${event.title}`,
      zone !== own && `there ${startText(event.startsAt, own)} ${own}`,
      event.endsAt && `until ${clockText(event.endsAt, zone)}`,
      event.location,
      event.jobId && `job ${shortId(event.jobId)}`,
      event.contactId && `contact ${shortId(event.contactId)}`,
    ],
  )}`
}

export const offerLine = (offer: Offer & { company?: string; role?: string }, moment: Moment): string =>
  `[${shortId(offer.id)}] ${joined([
    offer.company && jobName({ company: offer.company, role: offer.role ?? '' }),
    `${offer.base.amount} ${offer.base.currency} a ${offer.base.period}`,
    offer.status,
    offer.bonus &&
      `bonus ${offer.bonus.percent === undefined ? offer.bonus.amount : `${offer.bonus.percent} %`}`,
    offer.equity && `equity ${offer.equity.value ?? 'of unknown value'} ${offer.equity.currency}`,
    offer.signing !== null && `signing ${offer.signing}`,
    offer.deadline &&
      `answer by ${clockText(offer.deadline, moment.timeZone)} (${dayOf(offer.deadline, moment)})`,
    offer.level,
    `job ${shortId(offer.jobId)}`,
  ])}`

/** The changes that a mail proposes. Its sentences are quoted, because a stranger wrote them. */
export const proposalLine = (proposal: Proposal, moment: Moment): string =>
  `[${shortId(proposal.id)}] ${joined([
    ...proposalParts(proposal, moment),
    ...proposal.evidence.map(({ quote, why }) => `${why} ${quoted(quote)}`),
    proposal.jobId && `job ${shortId(proposal.jobId)}`,
  ])}`

/** The parts of a proposal without the quotes. */
const proposalParts = ({ event, ...proposal }: Proposal, moment: Moment) => [
  [proposal.company, proposal.role].filter(Boolean).join(' — '),
  proposal.changes.join('; '),
  event &&
    `at ${clockText(event.startsAt, event.timeZone ?? moment.timeZone)} ${event.timeZone ?? `${moment.timeZone} (its zone is unknown)`}`,
  proposal.location,
  `${Math.round(proposal.confidence * 100)} % sure`,
  `sent ${dayOf(proposal.sentAt, moment)} by ${proposal.from.email ?? proposal.from.name}`,
]

const LINES = {
  jobs: jobLine,
  contacts: contactLine,
  activities: activityLine,
  events: eventLine,
  offers: offerLine,
  proposals: proposalLine,
}

export const lineOf = (noun: Noun, record: object, moment: Moment): string =>
  (LINES[noun] as (record: object, moment: Moment) => string)(record, moment)

const PARAGRAPHS = ['description', 'notes', 'body']
const MAX_TEXT_CHARACTERS = 10_000

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const cut = (text: string): string =>
  text.length > MAX_TEXT_CHARACTERS
    ? `${text.slice(0, MAX_TEXT_CHARACTERS)}… (${text.length - MAX_TEXT_CHARACTERS} characters more)`
    : text

export function fieldLines(row: Row): string {
  const marker = newMarker()
  const fields = Object.entries(row)
  const short = fields.filter(([name]) => !PARAGRAPHS.includes(name))
  const long = fields.filter(([name]) => PARAGRAPHS.includes(name))
  const lines = short.map(([name, value]) => `${name}: ${plain(value)}`)
  const blocks = long.map(([name, value]) => `${name}:\n${fenced(cut(plain(value)), marker)}`)
  return [fenced(lines.join('\n'), marker), ...blocks, notice(marker)].join('\n')
}
