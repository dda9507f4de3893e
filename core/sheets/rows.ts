// What is known about the rows of a noun without a database: for an import, and for the terminal that prepares one.
import type { DateOrder } from '../kernel/date-order.ts'
import { findDateOrder } from '../reading/table-dates.ts'
import type { Row, Table } from './sheet.ts'

export interface Reading<Field extends string = string> {
  readonly table: Table<Field>
  readonly timeZone: string
  readonly dateOrder: DateOrder | null
  readonly words?: Readonly<Record<string, string>> | undefined
}

export interface Rows<Field extends string = string, Title extends object = object> {
  readonly table: Table<Field>
  tableFor?(columns: readonly string[]): Table<Field>
  readonly dates: readonly Field[]
  readonly derived: readonly Field[]
  /** Why a file with these columns is not one of this noun, or null. */
  strangeTo?(columns: readonly string[]): string | null
  /** Words for a status that are not known, each once. */
  strangeWords?(rows: readonly Row[], reading: Reading<Field>): string[]
  problemOf(row: Row, reading: Reading<Field>): string | null
  titleOf(row: Row, reading: Reading<Field>): Title
  traitsOf(row: Row, reading: Reading<Field>): string[]
}

export const rowsOf = <Field extends string, Title extends object, Read extends object>(
  about: Omit<Rows<NoInfer<Field>, Title>, 'problemOf' | 'traitsOf'>,
  read: (row: Row, reading: Reading<Field>) => Read | { problem: string },
  traitsOf: (read: Read) => string[],
): Rows<Field, Title> => ({
  ...about,
  problemOf(row, reading) {
    const one = read(row, reading)
    return 'problem' in one ? one.problem : null
  },
  traitsOf(row, reading) {
    const one = read(row, reading)
    return 'problem' in one ? [] : traitsOf(one)
  },
})

export const dateOrderOf = <Field extends string>(
  rows: readonly Row[],
  table: Table<Field>,
  dates: readonly Field[],
): DateOrder | null =>
  findDateOrder(
    rows.flatMap(({ cells }) =>
      cells.flatMap(([column, value]) => {
        const field = table.fieldOf(column)
        return typeof value === 'string' && field !== null && dates.includes(field) ? [value] : []
      }),
    ),
  )
