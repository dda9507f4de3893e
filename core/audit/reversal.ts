// Plans how to undo one change of one row, given the row's current state, without overwriting later changes.
import { must } from '../kernel/must.ts'
import type { StoredRecord, StoredChange, UndoHandler } from '../database/undo-handler.ts'

type Reversal =
  | { act: 'remove' }
  | { act: 'restore' }
  /** `stays`: fields that were changed again since and are kept, named by the first field of their group. */
  | { act: 'change'; fields: StoredRecord; stays: string[] }
  /** The reason is null when the row is already as it was before. */
  | { act: 'nothing'; reason: string | null }

type Groups = UndoHandler['groups']

/** Plans what to do to a row so that only this change is undone. */
export function planReversal(
  groups: Groups,
  { before, after }: StoredChange,
  current: StoredRecord | undefined,
): Reversal {
  if (before === null) return reverseCreated(groups, after, current)
  if (after === null) return reverseDeleted(current)
  if (!current) return { act: 'nothing', reason: 'it has been deleted since' }
  return reverseUpdated(groups, before, after, current)
}

function reverseCreated(
  groups: Groups,
  after: StoredRecord | null,
  current: StoredRecord | undefined,
): Reversal {
  if (!current) return { act: 'nothing', reason: 'it is already gone' }
  const changed = groups.filter((group) => !isSame(group, withFewerLinks(after ?? {}, current), current))
  if (!changed.length) return { act: 'remove' }
  return { act: 'nothing', reason: `its ${namesOf(changed)} changed since, so it was kept` }
}

/** A missing link was removed with the row it pointed to, so it does not count as a change of this row. */
const withFewerLinks = (record: StoredRecord, current: StoredRecord): StoredRecord =>
  Object.fromEntries(
    Object.entries(record).map(([field, value]) => {
      const left = current[field]
      const isFewer = field.endsWith('Ids') && Array.isArray(left) && left.every((id) => isIn(value, id))
      return [field, isFewer ? left : value]
    }),
  )

const isIn = (ids: unknown, id: unknown): boolean => Array.isArray(ids) && ids.includes(id)

const reverseDeleted = (current: StoredRecord | undefined): Reversal =>
  current ? { act: 'nothing', reason: 'it exists again' } : { act: 'restore' }

function reverseUpdated(
  groups: Groups,
  before: StoredRecord,
  after: StoredRecord,
  current: StoredRecord,
): Reversal {
  // Moving a job to the status it already has changes no field, but it does add a history entry.
  const movedInPlace = (group: readonly string[]) => group.includes('status') && hasLines(before, after)
  // Fields that already have their previous value need nothing.
  const open = groups.filter((group) =>
    isSame(group, before, after) ? movedInPlace(group) : !isSame(group, before, current),
  )
  const stays = open.filter((group) => !isSame(group, after, current))
  const back = open.filter((group) => !stays.includes(group)).flat()
  const names = stays.map(([first]) => must(first))
  if (back.length)
    return { act: 'change', fields: Object.fromEntries(back.map((f) => [f, before[f]])), stays: names }
  return { act: 'nothing', reason: stays.length ? `its ${namesOf(stays)} changed since` : null }
}

const hasLines = (...records: StoredRecord[]): boolean =>
  records.some(({ history }) => Array.isArray(history) && history.length > 0)

/** A group is named after its first field. */
const namesOf = (groups: Groups): string => groups.map(([first]) => first).join(', ')

/** A field that a record does not have is treated as equal. */
const isSame = (group: readonly string[], one: StoredRecord, other: StoredRecord): boolean =>
  group.every(
    (field) =>
      one[field] === undefined ||
      other[field] === undefined ||
      JSON.stringify(one[field]) === JSON.stringify(other[field]),
  )
