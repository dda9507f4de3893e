// The history of a job's statuses. The job's current status and its dates are computed from it.
import { last, isOneOf } from '../kernel/narrow.ts'
import { DAY_MS, isoOf, MINUTE_MS, msOf } from '../kernel/clock.ts'
import { invalidInput } from '../kernel/schema.ts'
import { newId } from '../kernel/id.ts'
import { OPEN_STATUSES, RESPONSE_STATUSES, type JobRow, type Status } from './fields.ts'

export interface HistoryEntry {
  id: string
  status: Status
  /** When it happened; null if an import does not state it. */
  at: string | null
  note: string | null
  createdAt: string
}

/** The time of a new entry: now, or just after the latest entry if that is later, as when the clock was set back. */
export const momentAfter = (entries: readonly Pick<HistoryEntry, 'at'>[], now: number): string =>
  isoOf(entries.reduce((latest, { at }) => (at === null ? latest : Math.max(latest, msOf(at) + 1)), now))

type DatedEntry = Pick<HistoryEntry, 'id' | 'at'>

const byRecording = (one: DatedEntry, other: DatedEntry): number => (one.id < other.id ? -1 : 1)

/** Gives each entry the time that orders it. An entry without a date comes after all entries that were recorded before it. */
function withTimes<Entry extends DatedEntry>(entries: readonly Entry[]): { entry: Entry; at: string }[] {
  let latest = ''
  return [...entries].sort(byRecording).map((entry) => {
    const at = entry.at ?? latest
    if (at > latest) latest = at
    return { entry, at }
  })
}

const byTime = (one: { entry: DatedEntry; at: string }, other: { entry: DatedEntry; at: string }): number =>
  one.at === other.at ? byRecording(one.entry, other.entry) : one.at < other.at ? -1 : 1

export const inOrder = <Entry extends DatedEntry>(entries: readonly Entry[]): Entry[] =>
  withTimes(entries)
    .sort(byTime)
    .map(({ entry }) => entry)

/**
 * The job's status, and when it reached it (null if unknown); when the first `applied` entry happened (null without one or
 * without its date); and whether the employer ever showed interest.
 */
export function standingOf(entries: readonly HistoryEntry[]) {
  const ordered = inOrder(entries)
  const { status, at } = last(ordered)
  // After a move back to `saved`, the application no longer counts; its date is kept in the history.
  const counts = status !== 'saved'
  return {
    status,
    statusChangedAt: at,
    appliedAt: ordered.find((entry) => entry.status === 'applied')?.at ?? null,
    applied: counts && ordered.some((entry) => entry.status !== 'saved' && entry.status !== 'withdrawn'),
    answered: counts && ordered.some((entry) => isOneOf(RESPONSE_STATUSES, entry.status)),
  }
}

export interface HistoryChange {
  entries: HistoryEntry[]
  before: HistoryEntry[]
  after: HistoryEntry[]
}

function replaceEntries(entries: readonly HistoryEntry[], put: readonly HistoryEntry[]): HistoryChange {
  const ids = new Set(put.map(({ id }) => id))
  const kept = entries.filter(({ id }) => !ids.has(id))
  return { entries: [...kept, ...put], before: entries.filter(({ id }) => ids.has(id)), after: [...put] }
}

/** Whether crm may move an entry's date: always for `saved`, else if the date is only the time of recording. */
const mayMoveDate = ({ status, at, createdAt }: HistoryEntry): boolean =>
  status === 'saved' || (at !== null && msOf(at) > msOf(createdAt) - MINUTE_MS)

/** The first entry, moved back to `at`, if its date is later and may move. Otherwise an empty list. */
function movedBack(entries: readonly HistoryEntry[], at: string | null): HistoryEntry[] {
  const first = inOrder(entries)[0]
  return first?.at && at !== null && at < first.at && mayMoveDate(first) ? [{ ...first, at }] : []
}

/** Adds an entry. If it precedes the first entry, the first entry moves back to the same date, if its date may move. */
export const withEntry = (entries: readonly HistoryEntry[], entry: HistoryEntry): HistoryChange =>
  replaceEntries(entries, [...movedBack(entries, entry.at), entry])

/** Throws `invalid_input` if a final status is dated before the first entry, unless the first entry's date may move. */
export function refuseEarlyEnd(name: string, entries: readonly HistoryEntry[], { status, at }: HistoryEntry) {
  const first = inOrder(entries)[0]
  if (!first?.at || at === null || at >= first.at || mayMoveDate(first) || isOneOf(OPEN_STATUSES, status))
    return
  throw tooEarly(name, first)
}

const tooEarly = (name: string, { status, at }: HistoryEntry) =>
  invalidInput([
    { path: 'at', message: `is before ${at?.slice(0, 10)}, when ${name} became ${status}: say a later date` },
  ])

/** Throws `invalid_input` if an entry before the current one is later than `at`. */
export function refuseEarlyRepeat(name: string, entries: readonly HistoryEntry[], at: string): void {
  const later = inOrder(entries)
    .slice(0, -1)
    .findLast((entry) => entry.at !== null && entry.at > at)
  if (later) throw tooEarly(name, later)
}

/**
 * Changes an entry's date, and moves the first entry back if needed. Returns null if the order would change, because a corrected
 * date must not change the job's status.
 */
