// Statements for records that others link to: whether they exist, and that a link to them changed.
import { isoOf } from '../kernel/clock.ts'
import { fail } from '../kernel/errors.ts'
import type { Fields, Noun } from '../kernel/record.ts'
import { afterUpdatedAt } from './fragments.ts'
import { markTouched, type Transaction } from './transaction.ts'

export const changedLinks = (one: readonly string[], other: readonly string[]): string[] => [
  ...one.filter((id) => !other.includes(id)),
  ...other.filter((id) => !one.includes(id)),
]

export function linkedRecordsOf({ noun, table }: Noun<Fields>) {
  const existing = async ({ sql, principal }: Transaction, ids: readonly string[]): Promise<string[]> => {
    if (!ids.length) return []
    const rows = await sql<{ id: string }[]>`
      select id from ${sql.unsafe(table)}
      where user_id = ${principal.userId} and id in ${sql([...ids])} order by id for key share`
    return rows.map(({ id }) => id)
  }
  return {
    /** Those of these records that the user has. They stay until the transaction ends. */
    existing,
    /** Throws `…_not_found` for the first of these records that the user does not have. */
    async require(tx: Transaction, ids: readonly string[]): Promise<void> {
      const found = await existing(tx, ids)
      const missing = ids.find((id) => !found.includes(id))
      if (missing !== undefined) fail(`${noun}_not_found`, { id: missing })
    },
    /** Marks these records as changed, because linking or unlinking changes both records. */
    async touch(tx: Transaction, ids: readonly string[]): Promise<void> {
      if (!ids.length) return
      const { sql, principal, clock } = tx
      await sql`
        update ${sql.unsafe(table)} set updated_at = greatest(${isoOf(clock.now())}, ${afterUpdatedAt(sql)})
        where user_id = ${principal.userId} and id in ${sql([...ids])}`
      markTouched(tx, noun, ids)
    },
  }
}
