// Suggestion rules for calendar events: prepare for an interview, send thanks, write a debrief, meet a deadline.
import { several } from '../kernel/amounts.ts'
import type { CalendarEvent, EventType } from '../calendar/fields.ts'
import { DAY_MS, HOUR_MS, msOf } from '../kernel/clock.ts'
import { call, daysAgoIn, suggest, toLog, type Action, type Level, type Suggestion } from './suggestion.ts'

export interface NearEvent extends Pick<
  CalendarEvent,
  'id' | 'type' | 'title' | 'startsAt' | 'endsAt' | 'jobId' | 'contactId'
> {
  company: string | null
  role: string | null
  thanked: boolean
  debriefed: boolean
}

interface Rule {
  kind: string
  types: readonly EventType[]
  /** The hours before an event in which the rule applies. Hours after it are negative. */
  hours: [from: number, to: number]
  when?: (event: NearEvent) => boolean
  level: (hours: number) => Level
  title: (event: NearEvent) => string
  reason: (hours: number, event: NearEvent) => string
  action: (event: NearEvent) => Action
  /** When the suggestion is due: hours after the start of a coming event, or after the end of a past one. */
  dueHours: number
}

export const NEAR_MS = 3 * DAY_MS

const at = ({ company }: NearEvent): string => (company ? ` at ${company}` : '')

const span = (hours: number): string =>
  hours < 48 ? several(Math.floor(hours), 'hour') : several(Math.floor(hours / 24), 'day')

const ahead = (hours: number): string => (hours < 1 ? 'within the hour' : `in ${span(hours)}`)
const ago = (hours: number): string => (hours > -1 ? 'less than an hour ago' : `${span(-hours)} ago`)

const openJobOrCalendar = ({ jobId, startsAt, type }: NearEvent): Action =>
  jobId ? call('jobs.get', { id: jobId }) : call('calendar.list', { from: startsAt, type: [type] })

const EVENT_RULES: readonly Rule[] = [
  {
    kind: 'prepare',
    types: ['interview', 'call'],
    hours: [0, 48],
    when: ({ type, jobId }) => type === 'interview' || jobId !== null,
    level: () => 'high',
    title: (event) => `Prepare for “${event.title}”${at(event)}`,
    reason: (hours, { type }) => `The ${type} begins ${ahead(hours)}.`,
    action: openJobOrCalendar,
    dueHours: 0,
  },
  {
    kind: 'thank',
    types: ['interview'],
    hours: [-72, 0],
    when: ({ thanked }) => !thanked,
    level: () => 'high',
    title: (event) => `Send a thank-you note for “${event.title}”${at(event)}`,
    reason: (hours) => `The interview ended ${ago(hours)} and no message was logged since.`,
    action: (event) => toLog('email', event, `Thank-you note: ${event.title}`),
    dueHours: 24,
  },
  {
    kind: 'debrief',
    types: ['interview'],
    hours: [-72, 0],
    when: ({ debriefed }) => !debriefed,
    level: () => 'medium',
    title: (event) => `Write down how “${event.title}”${at(event)} went`,
    reason: (hours) => `The interview ended ${ago(hours)} and nothing was written down about it.`,
    action: (event) => toLog('interview', event, `Debrief: ${event.title}`, event.startsAt),
    dueHours: 24,
  },
  {
    kind: 'deadline',
    types: ['deadline'],
    hours: [0, 72],
    level: (hours) => (hours < 48 ? 'high' : 'medium'),
    title: (event) => `Mind the deadline “${event.title}”${at(event)}`,
    reason: (hours) => `It is due ${ahead(hours)}.`,
    action: openJobOrCalendar,
    dueHours: 0,
  },
]

const endOf = ({ startsAt, endsAt }: NearEvent): number => (endsAt ? msOf(endsAt) : msOf(startsAt) + HOUR_MS)

/** A follow-up that is due and not done. The query leaves out those that are done. */
function aboutDue(event: NearEvent, days: number): Suggestion {
  const { id, jobId, contactId, title, startsAt } = event
  return suggest('due', id, {
    jobId,
    contactId,
    title: `“${title}”${at(event)} is due`,
    reason: `It was planned for ${days ? `${several(days, 'day')} ago` : 'today'}, and no message was logged since.`,
    action: toLog('follow-up', event, title),
    due: msOf(startsAt),
    priority: 'high',
  })
}

export function aboutEvent(event: NearEvent, now: number, daysAgo = daysAgoIn('UTC', now)): Suggestion[] {
  if (event.type === 'follow-up') {
    const days = daysAgo(event.startsAt)
    return days < 0 ? [] : [aboutDue(event, days)]
  }
  const begins = (msOf(event.startsAt) - now) / HOUR_MS
  const ends = (endOf(event) - now) / HOUR_MS
  // crm suggests nothing while the event takes place.
  if (begins <= 0 && ends > 0) return []
  const hours = begins > 0 ? begins : ends
  const from = begins > 0 ? msOf(event.startsAt) : endOf(event)
  return EVENT_RULES.filter(
    ({ types, hours: [min, max], when }) =>
      types.includes(event.type) &&
      (max > 0 ? hours > min && hours <= max : hours >= min && hours <= max) &&
      (when === undefined || when(event)),
  ).map((rule) =>
    // By event, not by job: a second interview is another suggestion, and some events have no job.
    suggest(rule.kind, event.id, {
      jobId: event.jobId,
      contactId: event.contactId,
      title: rule.title(event),
      reason: rule.reason(hours, event),
      action: rule.action(event),
      due: from + rule.dueHours * HOUR_MS,
      priority: rule.level(hours),
    }),
  )
}
