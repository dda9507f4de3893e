// Adds and changes calendar events, with their links and the job's last activity.
import { lockContact } from '../contacts/references.ts'
import { recordChange, emit, type Transaction } from '../database/transaction.ts'
import { touchJob, withJob } from '../jobs/references.ts'
import { isoOf, msOf, timeZoneNamed, instantOf, isWallTime, twoDigits, wallTime } from '../kernel/clock.ts'
import type { Issue } from '../kernel/errors.ts'
import {
  isUnchanged,
  readInstant,
  invalidInput,
  type Parsed,
  objectSchema,
  type Deleted,
} from '../kernel/schema.ts'
import { appended, appendNotesIn } from '../kernel/notes.ts'
import { cleaned, filled, shapeChange, shapeIn } from '../kernel/record.ts'
import { type Versions, firstVersion, type Origin, nextVersion, requireVersion } from '../kernel/version.ts'
import { noteCancelled } from './linked.ts'
import { type CalendarEvent, EVENT, readingOfDay } from './fields.ts'
import { insertEvent, lockEvent, removeEvent, updateEvent } from './store.ts'

const LOCAL_TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?)?$/i

/** Milliseconds of a local time in a zone; NaN if that time does not exist. */
function readLocalTime(text: string, timeZone: string): number {
  const parts = (LOCAL_TIME.exec(text) ?? []).slice(1).map((part) => Number(part ?? 0))
  const [year = NaN, month = 0, day = 0, hour = 0, minute = 0, second = 0, fraction = 0] = parts
  const wall = { year, month, day, hour, minute, second }
  const ms = Math.min(999, Math.round(fraction * 1_000))
  return isWallTime(wall) && year >= 1900 && year < 2200 ? instantOf(wall, timeZone) + ms : NaN
}

export function readEventTime(text: string, timeZone: string | null): { at: string } | { problem: string } {
  const isLocal = LOCAL_TIME.test(text)
  if (isLocal && text.length > 10 && timeZone === null)
    return { problem: 'needs an offset (2026-12-01T15:00:00+01:00), or a timeZone field' }
  const ms = isLocal && timeZone !== null ? readLocalTime(text, timeZone) : readInstant(text)
  return Number.isNaN(ms) ? { problem: 'is not a date or a date-time' } : { at: isoOf(ms) }
}

export const EventIn = objectSchema((z) => shapeIn(z, EVENT))
export type EventIn = Parsed<typeof EventIn>

export const EventChange = objectSchema((z) => ({ ...shapeChange(z, EVENT), appendNotes: appendNotesIn(z) }))
export type EventChange = Parsed<typeof EventChange>

const DAY = /^\d{4}-\d\d-\d\d$/

function withSameTime(startsAt: string, timeZone: string | null, before: CalendarEvent): string {
  if (!DAY.test(startsAt)) return startsAt
  const { hour, minute, second } = wallTime(msOf(before.startsAt), timeZone ?? 'UTC')
  const time = [hour, minute, second].map(twoDigits).join(':')
  return `${startsAt}T${time}${before.startsAt.slice(19, 23)}${timeZone === null ? 'Z' : ''}`
}

type EventTimes = Pick<CalendarEvent, 'startsAt' | 'endsAt' | 'timeZone'>

/** Reads the three fields together, because each depends on the others. Reports every problem. */
export function timesOf(input: Pick<EventIn, 'startsAt' | 'endsAt' | 'timeZone'>): EventTimes {
  const issues: Issue[] = []
  const timeZone = input.timeZone ? timeZoneNamed(input.timeZone) : null
  if (timeZone === undefined)
    issues.push({ path: 'timeZone', message: 'is not the name of an IANA time zone' })
  const read = (path: 'startsAt' | 'endsAt', text: string): string => {
    // An unknown zone is reported already. UTC stands in, so that the times are checked too.
    const moment = readEventTime(text, timeZone ?? (timeZone === undefined ? 'UTC' : null))
    if ('at' in moment) return moment.at
    issues.push({ path, message: moment.problem })
    return ''
  }
  const startsAt = read('startsAt', input.startsAt)
  const endsAt = input.endsAt ? read('endsAt', input.endsAt) : null
  if (startsAt && endsAt && endsAt < startsAt) issues.push({ path: 'endsAt', message: 'is before startsAt' })
  if (issues.length || timeZone === undefined) throw invalidInput(issues)
  return { startsAt, endsAt, timeZone }
}

