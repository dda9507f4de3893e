// Imports events from rows. A row changes the event with its id, with its title and start, or with an older version of its UID.
import { linkedImporter } from '../../contacts/import/linked.ts'
import type { Transaction } from '../../database/transaction.ts'
import { DAY_MS, dayIn, isAhead, msOf } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { changedRow, importRows, rowResult, type RowResult } from '../../sheets/import.ts'
import type { Links } from '../../sheets/links.ts'
import type { ImportIn } from '../../sheets/report.ts'
import { eventsDuring } from '../linked.ts'
import { overlapOf, periodOf } from '../overlaps.ts'
import { changeEvent, scheduleEvent, type EventIn, cancelEvent } from '../schedule.ts'
import * as store from '../store.ts'
import type { SourceRow } from '../store.ts'
import { eventRows, toEvent, type EventRow, type Version } from './rows.ts'
import { MAX_NOTES } from '../../kernel/notes.ts'
import { appendLines } from '../../sheets/fields.ts'
import type { CalendarEvent } from '../fields.ts'

export const importEventRows = (ctx: Context, input: ImportIn) =>
  importRows(ctx, input, linkedImporter(eventRows, toEvent, applyRow))

async function applyRow(tx: Transaction, row: EventRow, links: Links): Promise<RowResult> {
  const { id, named: _, left: __, source, isCancelled, remark, createdAt, noon, ...event } = row
  const notes = [row.notes, ...links.unlinked].filter(Boolean).join('\n') || null
  const fields = { ...event, notes, jobId: links.jobId, contactId: links.contactId }
  const done =
    source || isCancelled
      ? await applyVersion(tx, fields, source, isCancelled)
      : await applyFields(tx, fields, { id, createdAt, noon })
  const remarks = [
    done.reason,
    remark,
    await overlap(tx, row, done),
    ...(done.outcome === 'created' ? links.unlinked : []),
  ]
  return { ...done, reason: remarks.filter(Boolean).join(' ') || null }
}

async function overlap(tx: Transaction, row: EventRow, { id, outcome }: RowResult): Promise<string> {
  const event = { ...row, id: id ?? '' }
  const isNew = outcome !== 'skipped' && !row.isCancelled && isAhead(periodOf(event).to, tx.clock.now())
  return isNew ? overlapOf(event, await eventsDuring(tx, event)) : ''
}

type Place = Pick<EventRow, 'id' | 'createdAt' | 'noon'>

async function applyFields(tx: Transaction, fields: Fields, { id, createdAt, noon }: Place) {
  const { userId } = tx.principal
  const same = (one: Fields) => store.findSameEvent(tx.sql, userId, one)
  const known = id === null ? await same(fields) : await store.findEventForUpdate(tx.sql, userId, id)
  const atNoon = known || id !== null || noon === null ? undefined : await same({ ...fields, startsAt: noon })
  if (atNoon) return update(tx, atNoon, { ...fields, startsAt: atNoon.startsAt, endsAt: atNoon.endsAt })
  if (!known) return rowResult('created', (await scheduleEvent(tx, fields, { id, createdAt })).id, null)
  return id === null
    ? update(tx, known, { ...fields, endsAt: fields.endsAt ?? known.endsAt })
    : changedRow(known, fields, () => changeEvent(tx, known.id, fields))
}

type Fields = Required<EventIn>
type Sources = readonly SourceRow[]

/** Applies another calendar's version of an event: a newer one changes or cancels the event, an older one is skipped. */
async function applyVersion(tx: Transaction, fields: Fields, source: Version | null, isCancelled: boolean) {
  const stored = source ? await store.listSources(tx.sql, tx.principal.userId, source.uid) : []
  const zone = fields.timeZone ?? 'UTC'
  const known = source?.dates.length ? await withMovedDates(tx, source.dates, stored, zone) : stored
  const own = known.filter(({ date }) => date === source?.date)
  // A known version with an empty date is of the whole series, so it also applies to each date.
  const newer = known
    .filter((each) => each.date === '' || each.date === source?.date)
    .find((each) => source && isOlder(source, each))
  if (newer) return olderResult(tx, newer)
  if (isCancelled) return cancel(tx, fields, source, source?.date === '' ? known : own)
  return createOrUpdate(tx, fields, source, known)
}

const HALF_WEEK_MS = 3.5 * DAY_MS

/** A series may move as a whole. Each new date then takes the event of an old one, which keeps its links: of the same day, else the nearest. */
async function withMovedDates(tx: Transaction, dates: readonly string[], known: Sources, zone: string) {
  const rows = [...known]
  const isKept = new Set(known.filter(({ date }) => dates.includes(date)).map(({ eventId }) => eventId))
  // Without a date: the event that it was before it repeated.
  const free = known.filter(({ date, eventId }) => date && eventId !== null && !isKept.has(eventId))
  const added = dates.filter((each) => !known.some((row) => row.date === each))
  const apart = (one = '', other = ''): number => Math.abs(msOf(one) - msOf(other))
  // A series that moves by less may pass midnight: its days then say nothing.
  const isByDay = !(apart(added[0], free[0]?.date) < DAY_MS / 2)
  const dayOf = (date: string) => (date.endsWith('Z') ? dayIn(zone)(date) : date.slice(0, 10))
  const near = added.flatMap((date) =>
    free
      .map((row) => ({ row, date, away: apart(row.date, date) }))
      .filter(({ away }) => away <= HALF_WEEK_MS)
      .map((pair) => ({ ...pair, isOther: isByDay && dayOf(pair.row.date) !== dayOf(date) })),
  )
  for (const { row, date } of near.sort((a, b) => +a.isOther - +b.isOther || a.away - b.away)) {
    if (isKept.has(row.eventId) || rows.some((each) => each.date === date)) continue
    isKept.add(row.eventId)
    rows.push({ ...row, date })
    await store.saveSource(tx.sql, tx.principal.userId, { ...row, date })
  }
  return rows
}

