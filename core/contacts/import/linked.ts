// Imports records whose rows may name a job and a contact: activities and events.
import { everyJob } from '../../jobs/references.ts'
import type { Transaction } from '../../database/transaction.ts'
import { eachRow, type RowResult, type Importer } from '../../sheets/import.ts'
import { linkerOf, type Links } from '../../sheets/links.ts'
import type { RowContext, RowReader } from '../../sheets/rows.ts'
import type { Row } from '../../sheets/sheet.ts'
import { contactsNamed } from '../references.ts'

/** `read` turns a row into a record, and `apply` stores the record with its links. */
export const linkedImporter = <
  Field extends string,
  Title extends object,
  Read extends Parameters<ReturnType<typeof linkerOf>>[0],
>(
  rows: RowReader<Field, Title>,
  read: (row: Row, reading: RowContext<Field>) => Read | { problem: string },
  apply: (tx: Transaction, read: Read, links: Links) => Promise<RowResult>,
): Importer<Field, Title> => ({
  ...rows,
  async run(tx, sheet, reading) {
    const { userId } = tx.principal
    const linkOf = linkerOf(await everyJob(tx.sql, userId), await contactsNamed(tx.sql, userId))
    const readRow = (row: Row) => read(row, reading)
    return eachRow(tx, sheet, readRow, (row) => apply(tx, row, linkOf(row)))
  },
})
