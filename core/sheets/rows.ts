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
  /** The table for these columns, where one column tells what another is. */
  tableFor?(columns: readonly string[]): Table<Field>
  /** The fields that hold dates, which tell in which order days and months are written. */
  readonly dates: readonly Field[]
  /** The fields that follow from others, and are not read. */
  readonly derived: readonly Field[]
  /** Why a file with these columns is not one of this noun, or null. */
  strangeTo?(columns: readonly string[]): string | null
  /** Words for a status that are not known, each once. */
  strangeWords?(rows: readonly Row[], reading: Reading<Field>): string[]
  /** Why a row cannot be read, or null. */
  problemOf(row: Row, reading: Reading<Field>): string | null
  titleOf(row: Row, table: Table<Field>): Title
  traitsOf(row: Row, reading: Reading<Field>): string[]
}

/** The date order of these rows, if they reveal it. */
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
