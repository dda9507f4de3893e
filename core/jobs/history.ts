// The history of a job's statuses. The job's current status and its dates are computed from it.
import { last, isOneOf } from '../kernel/narrow.ts'
import { isoOf, MINUTE_MS, msOf } from '../kernel/clock.ts'
import { invalidInput } from '../kernel/schema.ts'
import { newId } from '../kernel/id.ts'
import { OPEN_STATUSES, RESPONSE_STATUSES, type Status } from './fields.ts'

export interface HistoryLine {
  id: string
  status: Status
  /** When it happened; null if an import does not state it. */
  at: string | null
  note: string | null
  createdAt: string
}

export interface Standing {
  status: Status
  /** When the job reached its current status; null if unknown. */
  statusChangedAt: string | null
  /** When the first `applied` entry happened; null without one or without its date. */
  appliedAt: string | null
  applied: boolean
  /** Whether the employer ever showed interest. */
  answered: boolean
}

/** The time of a new entry. It is after all earlier ones, even if the clock was set back. */
export const momentAfter = (lines: readonly Pick<HistoryLine, 'at'>[], now: number): string =>
  isoOf(lines.reduce((latest, { at }) => (at === null ? latest : Math.max(latest, msOf(at) + 1)), now))

type DatedEntry = Pick<HistoryLine, 'id' | 'at'>

const byRecording = (one: DatedEntry, other: DatedEntry): number => (one.id < other.id ? -1 : 1)

/** Gives each entry the time that orders it. An entry without a date comes after those that were recorded before it. */
function withTimes<Line extends DatedEntry>(lines: readonly Line[]): { line: Line; at: string }[] {
  let latest = ''
  return [...lines].sort(byRecording).map((line) => {
    const at = line.at ?? latest
    if (at > latest) latest = at
    return { line, at }
  })
}

const byTime = (one: { line: DatedEntry; at: string }, other: { line: DatedEntry; at: string }): number =>
  one.at === other.at ? byRecording(one.line, other.line) : one.at < other.at ? -1 : 1

export const inOrder = <Line extends DatedEntry>(lines: readonly Line[]): Line[] =>
  withTimes(lines)
    .sort(byTime)
    .map(({ line }) => line)

export function standingOf(lines: readonly HistoryLine[]): Standing {
  const ordered = inOrder(lines)
  const { status, at } = last(ordered)
  // After a move back to `saved`, the application no longer counts; its date is kept in the history.
  const counts = status !== 'saved'
  return {
    status,
    statusChangedAt: at,
    appliedAt: ordered.find((line) => line.status === 'applied')?.at ?? null,
    applied: counts && ordered.some((line) => line.status !== 'saved' && line.status !== 'withdrawn'),
    answered: counts && ordered.some((line) => isOneOf(RESPONSE_STATUSES, line.status)),
  }
}

export interface HistoryChange {
  lines: HistoryLine[]
  before: HistoryLine[]
  after: HistoryLine[]
}

function replaceEntry(lines: readonly HistoryLine[], put: readonly HistoryLine[]): HistoryChange {
  const ids = new Set(put.map(({ id }) => id))
  const kept = lines.filter(({ id }) => !ids.has(id))
  return { lines: [...kept, ...put], before: lines.filter(({ id }) => ids.has(id)), after: [...put] }
}

/** Whether crm set the date itself: the time of adding for `saved`, the time of recording for an undated entry. */
const isUnstated = ({ status, at, createdAt }: HistoryLine): boolean =>
  status === 'saved' || (at !== null && msOf(at) > msOf(createdAt) - MINUTE_MS)

/** Moves the first entry back to `at` if it is later, unless somebody stated its date. */
function movedBack(lines: readonly HistoryLine[], at: string | null): HistoryLine[] {
  const first = inOrder(lines)[0]
  return first?.at && at !== null && at < first.at && isUnstated(first) ? [{ ...first, at }] : []
}

/**
 * Adds an entry. If it is before the first entry, that one moves back to the same date, unless a user or file stated its date.
 * Example: a job added today with an application three days ago.
 */
export const withEntry = (lines: readonly HistoryLine[], line: HistoryLine): HistoryChange =>
  replaceEntry(lines, [...movedBack(lines, line.at), line])

/**
 * Throws `invalid_input` if a final status is dated before the history begins. A first entry does not count if crm set its
 * date.
 */
export function refuseEarlyEnd(
  name: string,
  lines: readonly HistoryLine[],
  { status, at }: HistoryLine,
): void {
  const first = inOrder(lines)[0]
  if (!first?.at || at === null || at >= first.at || isUnstated(first) || isOneOf(OPEN_STATUSES, status))
    return
  throw tooEarly(name, first)
}

const tooEarly = (name: string, { status, at }: HistoryLine) =>
  invalidInput([
    { path: 'at', message: `is before ${at?.slice(0, 10)}, when ${name} became ${status}: say a later date` },
  ])