const isOlder = (one: Version, other: SourceRow): boolean =>
  one.sequence < other.sequence ||
  (one.sequence === other.sequence && one.stamp !== '' && other.stamp !== '' && one.stamp < other.stamp)

const eventOf = async (tx: Transaction, row: SourceRow | undefined): Promise<CalendarEvent | undefined> =>
  row?.eventId ? store.findEventForUpdate(tx.sql, tx.principal.userId, row.eventId) : undefined

async function olderResult(tx: Transaction, newer: SourceRow): Promise<RowResult> {
  const event = await eventOf(tx, newer)
  const reason = event
    ? 'This is an older version of the event that is there: it was not moved back.'
    : 'This is an older version of an event that was cancelled: nothing was added.'
  return rowResult('skipped', event?.id ?? null, reason)
}

async function cancel(tx: Transaction, fields: Fields, source: Version | null, rows: Sources) {
  const events: CalendarEvent[] = []
  for (const row of new Map(rows.map((each) => [each.eventId, each])).values())
    events.push(...[await eventOf(tx, row)].filter((each) => each !== undefined))
  const same =
    events.length || rows.length || !fields.startsAt
      ? undefined
      : await store.findSameEvent(tx.sql, tx.principal.userId, fields)
  const found = same ? [same] : events
  if (found.length && !mayRemove(tx))
    return rowResult('failed', null, 'This cancels an event, and this access may not delete events.')
  for (const { id } of found) await cancelEvent(tx, id)
  if (source)
    for (const row of [{ date: source.date, eventId: same?.id ?? null }, ...rows])
      await noteVersion(tx, source, row)
  const [first, another] = found
  if (!first)
    return rowResult('skipped', null, 'This cancels an event that is not in the calendar: nothing was added.')
  const outcome = another ? `its ${found.length} dates were removed` : 'the event was removed'
  return rowResult('updated', first.id, `Cancelled: ${outcome}.`)
}

const mayRemove = ({ principal }: Transaction): boolean => principal.scopes.has('calendar:delete')

const noteVersion = (
  tx: Transaction,
  { uid, sequence, stamp }: Version,
  { date, eventId }: Pick<SourceRow, 'date' | 'eventId'>,
) => store.saveSource(tx.sql, tx.principal.userId, { uid, sequence, stamp, date, eventId })

async function createOrUpdate(tx: Transaction, fields: Fields, source: Version | null, known: Sources) {
  const row = known.find(({ date }) => date === source?.date)
  const event = (await eventOf(tx, row)) ?? (await store.findSameEvent(tx.sql, tx.principal.userId, fields))
  const done = event
    ? await update(tx, event, fields)
    : rowResult('created', (await scheduleEvent(tx, fields)).id, null)
  if (!source) return done
  await noteVersion(tx, source, { date: source.date, eventId: done.id })
  const removed = await removeOthers(tx, source, known, done.id)
  const gone = removed ? ` ${removed} dates that the series no longer has were removed.` : ''
  return gone ? { ...done, reason: `${done.reason ?? ''}${gone}`.trim() } : done
}

/** Takes time and place from the other calendar or the table. Fields that the user added in crm stay. */
function update(tx: Transaction, event: CalendarEvent, fields: Fields): Promise<RowResult> {
  const notes = fields.notes ? appendLines(event.notes, fields.notes) : event.notes
  const wanted = {
    ...fields,
    type: fields.type === 'other' ? event.type : fields.type,
    timeZone: fields.timeZone ?? event.timeZone,
    location: fields.location ?? event.location,
    notes: (notes?.length ?? 0) > MAX_NOTES ? event.notes : notes,
    jobId: fields.jobId ?? event.jobId,
    contactId: fields.contactId ?? event.contactId,
  }
  return changedRow(event, wanted, () => changeEvent(tx, event.id, wanted))
}

/** `saved` is the event of this row. When a single event becomes a series, or the reverse, an old date may name it too. */
async function removeOthers(tx: Transaction, source: Version, known: Sources, saved: string | null) {
  const isWhole = (source.date === '' || source.dates.length > 0) && mayRemove(tx)
  const dates = new Set([source.date, ...source.dates])
  const stay = new Set([saved, ...known.filter(({ date }) => dates.has(date)).map((each) => each.eventId)])
  let removed = 0
  for (const row of isWhole ? known.filter(({ date }) => !dates.has(date)) : []) {
    const event = stay.has(row.eventId) ? undefined : await eventOf(tx, row)
    if (event) {
      await cancelEvent(tx, event.id)
      removed += 1
    }
    await noteVersion(tx, source, row)
  }
  return removed
}
