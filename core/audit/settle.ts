// Decides what undoing one change of one row may do, given what the row is now: later changes are respected.
import type { Kept, KeptChange, Reverser } from '../database/reverser.ts'

export type Verdict =
  | { act: 'remove' }
  | { act: 'restore' }
  /** `stays`: fields that were changed again since, each with its group. */
  | { act: 'change'; fields: Kept; stays: string[] }
  /** No reason when it is as it was before already. */
  | { act: 'nothing'; reason: string | null }

type Groups = Reverser['groups']

/** What to do about a change, so that only what it did is taken back. */
export function settle(groups: Groups, { before, after }: KeptChange, current: Kept | undefined): Verdict {
  if (before === null) return settleCreated(groups, after, current)
  if (after === null) return settleDeleted(current)
  if (!current) return { act: 'nothing', reason: 'it was deleted since' }
  return settleChanged(groups, before, after, current)
}

function settleCreated(groups: Groups, after: Kept | null, current: Kept | undefined): Verdict {
  if (!current) return { act: 'nothing', reason: 'it is gone already' }
  const changed = groups.filter((group) => !isSame(group, withFewerLinks(after ?? {}, current), current))
  if (!changed.length) return { act: 'remove' }
  return { act: 'nothing', reason: `its ${namesOf(changed)} changed since, so it stays` }
}

/** A link that is gone went with what it led to: that is no news of the row itself. */
const withFewerLinks = (record: Kept, current: Kept): Kept =>
  Object.fromEntries(
    Object.entries(record).map(([field, value]) => {
      const left = current[field]
      const isFewer = field.endsWith('Ids') && (left as string[] | undefined)?.every((id) => isIn(value, id))
      return [field, isFewer ? left : value]
    }),
  )

const isIn = (ids: unknown, id: string): boolean => (ids as readonly string[]).includes(id)

const settleDeleted = (current: Kept | undefined): Verdict =>
  current ? { act: 'nothing', reason: 'it is there again' } : { act: 'restore' }

function settleChanged(groups: Groups, before: Kept, after: Kept, current: Kept): Verdict {
  // A move to where a job stands already changes no field and still writes a line of its history.
  const movedInPlace = (group: readonly string[]) => group.includes('status') && hasLines(before, after)
  // What already is as it was before needs nothing.
  const open = groups.filter((group) =>
    isSame(group, before, after) ? movedInPlace(group) : !isSame(group, before, current),
  )
  const stays = open.filter((group) => !isSame(group, after, current))
  const back = open.filter((group) => !stays.includes(group)).flat()
  const names = stays.map(([first]) => first!)
  if (back.length)
    return { act: 'change', fields: Object.fromEntries(back.map((f) => [f, before[f]])), stays: names }
  return { act: 'nothing', reason: stays.length ? `its ${namesOf(stays)} changed since` : null }
}

const hasLines = (...records: Kept[]): boolean =>
  records.some(({ history }) => (history as unknown[] | undefined)?.length)

/** A group is named for its first field. */
const namesOf = (groups: Groups): string => groups.map(([first]) => first).join(', ')

/** A field that the record does not keep says nothing. */
const isSame = (group: readonly string[], one: Kept, other: Kept): boolean =>
  group.every(
    (field) =>
      one[field] === undefined ||
      other[field] === undefined ||
      JSON.stringify(one[field]) === JSON.stringify(other[field]),
  )