/** Throws `invalid_input` if an entry before the current one is later than `at`. */
export function refuseEarlyRepeat(name: string, lines: readonly HistoryLine[], at: string): void {
  const later = inOrder(lines)
    .slice(0, -1)
    .findLast((line) => line.at !== null && line.at > at)
  if (later) throw tooEarly(name, later)
}

/**
 * Changes an entry's date, and moves the first entry back if needed. Returns null if the order would change, because a
 * corrected date must not change the job's status.
 */
export function withDate(lines: readonly HistoryLine[], line: HistoryLine, at: string): HistoryChange | null {
  const moved = movedBack(lines, at).filter(({ id }) => id !== line.id)
  const change = replaceEntry(lines, [...moved, { ...line, at }])
  const order = (entries: readonly HistoryLine[]) =>
    inOrder(entries)
      .map(({ id }) => id)
      .join()
  return order(change.lines) === order(lines) ? change : null
}

/** The rank of each status. Final statuses rank no lower than `screening`, so an `applied` entry after them is no progress. */
const STAGES: Record<Status, number> = {
  ...{ saved: 0, applied: 1, screening: 2, rejected: 2, withdrawn: 2 },
  ...{ interviewing: 3, offer: 4, accepted: 5 },
}

const isFurther = ({ status }: Pick<HistoryLine, 'status'>): boolean => STAGES[status] > STAGES.applied

/** A status after `applied` that the job had by the time `at`; undefined if no dated entry shows one. */
export function statusBy(
  lines: readonly Pick<HistoryLine, 'status' | 'at'>[],
  at: string,
): Status | undefined {
  return lines.find((line) => isFurther(line) && line.at !== null && line.at <= at)?.status
}

/** Adds an application. Later statuses stay after it. Null if the job would move back, because it was further already. */
export function withApplication(lines: readonly HistoryLine[], line: HistoryLine): HistoryChange | null {
  const ordered = inOrder(lines)
  if (!isFurther(last(ordered))) return withEntry(lines, line)
  if (line.at !== null && statusBy(lines, line.at)) return null
  const place = ordered.findIndex(isFurther)
  // New ids and recording times, because the recording time orders entries without a date.
  const later = ordered.slice(place).map((one) => ({ ...one, id: newId() }))
  const { lines: earlier, before, after } = withEntry(ordered.slice(0, place), line)
  return {
    lines: [...earlier, ...later],
    before: [...before, ...ordered.slice(place)],
    after: [...after, ...later],
  }
}

/**
 * Merges the histories of two records of one job. It omits entries that the other record has too: `saved`, and a status that
 * the job already had. It keeps entries with a note, and applications on other days. If the other record was further along, an
 * entry goes before that status, so that the job does not move back.
 */
export function mergedHistory(own: readonly HistoryLine[], theirs: readonly HistoryLine[]): HistoryChange {
  const openings = new Set([inOrder(own)[0]?.id, inOrder(theirs)[0]?.id])
  const furthest = new Map<readonly HistoryLine[], number>()
  const lines: HistoryLine[] = []
  const all = [...withTimes(own), ...withTimes(theirs)].sort(byTime)
  // A `saved` entry without a date adds nothing to other entries.
  const notable = all.filter(({ line }) => line.status !== 'saved' || line.at !== null || line.note !== null)
  for (const { line } of notable.length ? notable : all.slice(0, 1)) {
    const [side, otherSide] = own.includes(line) ? [own, theirs] : [theirs, own]
    const stage = STAGES[line.status]
    const isForward = stage >= (furthest.get(side) ?? 0)
    const isLate = isOneOf(OPEN_STATUSES, line.status) && isForward && stage < (furthest.get(otherSide) ?? 0)
    if (isForward) furthest.set(side, stage)
    const isReached = line.status === 'saved' || lines.some(({ status }) => status === line.status)
    const isRepeat =
      lines.at(-1)?.status === line.status ||
      (lines.length > 0 && (isLate || openings.has(line.id)) && isReached)
    if (isRepeat && !line.note && !isReapplication(line, lines)) continue
    const place = isLate ? lines.findIndex(({ status }) => STAGES[status] > stage) : lines.length
    lines.splice(place, 0, isLate ? withoutDate(line) : line)
  }
  // The recording time orders entries without a date.
  const inPlace = inOrder(lines).every((line, at) => line === lines[at])
  const next = inPlace ? lines : lines.map((line) => ({ ...line, id: newId() }))
  return {
    lines: next,
    before: own.filter((line) => !next.includes(line)),
    after: next.filter((line) => !own.includes(line)),
  }
}

/** Whether it is a second application, on another day. */
const isReapplication = ({ status, at }: HistoryLine, lines: readonly HistoryLine[]): boolean =>
  status === 'applied' &&
  at !== null &&
  !lines.some((one) => one.status === status && one.at?.slice(0, 10) === at.slice(0, 10))

const withoutDate = (line: HistoryLine): HistoryLine => ({
  ...line,
  at: null,
  note:
    [line.note, line.at && `Dated ${line.at.slice(0, 10)}, when the other job was further along.`]
      .filter(Boolean)
      .join(' ') || null,
})