export function withDate(entries: readonly HistoryEntry[], entry: HistoryEntry, at: string) {
  const moved = movedBack(entries, at).filter(({ id }) => id !== entry.id)
  const change = replaceEntries(entries, [...moved, { ...entry, at }])
  const order = (entries: readonly HistoryEntry[]) =>
    inOrder(entries)
      .map(({ id }) => id)
      .join()
  return order(change.entries) === order(entries) ? change : null
}

/** The rank of each status. Final statuses rank no lower than `screening`, so an `applied` entry after them is no progress. */
const STAGES: Record<Status, number> = {
  ...{ saved: 0, applied: 1, screening: 2, rejected: 2, withdrawn: 2 },
  ...{ interviewing: 3, offer: 4, accepted: 5 },
}

const isFurther = ({ status }: Pick<HistoryEntry, 'status'>): boolean => STAGES[status] > STAGES.applied

/** A status after `applied` that the job had by the time `at`; undefined if no dated entry shows one. */
export const statusBy = (entries: readonly Pick<HistoryEntry, 'status' | 'at'>[], at: string) =>
  entries.find((entry) => isFurther(entry) && entry.at !== null && entry.at <= at)?.status

/** Adds an application. Later statuses stay after it. Returns null if the job had a later status by the application's date. */
export function withApplication(entries: readonly HistoryEntry[], entry: HistoryEntry): HistoryChange | null {
  const ordered = inOrder(entries)
  if (!isFurther(last(ordered))) return withEntry(entries, entry)
  if (entry.at !== null && statusBy(entries, entry.at)) return null
  const place = ordered.findIndex(isFurther)
  // New ids, because an id contains its recording time, which orders entries without a date.
  const later = ordered.slice(place).map((one) => ({ ...one, id: newId() }))
  const { entries: earlier, before, after } = withEntry(ordered.slice(0, place), entry)
  return {
    entries: [...earlier, ...later],
    before: [...before, ...ordered.slice(place)],
    after: [...after, ...later],
  }
}

/**
 * Merges the histories of two records of one job. Omits entries that repeat the other record: `saved`, and statuses that the
 * job already had. Keeps entries with a note, and applications on other days. If the other record was further along by then,
 * puts the entry before that later status, so that the job does not move back.
 */
export function mergedHistory(kept: readonly HistoryEntry[], other: readonly HistoryEntry[]): HistoryChange {
  const firstIds = new Set([inOrder(kept)[0]?.id, inOrder(other)[0]?.id])
  const furthest = new Map<readonly HistoryEntry[], number>()
  const entries: HistoryEntry[] = []
  const all = [...withTimes(kept), ...withTimes(other)].sort(byTime)
  // A `saved` entry without a date adds nothing to other entries.
  const notable = all.filter(
    ({ entry }) => entry.status !== 'saved' || entry.at !== null || entry.note !== null,
  )
  for (const { entry } of notable.length ? notable : all.slice(0, 1)) {
    const [side, opposite] = kept.includes(entry) ? [kept, other] : [other, kept]
    const stage = STAGES[entry.status]
    const isForward = stage >= (furthest.get(side) ?? 0)
    const isLate = isOneOf(OPEN_STATUSES, entry.status) && isForward && stage < (furthest.get(opposite) ?? 0)
    if (isForward) furthest.set(side, stage)
    const isReached = entry.status === 'saved' || entries.some(({ status }) => status === entry.status)
    const isRepeat =
      entries.at(-1)?.status === entry.status ||
      (entries.length > 0 && (isLate || firstIds.has(entry.id)) && isReached)
    if (isRepeat && !entry.note && !isReapplication(entry, entries)) continue
    const place = isLate ? entries.findIndex(({ status }) => STAGES[status] > stage) : entries.length
    entries.splice(place, 0, isLate ? withoutDate(entry) : entry)
  }
  // Entries in another order get new ids, because an id contains its recording time.
  const inPlace = inOrder(entries).every((entry, at) => entry === entries[at])
  const next = inPlace ? entries : entries.map((entry) => ({ ...entry, id: newId() }))
  return {
    entries: next,
    before: kept.filter((entry) => !next.includes(entry)),
    after: next.filter((entry) => !kept.includes(entry)),
  }
}

/** Whether an entry is a second application, on a day without one. */
const isReapplication = ({ status, at }: HistoryEntry, entries: readonly HistoryEntry[]): boolean =>
  status === 'applied' &&
  at !== null &&
  !entries.some((one) => one.status === status && one.at?.slice(0, 10) === at.slice(0, 10))

function withoutDate(entry: HistoryEntry): HistoryEntry {
  const dated = entry.at && `Dated ${entry.at.slice(0, 10)}, when the other job was further along.`
  return { ...entry, at: null, note: [entry.note, dated].filter(Boolean).join(' ') || null }
}

/** Whole days since the application, while it is unanswered; null for other jobs and without a date. Never stored as a status. */
export function unansweredDays({ status, appliedAt }: Pick<JobRow, 'status' | 'appliedAt'>, now: number) {
  if (status !== 'applied' || appliedAt === null) return null
  return Math.max(0, Math.floor((now - msOf(appliedAt)) / DAY_MS))
}
