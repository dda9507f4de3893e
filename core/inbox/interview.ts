// The interview of a job in the calendar, which a message sets, moves or calls off: whichever it means, and what became of it.
import type { CalendarEvent } from '../calendar/fields.ts'
import { findStoredEventOfUid, listStoredEventsOfJob, noteInvitation } from '../calendar/linked.ts'
import { cancelEvent, changeEvent, scheduleEvent } from '../calendar/schedule.ts'
import type { Transaction } from '../database/transaction.ts'
import { isoOf, msOf, DAY_MS, HOUR_MS } from '../kernel/clock.ts'
import { showInstant } from '../kernel/show-instant.ts'
import { asIfUtc, wallTime } from '../kernel/zone.ts'
import { callsOff } from './changes.ts'
import * as store from './store.ts'

type Row = store.MessageRow

export interface Settled {
  eventId: string | null
  /** What became of it, in words; null when the message sets none. */
  said: string | null
}

/** Adds, moves or cancels the interview. */
export async function settleInterview(
  tx: Transaction,
  row: Row,
  jobId: string,
  contactId: string | null,
  zone: string,
): Promise<Settled> {
  const at = (iso: string) => showInstant(iso, new Date(tx.clock.now()), zone, 'long')
  const earlier = await meantBy(tx, row, jobId)
  // What nobody accepted before it was moved or called off.
  const replaced =
    row.cancels && !earlier ? await store.findReplaced(tx.sql, tx.principal.userId, jobId, row) : undefined
  const isMissing = row.cancels && !replaced && row.jobId !== null
  if (callsOff(row)) {
    if (!earlier)
      return {
        eventId: null,
        said: isMissing
          ? `cancelled no interview: ${missing(row, at)}`
          : 'the interview was not in the calendar',
      }
    await cancelEvent(tx, earlier.id)
    await noteVersion(tx, row, earlier.id)
    return { eventId: null, said: `cancel the interview of ${at(earlier.startsAt)}` }
  }
  if (row.status !== 'interview' || row.startsAt === null || row.asks) return { eventId: null, said: null }
  const place = row.location ?? replaced?.location ?? null
  const location = place === null ? {} : { location: place }
  const endsAt = row.endsAt ?? sameLength(row.startsAt, replaced)
  const times = {
    startsAt: row.startsAt,
    ...(row.timeZone !== null && { timeZone: row.timeZone }),
    ...(endsAt !== null && { endsAt }),
  }
  if (!earlier) {
    const title = `Interview: ${[row.company, row.role].filter(Boolean).join(', ')}`.slice(0, 200)
    const added = { type: 'interview' as const, title, jobId, contactId, ...times, ...location }
    const event = await scheduleEvent(tx, added)
    await noteVersion(tx, row, event.id)
    const said = isMissing ? `add the interview; moved none: ${missing(row, at)}` : 'add the interview'
    return { eventId: event.id, said }
  }
  // An event of an imported calendar file learns here which job it is about.
  const links = { jobId: earlier.jobId ?? jobId, contactId: earlier.contactId ?? contactId }
  // The same hour in another zone, without an invitation: the zone was likely guessed.
  const isGuess =
    !row.cancels && row.eventUid === null && earlier.startsAt !== row.startsAt && isSameHour(earlier, row)
  await changeEvent(tx, earlier.id, { ...(isGuess ? {} : times), ...location, ...links })
  await noteVersion(tx, row, earlier.id)
  const said =
    isGuess || earlier.startsAt === row.startsAt
      ? `update the interview of ${at(earlier.startsAt)}, which is in the calendar`
      : `move the interview from ${at(earlier.startsAt)}`
  return { eventId: earlier.id, said }
}

const sameLength = (
  startsAt: string,
  before: { startsAt: string; endsAt: string | null } | undefined,
): string | null =>
  before?.endsAt ? isoOf(msOf(startsAt) + msOf(before.endsAt) - msOf(before.startsAt)) : null

/** Why nothing was moved or cancelled: what was looked for. */
const missing = ({ replaces, sentAt }: Row, at: (iso: string) => string): string =>
  `the calendar has none of this job ${replaces === null ? `after ${at(sentAt)}` : `near ${at(replaces)}`}`

/** Keeps whose invitation made an event, so that a file with the same UID finds it. */
async function noteVersion(
  tx: Transaction,
  { eventUid, eventSequence, sentAt }: Row,
  eventId: string,
): Promise<void> {
  if (eventUid === null) return
  const version = { uid: eventUid, eventId, at: sentAt, sequence: eventSequence }
  await noteInvitation(tx.sql, tx.principal.userId, version)
}

/** A letter and the calendar may name the day in zones that are this far apart. */
const NEAR = store.NEAR_HOURS * HOUR_MS
/** A talk is also called off when it should have begun. */
const LATE = HOUR_MS
const apart = (one: string, other: string): number => Math.abs(msOf(one) - msOf(other))

/** The event that a message means: of the same invitation, at the same time, at the time it names, or the job’s next one. */
async function meantBy(tx: Transaction, row: Row, jobId: string): Promise<CalendarEvent | undefined> {
  const { sql, principal } = tx
  const { eventUid, startsAt, sentAt } = row
  const invited = eventUid === null ? undefined : await findStoredEventOfUid(sql, principal.userId, eventUid)
  if (invited) return invited
  const [all, made] = await Promise.all([
    listStoredEventsOfJob(sql, principal.userId, jobId),
    store.listEventsMade(sql, principal.userId, jobId),
  ])
  const meetings = all.filter(({ type }) => type !== 'deadline' && type !== 'follow-up')
  const sameUid = made.find((each) => each.eventUid !== null && each.eventUid === eventUid)
  const same =
    meetings.find(({ id }) => id === sameUid?.eventId) ??
    meetings.find((event) => event.startsAt === startsAt) ??
    meetings.find((event) => isSameHour(event, row))
  const answered = same || row.cancels ? undefined : await store.findAsked(sql, principal.userId, jobId, row)
  if (same ?? !(row.cancels || answered)) return same
  const replaces = row.replaces ?? answered?.replaces ?? null
  const after = isoOf(msOf(sentAt) - LATE)
  return replaces === null
    ? meetings.find((event) => event.startsAt >= after)
    : meetings
        .filter((event) => apart(event.startsAt, replaces) < NEAR)
        .toSorted((one, other) => apart(one.startsAt, replaces) - apart(other.startsAt, replaces))[0]
}

/** The clocks of two zones show the same: one of the two was named or guessed wrongly. */
function isSameHour(event: CalendarEvent, { startsAt, timeZone }: Row): boolean {
  if (startsAt === null || timeZone === null || event.timeZone === null) return false
  const shown = (iso: string, zone: string) => asIfUtc(wallTime(msOf(iso), zone))
  return (
    apart(event.startsAt, startsAt) < DAY_MS &&
    shown(event.startsAt, event.timeZone) === shown(startsAt, timeZone)
  )
}
