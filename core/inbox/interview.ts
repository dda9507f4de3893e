// Adds, moves or cancels the interview of a message in the calendar, and says what it did.
import type { CalendarEvent } from '../calendar/fields.ts'
import { findStoredEventOfUid, listStoredEventsOfJob, noteInvitation } from '../calendar/linked.ts'
import { cancelEvent, changeEvent, scheduleEvent } from '../calendar/schedule.ts'
import type { Transaction } from '../database/transaction.ts'
import { isoOf, msOf, DAY_MS, HOUR_MS, asIfUtc, wallTime } from '../kernel/clock.ts'
import { showInstant } from '../kernel/show-instant.ts'
import { onlyCancels } from './changes.ts'
import * as store from './store.ts'

type Row = store.MessageRow

export const NOT_IN_CALENDAR = 'the interview was not in the calendar'

/** `outcome` says what was done, in words; null if nothing. */
export async function applyInterview(
  tx: Transaction,
  row: Row,
  jobId: string,
  contactId: string | null,
  zone: string,
): Promise<{ eventId: string | null; outcome: string | null }> {
  const at = (iso: string) => showInstant(iso, new Date(tx.clock.now()), zone, 'long')
  const earlier = await matchingEvent(tx, row, jobId)
  // An earlier proposal about this interview, if nobody accepted it before the interview was moved or cancelled.
  const replaced =
    row.cancels && !earlier ? await store.findReplaced(tx.sql, tx.principal.userId, jobId, row) : undefined
  const isMissing = row.cancels && !replaced && row.jobId !== null
  if (onlyCancels(row)) {
    const none = isMissing ? `cancelled no interview: ${whyMissing(row, at)}` : NOT_IN_CALENDAR
    if (!earlier) return { eventId: null, outcome: none }
    await cancelEvent(tx, earlier.id)
    await noteVersion(tx, row, earlier.id)
    return { eventId: null, outcome: `cancel the interview of ${at(earlier.startsAt)}` }
  }
  if (row.status !== 'interview' || row.startsAt === null || row.asks) return { eventId: null, outcome: null }
  const place = row.location ?? replaced?.location ?? null
  // If the message only repeats the beginning of the calendar’s place, the calendar is more exact.
  const isKnown = place !== null && earlier?.location?.toLowerCase().startsWith(place.toLowerCase())
  const location = place === null || isKnown ? {} : { location: place }
  // A moved interview is as long as before.
  const length = replaced?.endsAt ? msOf(replaced.endsAt) - msOf(replaced.startsAt) : null
  const endsAt = row.endsAt ?? (length === null ? null : isoOf(msOf(row.startsAt) + length))
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
    const change = isMissing ? `add the interview; moved none: ${whyMissing(row, at)}` : 'add the interview'
    return { eventId: event.id, outcome: change }
  }
  // Links an event from a calendar file to its job.
  const links = { jobId: earlier.jobId ?? jobId, contactId: earlier.contactId ?? contactId }
  // If a message without an invitation names the same hour in another zone, crm probably guessed that zone.
  const isGuess =
    !row.cancels && row.eventUid === null && earlier.startsAt !== row.startsAt && isSameHour(earlier, row)
  await changeEvent(tx, earlier.id, { ...(isGuess ? {} : times), ...location, ...links })
  await noteVersion(tx, row, earlier.id)
  const outcome =
    isGuess || earlier.startsAt === row.startsAt
      ? `update the interview of ${at(earlier.startsAt)}, which is in the calendar`
      : `move the interview from ${at(earlier.startsAt)}`
  return { eventId: earlier.id, outcome }
}

const whyMissing = ({ replaces, sentAt }: Row, at: (iso: string) => string): string =>
  `the calendar has none of this job ${replaces === null ? `after ${at(sentAt)}, unless a later message set it` : `near ${at(replaces)}`}`

/** Stores the invitation's UID with the event, so that a calendar file with the same UID finds it. */
async function noteVersion(tx: Transaction, { eventUid, eventSequence, sentAt }: Row, eventId: string) {
  if (eventUid === null) return
  const version = { uid: eventUid, eventId, at: sentAt, sequence: eventSequence }
  await noteInvitation(tx.sql, tx.principal.userId, version)
}

/** Maximum time between the starts that a message and the calendar give for one event. Their zones may differ. */
const MAX_APART_MS = store.NEAR_HOURS * HOUR_MS
/** How long after the start a cancellation may arrive. */
const MAX_LATE_MS = HOUR_MS
const msBetween = (one: string, other: string): number => Math.abs(msOf(one) - msOf(other))

/** The event of a message: of its invitation, at its time, at the old time, or the job’s next that no later message set. */
async function matchingEvent(tx: Transaction, row: Row, jobId: string): Promise<CalendarEvent | undefined> {
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
  const after = isoOf(msOf(sentAt) - MAX_LATE_MS)
  const isLater = ({ id }: CalendarEvent) => made.some((each) => each.eventId === id && each.sentAt > sentAt)
  return replaces === null
    ? meetings.find((event) => event.startsAt >= after && !isLater(event))
    : meetings
        .filter((event) => msBetween(event.startsAt, replaces) < MAX_APART_MS)
        .toSorted((one, other) => msBetween(one.startsAt, replaces) - msBetween(other.startsAt, replaces))[0]
}

/** Whether both show the same local time, within a day. If their instants differ, crm read one zone wrongly. */
function isSameHour(event: CalendarEvent, { startsAt, timeZone }: Row): boolean {
  if (startsAt === null || timeZone === null || event.timeZone === null) return false
  const shown = (iso: string, zone: string) => asIfUtc(wallTime(msOf(iso), zone))
  return (
    msBetween(event.startsAt, startsAt) < DAY_MS &&
    shown(event.startsAt, event.timeZone) === shown(startsAt, timeZone)
  )
}
