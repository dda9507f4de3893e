// Up to `limit + 1` changes after a position. Omits deletions up to `until`, because the reader never saw those
// records.
import { rowOf } from '../database/fragments.ts'
import type { MirroredNoun } from '../database/change-log.ts'
import type { Sql } from '../database/connect.ts'

export interface ChangeRow {
  noun: MirroredNoun
  id: string
  place: number
  createdPlace: number
  deleted: boolean
  at: string
}

export interface Standing {
  era: string
  last: number
}

export const findStanding = (sql: Sql, userId: string) =>
  rowOf(sql<Standing[]>`select era, last from change_counters where user_id = ${userId}`)

/** Up to `limit + 1` changes after a place; without deletions up to `until`, of which the reader never knew the records. */
export const listChanges = (
  sql: Sql,
  userId: string,
  nouns: readonly MirroredNoun[],
  { place, until, limit }: { place: number; until: number; limit: number },
) => sql<ChangeRow[]>`
  select noun, id, place, created_place, deleted, at from record_changes
  where user_id = ${userId} and place > ${place} and noun in ${sql([...nouns])} and not (deleted and place <= ${until})
  order by place limit ${limit + 1}`
