// Records as text: one line in a list, a block when shown alone. External text is marked as data.
import { baseText, payText, type Compensation } from '../../../core/reading/compensation.ts'
import type { Activity } from '../../../core/activities/fields.ts'
import type { CalendarEvent } from '../../../core/calendar/fields.ts'
import type { Contact } from '../../../core/contacts/fields.ts'
import type { Job } from '../../../core/jobs/fields.ts'
import type { Proposal } from '../../../core/inbox/proposal.ts'
import type { Offer } from '../../../core/offers/fields.ts'
import { clockText, dayNumber, msOf } from '../../../core/kernel/clock.ts'
import { shortId } from '../../../core/kernel/id.ts'
import { fenced, named, newMarker, notice } from '../foreign-text.ts'
import { isRecord } from '../../../core/kernel/narrow.ts'
import type { Names, Noun, Row } from './record-fields.ts'

export interface Moment {
  now: number
  timeZone: string
}

/** A start time; midnight means the whole day. */
export const startText = (iso: string, timeZone: string): string =>
  clockText(iso, timeZone).replace(/ 00:00$/, '')

/** An end on the day of the start is only a time. */
function endText(endsAt: string, startsAt: string, timeZone: string): string {
  const [end, start] = [endsAt, startsAt].map((iso) => clockText(iso, timeZone))
  const isSameDay = end?.slice(0, -5) === start?.slice(0, -5)
  return (isSameDay ? end?.slice(-5) : end) ?? ''
}

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

const MAX_QUOTE = 200

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

/** The linked job and person by name and id; the id alone where the title has the company, or nobody may know it. */
const linkWords = (
  { jobId, contactId, company, role, contact }: Pick<Activity, 'jobId' | 'contactId'> & Names,
  title: string,
): string[] => [
  ...(jobId
    ? [
        `${company && !title.includes(company) ? jobName({ company, role: role ?? '' }) : 'job'} [${shortId(jobId)}]`,
      ]
    : []),
  ...(contactId ? [`${contact ? `with ${contact}` : 'contact'} [${shortId(contactId)}]`] : []),
]

export const activityLine = (activity: Activity & Names, { timeZone }: Moment): string =>
  `[${shortId(activity.id)}] ${clockText(activity.occurredAt, timeZone)} ${timeZone} ${joined([
    `${activity.type}${activity.title ? `: ${activity.title}` : ''}`,
    ...linkWords(activity, ''),
    activity.body && `says ${named(activity.body, MAX_QUOTE)}`,
  ])}`

export function eventLine(event: CalendarEvent & Names, { now, timeZone }: Moment): string {
  // Uses one zone for both: the requested one or the user's, or the event's if that is unknown.
  const own = event.timeZone ?? timeZone
  const zone = timeZone === 'UTC' ? own : timeZone
  return `[${shortId(event.id)}] ${startText(event.startsAt, zone)} ${zone} (${dayOf(event.startsAt, { now, timeZone: zone })}) ${joined(
    [
      `${event.type}: ${event.title}`,
      zone !== own && `there ${startText(event.startsAt, own)} ${own}`,
      event.endsAt && `until ${endText(event.endsAt, event.startsAt, zone)}`,
      event.location,
      ...linkWords(event, event.title),
      event.overlaps &&
        event.overlaps.length > 0 &&
        `overlaps ${event.overlaps.map((title) => named(title)).join(', ')}`,
    ],
  )}`
}

const DATED = /^(\[\w+\]) (\w{3} \d{4}-\d\d-\d\d)((?: \d\d:\d\d)?) (\S+)((?: \([a-z\d ]+\))?) /

/** The dated lines of a list, each day with its zone once, as a heading. */
export function underDays(lines: readonly string[]): string[] {
  let last = ''
  return lines.flatMap((line) => {
    const [begin = '', id = '', day = '', time = '', zone = '', ago = ''] = DATED.exec(line) ?? []
    if (!begin) return [line]
    const heading = `${day}${ago}, ${zone}:`
    const told = `${id}${time} ${line.slice(begin.length)}`
    return heading === last ? [told] : [(last = heading), told]
  })
}

