// The status history of a job in one cell, as our own exports hold it.
import { isOneOf, recordOf } from '../../kernel/narrow.ts'
import { readInstant } from '../../kernel/fields.ts'
import { isStorable } from '../../kernel/plain-characters.ts'
import { STATUSES, type Status } from '../status.ts'

export interface PastStatus {
  readonly status: Status
  readonly at: string | null
  readonly note: string | null
}

/** The longest note of a status, and the most statuses of a job that are read. */
const MAX_NOTE = 2_000
const MAX_STATUSES = 500

export function readHistory(cell: string): readonly PastStatus[] | undefined {
  try {
    const read: unknown = JSON.parse(cell)
    if (!Array.isArray(read) || read.length === 0 || read.length > MAX_STATUSES) return undefined
    return read.every(isPast) ? read : undefined
  } catch {
    return undefined
  }
}

function isPast(one: unknown): one is PastStatus {
  const { status, at, note } = recordOf(one)
  return (
    isOneOf(STATUSES, status) &&
    (at === null || (typeof at === 'string' && !Number.isNaN(readInstant(at)))) &&
    (note === null || (typeof note === 'string' && note.length <= MAX_NOTE && isStorable(note)))
  )
}
