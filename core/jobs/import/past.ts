// The status history of a job in one cell, as our own exports hold it.
import { readInstant } from '../../kernel/fields.ts'
import { isStorable } from '../../kernel/storable.ts'
import { STATUSES, type Status } from '../status.ts'

/** A status that a job has had. */
export interface PastStatus {
  readonly status: Status
  /** ISO 8601; null where it is not known. */
  readonly at: string | null
  readonly note: string | null
}

/** The longest note of a status, and the most statuses of a job that are read. */
const MAX_NOTE = 2_000
const MAX_STATUSES = 500

/** The history in a cell, oldest first; undefined for anything else. */
export function readHistory(cell: string): readonly PastStatus[] | undefined {
  try {
    const read: unknown = JSON.parse(cell)
    const isHistory =
      Array.isArray(read) && read.length > 0 && read.length <= MAX_STATUSES && read.every(isPast)
    return isHistory ? (read as PastStatus[]) : undefined
  } catch {
    return undefined
  }
}

function isPast(one: unknown): boolean {
  const { status, at, note } = (one ?? {}) as Partial<Record<keyof PastStatus, unknown>>
  return (
    STATUSES.includes(status as Status) &&
    (at === null || (typeof at === 'string' && !Number.isNaN(readInstant(at)))) &&
    (note === null || (typeof note === 'string' && note.length <= MAX_NOTE && isStorable(note)))
  )
}
