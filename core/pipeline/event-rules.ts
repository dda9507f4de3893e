// Suggestion rules for calendar events: prepare for an interview, send thanks, write a debrief, meet a deadline.
import { several } from '../kernel/amounts.ts'
import type { EventType } from '../calendar/fields.ts'
import { DAY_MS, HOUR_MS, isoOf, msOf } from '../kernel/clock.ts'
import { call, clipped, type Action, type Level, type Suggestion } from './suggestion.ts'

export interface NearEvent {
  id: string
  type: EventType
  title: string
  startsAt: string
  endsAt: string | null
  jobId: string | null
  contactId: string | null
  company: string | null
  role: string | null
  thanked: boolean
  debriefed: boolean
}

interface Rule {
  kind: string
  type: EventType
  /** The range of hours until the event in which the rule applies; negative after the event. */
  hours: [from: number, to: number]
  when?: (event: NearEvent) => boolean
  level: (hours: number) => Level
  title: (event: NearEvent) => string
  reason: (hours: number, event: NearEvent) => string
  action: (event: NearEvent) => Action
  /** The due time, in hours after the start of an upcoming event or the end of a past one. */
  dueHours: number
}

export const NEAR_MS = 3 * DAY_MS
const DEFAULT_DURATION_MS = HOUR_MS

const at = ({ company }: NearEvent): string => (company ? ` at ${company}` : '')

/** “in 20 hours”, “in 3 days”. */
function ahead(hours: number): string {
  if (hours < 1) return 'within the hour'
  return hours < 48
    ? `in ${several(Math.floor(hours), 'hour')}`
    : `in ${several(Math.floor(hours / 24), 'day')}`
}

function ago(hours: number): string {
  if (hours > -1) return 'less than an hour ago'
  return hours > -48
    ? `${several(Math.floor(-hours), 'hour')} ago`
    : `${several(Math.floor(-hours / 24), 'day')} ago`
}

const read = ({ jobId, startsAt, type }: NearEvent): Action =>
  jobId ? call('jobs.get', { id: jobId }) : call('calendar.list', { from: startsAt, type: [type] })

const soon = (hours: number): Level => (hours < 24 ? 'high' : 'medium')

const DATE_RULES: readonly Rule[] = [
  {
    kind: 'prepare',
    type: 'interview',
    hours: [0, 48],
    level: () => 'high',
    title: (event) => `Prepare for “${event.title}”${at(event)}`,
    reason: (hours) => `The interview begins ${ahead(hours)}.`,
    action: read,
    dueHours: 0,
  },
  {
    kind: 'thank',
    type: 'interview',
    hours: [-72, 0],
    when: ({ thanked }) => !thanked,
    level: () => 'high',
    title: (event) => `Send a thank-you note for “${event.title}”${at(event)}`,
    reason: (hours) => `The interview ended ${ago(hours)} and no message was logged since.`,
    action: ({ jobId, contactId, title }) =>
      call('activities.create', {
        type: 'email',
        jobId,
        contactId,
        title: clipped(`Thank-you note: ${title}`),
      }),
    dueHours: 24,
  },
  {
    kind: 'debrief',
    type: 'interview',
    hours: [-72, 0],
    when: ({ debriefed }) => !debriefed,
    level: () => 'medium',
    title: (event) => `Write down how “${event.title}”${at(event)} went`,
    reason: (hours) => `The interview ended ${ago(hours)} and nothing was written down about it.`,
    action: ({ jobId, contactId, title, startsAt }) =>
      call('activities.create', {
        type: 'interview',
        jobId,
        contactId,
        title: clipped(`Debrief: ${title}`),
        occurredAt: startsAt,
      }),
    dueHours: 24,
  },
  {
    kind: 'deadline',
    type: 'deadline',
    hours: [0, 72],
    level: soon,
    title: (event) => `Mind the deadline “${event.title}”${at(event)}`,
    reason: (hours) => `It is due ${ahead(hours)}.`,
    action: read,
    dueHours: 0,
  },
]

const endOf = ({ startsAt, endsAt }: NearEvent): number =>
  endsAt ? msOf(endsAt) : msOf(startsAt) + DEFAULT_DURATION_MS

export function aboutEvent(event: NearEvent, now: number): Suggestion[] {
  const begins = (msOf(event.startsAt) - now) / HOUR_MS
  const ends = (endOf(event) - now) / HOUR_MS
  if (begins <= 0 && ends > 0) return []
  const hours = begins > 0 ? begins : ends
  const from = begins > 0 ? msOf(event.startsAt) : endOf(event)
  return DATE_RULES.filter(
    ({ type, hours: [min, max], when }) =>
      type === event.type &&
      (max > 0 ? hours > min && hours <= max : hours >= min && hours <= max) &&
      (when === undefined || when(event)),
  ).map((rule) => ({
    // Keyed by event rather than job: a second interview is separate, and not every event has a job.
    id: `${rule.kind}:${event.id}`,
    kind: rule.kind,
    jobId: event.jobId,
    contactId: event.contactId,
    title: clipped(rule.title(event)),
    reason: rule.reason(hours, event),
    action: rule.action(event),
    dueAt: isoOf(from + rule.dueHours * HOUR_MS),
    priority: rule.level(hours),
  }))
}
