// The status history of a job: the truth from which its status and the dates of its milestones follow.
import { last } from '../kernel/must.ts'
import { isOneOf } from '../kernel/narrow.ts'
import { isoOf, MINUTE_MS, msOf } from '../kernel/clock.ts'
import { invalidInput } from '../kernel/schema.ts'
import { newId } from '../kernel/id.ts'
import { OPEN_STATUSES, RESPONSE_STATUSES, type Status } from './status.ts'

export interface HistoryLine {
  id: string
  status: Status
  /** When it happened; null where an import does not say. */
  at: string | null
  note: string | null
  createdAt: string
}

export interface Standing {
  status: Status
  /** When the current status was reached; null when that is not known. */
  statusChangedAt: string | null
  /** When the first `applied` entry happened; null without one, and when its date is not known. */
  appliedAt: string | null
  applied: boolean
  /** Whether the employer showed interest at any time. */
  answered: boolean
}

/** When something that is recorded now happened: after everything recorded before, even if the clock was set back. */
export const momentAfter = (lines: readonly Pick<HistoryLine, 'at'>[], now: number): string =>
  isoOf(lines.reduce((latest, { at }) => (at === null ? latest : Math.max(latest, msOf(at) + 1)), now))

type DatedEntry = Pick<HistoryLine, 'id' | 'at'>

const byRecording = (one: DatedEntry, other: DatedEntry): number => (one.id < other.id ? -1 : 1)