/** Adds an event; throws `job_not_found` or `contact_not_found`. `kept`: what an event of our own export keeps. */
export async function scheduleEvent(tx: Transaction, input: EventIn, kept?: Origin): Promise<CalendarEvent> {
  const { untimed, atEnd } = DAY.test(input.startsAt) ? readingOfDay(input.type) : {}
  const message = `names no time: say one, as in ${input.startsAt}T10:00`
  if (untimed === 'refused') throw invalidInput([{ path: 'startsAt', message }])
  const startsAt = atEnd ? `${input.startsAt}T23:59:59.999${input.timeZone ? '' : 'Z'}` : input.startsAt
  const { id, ...version } = firstVersion(tx, kept)
  const event: CalendarEvent = { id, ...filled(EVENT, input), ...timesOf({ ...input, startsAt }), ...version }
  return save(tx, null, event)
}

/** Stores an event with its links and the job's last activity, records the change and tells webhooks. */
async function save(tx: Transaction, before: CalendarEvent | null, after: CalendarEvent) {
  // The job is active now, even if the event is later. A planned follow-up is no activity.
  const now = before ? isoOf(tx.clock.now()) : after.updatedAt
  const job = await touchJob(tx, after.jobId, after.type === 'follow-up' ? isoOf(0) : now)
  if (after.contactId) await lockContact(tx, after.contactId)
  await (before ? updateEvent : insertEvent)(tx.sql, tx.principal.userId, after)
  recordChange(tx, 'event', after.id, before, after)
  const webhookEvent = webhookEventOf(before, after)
  if (webhookEvent) emit(tx, webhookEvent, withJob(after, job))
  return after
}

/** A rescheduled interview emits the same event as a new one. */
export const webhookEventOf = (before: CalendarEvent | null, after: CalendarEvent): string | null =>
  after.type === 'interview' && (before?.type !== 'interview' || before.startsAt !== after.startsAt)
    ? 'interview.scheduled'
    : null

/** Changes an event. If it starts at another time, its end moves too, unless a new end is given. */
export async function changeEvent(tx: Transaction, id: string, change: EventChange, expected?: Versions) {
  const before = await lockEvent(tx, id)
  requireVersion('event', before, expected)
  const { appendNotes, ...named } = change
  const fields = cleaned(EVENT, named)
  const { startsAt, endsAt, timeZone } = { ...before, endsAt: undefined, ...fields }
  const times = timesOf({ startsAt: withSameTime(startsAt, timeZone, before), endsAt, timeZone })
  if (endsAt === undefined && before.endsAt)
    times.endsAt = isoOf(msOf(times.startsAt) + msOf(before.endsAt) - msOf(before.startsAt))
  const after: CalendarEvent = { ...before, ...fields, ...times, updatedAt: nextVersion(tx, before) }
  after.notes = appended(after.notes, appendNotes)
  return isUnchanged(before, after) ? before : save(tx, before, after)
}

export async function cancelEvent(tx: Transaction, id: string, expected?: Versions): Promise<Deleted> {
  const event = await lockEvent(tx, id)
  requireVersion('event', event, expected)
  await noteCancelled(tx, [event.id])
  await removeEvent(tx.sql, tx.principal.userId, event.id)
  recordChange(tx, 'event', event.id, event, null)
  return { deleted: true, id: event.id }
}