export const offerLine = (offer: Offer & Names, moment: Moment): string =>
  `[${shortId(offer.id)}] ${joined([
    offer.company && jobName({ company: offer.company, role: offer.role ?? '' }),
    baseText(offer.base),
    offer.status,
    offer.bonus &&
      `bonus ${offer.bonus.percent === undefined ? offer.bonus.amount : `${offer.bonus.percent} %`}`,
    offer.equity && `equity ${offer.equity.value ?? 'of unknown value'} ${offer.equity.currency}`,
    offer.signing !== null && `signing ${offer.signing}`,
    offer.deadline &&
      `answer by ${clockText(offer.deadline, moment.timeZone)} (${dayOf(offer.deadline, moment)})`,
    offer.level,
    offer.jobId && `job ${shortId(offer.jobId)}`,
  ])}`

/** The changes that a mail proposes. Its sentences are quoted, because a stranger wrote them. */
export const proposalLine = (proposal: Proposal, moment: Moment): string =>
  `[${shortId(proposal.id)}] ${proposal.state}: ${joined([
    ...proposalParts(proposal, moment),
    ...quotesOf(proposal.evidence),
    proposal.jobId && `job ${shortId(proposal.jobId)}`,
  ])}`

/** A sentence that shows several things is quoted once, after all of them. The line is marked, for its changes are. */
function quotesOf(evidence: Proposal['evidence']): string[] {
  const reasons = new Map<string, string[]>()
  for (const { quote, why } of evidence) reasons.set(quote, [...(reasons.get(quote) ?? []), why])
  return [...reasons].map(([quote, whys]) => `${whys.join(' ')} ${named(quote, MAX_QUOTE)}`)
}

const proposalParts = ({ event, ...proposal }: Proposal, moment: Moment) => [
  [proposal.company, proposal.role].filter(Boolean).join(' — '),
  proposal.changes.join('; '),
  event &&
    `at ${clockText(event.startsAt, event.timeZone ?? moment.timeZone)} ${event.timeZone ?? `${moment.timeZone} (its zone is unknown)`}`,
  proposal.location,
  `${Math.round(proposal.confidence * 100)} % sure`,
  `sent ${dayOf(proposal.sentAt, moment)} by ${proposal.from.email || proposal.from.name || 'an unnamed sender'}`,
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

/** With the total if the rows are not all. */
export const section = <T>(
  title: string,
  rows: readonly T[],
  line: (row: T) => string,
  total = rows.length,
): string[] =>
  rows.length
    ? [`${title}${total > rows.length ? ` (${rows.length} of ${total})` : ''}:`, ...rows.map(line)]
    : []

const PARAGRAPHS = ['description', 'notes', 'body']
const MAX_TEXT_CHARACTERS = 10_000

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** The two records with a currency and a period: an offer's base, and the stated pay of a job. */
const isPay = (value: unknown): value is Offer['base'] | Compensation =>
  isRecord(value) && 'currency' in value && 'period' in value

/** A field's value as text: its instants by the clock of a zone, and pay in words. */
export function valueText(value: unknown, timeZone: string): string {
  const clocked = (each: unknown): unknown =>
    typeof each === 'string' && INSTANT.test(each) ? clockText(each, timeZone) : each
  if (typeof value === 'string') return String(clocked(value))
  if (isPay(value)) return 'amount' in value ? baseText(value) : payText(value)
  return JSON.stringify(value, (_, each: unknown) => clocked(each))
}

/** The text of a named field. `updatedAt` stays exact, because a change may repeat it. */
export const fieldText = (name: string, value: unknown, timeZone: string): string =>
  name === 'updatedAt' ? String(value) : valueText(value, timeZone)

const cut = (text: string): string =>
  text.length > MAX_TEXT_CHARACTERS
    ? `${text.slice(0, MAX_TEXT_CHARACTERS)}… (${text.length - MAX_TEXT_CHARACTERS} characters more)`
    : text

/** With a marker of the caller, which adds the notice on it. */
export function fieldLines(row: Row, timeZone: string, common?: string): string {
  const marker = common ?? newMarker()
  const fields = Object.entries(row)
  const short = fields.filter(([name]) => !PARAGRAPHS.includes(name))
  const long = fields.filter(([name]) => PARAGRAPHS.includes(name))
  const lines = short.map(([name, value]) => `${name}: ${fieldText(name, value, timeZone)}`)
  const blocks = long.map(([name, value]) => `${name}:\n${fenced(cut(String(value)), marker)}`)
  return [fenced(lines.join('\n'), marker), ...blocks, ...(common ? [] : [notice(marker)])].join('\n')
}