/** Each with the time that orders it. An entry without one stands after those recorded before it. */
function timed<Line extends DatedEntry>(lines: readonly Line[]): { line: Line; at: string }[] {
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
  timed(lines)
    .sort(byTime)
    .map(({ line }) => line)

const isResponse = (status: Status): boolean => isOneOf(RESPONSE_STATUSES, status)

export function standingOf(lines: readonly HistoryLine[]): Standing {
  const ordered = inOrder(lines)
  const { status, at } = last(ordered)
  // Moved back to `saved`, an application no longer counts; its date stays in the history.
  const counts = status !== 'saved'
  return {
    status,
    statusChangedAt: at,
    appliedAt: ordered.find((line) => line.status === 'applied')?.at ?? null,
    applied: counts && ordered.some((line) => line.status !== 'saved' && line.status !== 'withdrawn'),
    answered: counts && ordered.some((line) => isResponse(line.status)),
  }
}

export interface HistoryChange {
  lines: HistoryLine[]
  before: HistoryLine[]
  after: HistoryLine[]
}

function replaced(lines: readonly HistoryLine[], put: readonly HistoryLine[]): HistoryChange {
  const ids = new Set(put.map(({ id }) => id))
  const kept = lines.filter(({ id }) => !ids.has(id))
  return { lines: [...kept, ...put], before: lines.filter(({ id }) => ids.has(id)), after: [...put] }
}

/** Whether nobody said when: a job is saved when it is added, and an entry without a date has that of its recording. */
const isUnstated = ({ status, at, createdAt }: HistoryLine): boolean =>
  status === 'saved' || (at !== null && msOf(at) > msOf(createdAt) - MINUTE_MS)

/** The first entry, moved back to `at` when it is dated later. A date that was stated stays. */
function movedBack(lines: readonly HistoryLine[], at: string | null): HistoryLine[] {
  const first = inOrder(lines)[0]
  return first?.at && at !== null && at < first.at && isUnstated(first) ? [{ ...first, at }] : []
}

/**
 * An entry dated before the first moves that one back with it, unless its date was stated: added today, applied for
 * three days ago.
 */
export const withEntry = (lines: readonly HistoryLine[], line: HistoryLine): HistoryChange =>
  replaced(lines, [...movedBack(lines, line.at), line])

/** Throws `invalid_input` for an end that lies before the job began. */
export function refuseEarlyEnd(
  name: string,
  lines: readonly HistoryLine[],
  { status, at }: HistoryLine,
): void {
  const first = inOrder(lines)[0]
  if (!first?.at || at === null || at >= first.at || isUnstated(first) || isOneOf(OPEN_STATUSES, status))
    return
  const began = `when ${name} became ${first.status}`
  throw invalidInput([
    { path: 'at', message: `is before ${first.at.slice(0, 10)}, ${began}: say a later date` },
  ])
}

/** The first entry moves back with it. Null when the order would change: a correction of a date does not move a job. */
export function redated(lines: readonly HistoryLine[], line: HistoryLine, at: string): HistoryChange | null {
  const moved = movedBack(lines, at).filter(({ id }) => id !== line.id)
  const change = replaced(lines, [...moved, { ...line, at }])
  const order = (entries: readonly HistoryLine[]) =>
    inOrder(entries)
      .map(({ id }) => id)
      .join()
  return order(change.lines) === order(lines) ? change : null
}

/** How far a job has come. An answer is as far as the end: after both, an application is no news. */
const STAGES: Record<Status, number> = {
  ...{ saved: 0, applied: 1, screening: 2, rejected: 2, withdrawn: 2 },
  ...{ interviewing: 3, offer: 4, accepted: 5 },
}

/**
 * The history of two entries of one job. Leaves out what the later one only repeats: that the job was saved, or a
 * status that was reached before. Entries with a note stay, and an application on another day. A step that the other
 * entry was beyond by then stands before that one, so that it does not move the job back.
 */
export function united(own: readonly HistoryLine[], theirs: readonly HistoryLine[]): HistoryChange {
  const openings = new Set([inOrder(own)[0]?.id, inOrder(theirs)[0]?.id])
  const furthest = new Map<readonly HistoryLine[], number>()
  const lines: HistoryLine[] = []
  const all = [...timed(own), ...timed(theirs)].sort(byTime)
  // That a job was saved, at no known time, says nothing beside anything else.
  const telling = all.filter(({ line }) => line.status !== 'saved' || line.at !== null || line.note !== null)
  for (const { line } of telling.length ? telling : all.slice(0, 1)) {
    const [side, otherSide] = own.includes(line) ? [own, theirs] : [theirs, own]
    const stage = STAGES[line.status]
    const isForward = stage >= (furthest.get(side) ?? 0)
    const isLate = isOneOf(OPEN_STATUSES, line.status) && isForward && stage < (furthest.get(otherSide) ?? 0)
    if (isForward) furthest.set(side, stage)
    const isReached = line.status === 'saved' || lines.some(({ status }) => status === line.status)
    const isRepeat =
      lines.at(-1)?.status === line.status ||
      (lines.length > 0 && (isLate || openings.has(line.id)) && isReached)
    if (isRepeat && !line.note && !isSecond(line, lines)) continue
    const place = isLate ? lines.findIndex(({ status }) => STAGES[status] > stage) : lines.length
    lines.splice(place, 0, isLate ? undated(line) : line)
  }
  // An entry without a date keeps its place by when it was recorded.
  const inPlace = inOrder(lines).every((line, at) => line === lines[at])
  const next = inPlace ? lines : lines.map((line) => ({ ...line, id: newId() }))
  return {
    lines: next,
    before: own.filter((line) => !next.includes(line)),
    after: next.filter((line) => !own.includes(line)),
  }
}

/** An application on a day of its own: somebody applied again. */
const isSecond = ({ status, at }: HistoryLine, lines: readonly HistoryLine[]): boolean =>
  status === 'applied' &&
  at !== null &&
  !lines.some((one) => one.status === status && one.at?.slice(0, 10) === at.slice(0, 10))

const undated = (line: HistoryLine): HistoryLine => ({
  ...line,
  at: null,
  note:
    [line.note, line.at && `Dated ${line.at.slice(0, 10)}, when the other entry was further along.`]
      .filter(Boolean)
      .join(' ') || null,
})
