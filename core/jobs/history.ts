// The status history of a job: the truth from which its status and the dates of its milestones follow.
import { last } from '../kernel/must.ts'
import { isOneOf } from '../kernel/narrow.ts'
import { isoOf, MINUTE_MS, msOf } from '../kernel/clock.ts'
import { invalidInput } from '../kernel/schema.ts'
import { RESPONSE_STATUSES, type Status } from './status.ts'

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

const AHEAD_MS = 5 * MINUTE_MS

export const isAhead = (at: string, now: number): boolean => msOf(at) > now + AHEAD_MS

/** Throws `invalid_input` for a status of the future. */
export function refuseAhead(at: string, now: number): void {
  if (isAhead(at, now))
    throw invalidInput([{ path: 'at', message: 'is in the future: a status is what happened' }])
}

/** When something that is recorded now happened: after everything recorded before, even if the clock was set back. */
export const momentAfter = (lines: readonly Pick<HistoryLine, 'at'>[], now: number): string =>
  isoOf(lines.reduce((latest, { at }) => (at === null ? latest : Math.max(latest, msOf(at) + 1)), now))

type DatedEntry = Pick<HistoryLine, 'id' | 'at'>

const byRecording = (one: DatedEntry, other: DatedEntry): number => (one.id < other.id ? -1 : 1)

/** By time, then by when they were recorded. One without a time stands after those recorded before it. */
export function inOrder<Line extends DatedEntry>(lines: readonly Line[]): Line[] {
  let latest = ''
  const placed = [...lines].sort(byRecording).map((line) => {
    const at = line.at ?? latest
    if (at > latest) latest = at
    return { line, at }
  })
  return placed
    .sort((one, other) =>
      one.at === other.at ? byRecording(one.line, other.line) : one.at < other.at ? -1 : 1,
    )
    .map(({ line }) => line)
}

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

/** The first entry, moved back to `at` when it is dated later. */
function movedBack(lines: readonly HistoryLine[], at: string | null): HistoryLine[] {
  const first = inOrder(lines)[0]
  return first?.at && at !== null && at < first.at ? [{ ...first, at }] : []
}

/** An entry dated before the first moves that one back with it: added today, applied for three days ago. */
export const withEntry = (lines: readonly HistoryLine[], line: HistoryLine): HistoryChange =>
  replaced(lines, [...movedBack(lines, line.at), line])

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

/**
 * Leaves out what the later one only repeats: that the job was saved, or a status that the other had reached before
 * or that stands already. Entries with a note stay.
 */
export function united(own: readonly HistoryLine[], theirs: readonly HistoryLine[]): HistoryChange {
  const openings = new Set([inOrder(own)[0]?.id, inOrder(theirs)[0]?.id])
  const lines: HistoryLine[] = []
  for (const line of inOrder([...own, ...theirs])) {
    const isReached = line.status === 'saved' || lines.some(({ status }) => status === line.status)
    const isRepeat =
      lines.at(-1)?.status === line.status || (lines.length > 0 && openings.has(line.id) && isReached)
    if (!isRepeat || line.note) lines.push(line)
  }
  const kept = new Set(lines.map(({ id }) => id))
  return {
    lines,
    before: own.filter(({ id }) => !kept.has(id)),
    after: theirs.filter(({ id }) => kept.has(id)),
  }
}
