// What is known about a noun's rows without a database: for an import, and for the terminal that prepares it.
import type { DateOrder } from '../kernel/date-order.ts'
import type { Column } from '../reading/moments.ts'
import { findDateOrder, readDate, readPastDay } from '../reading/table-dates.ts'
import { isNothing, isYesOrNo } from './nothing.ts'
import type { Row, Table } from './sheet.ts'

export interface RowContext<Field extends string = string> extends Column {
  readonly table: Table<Field>
  readonly words?: Readonly<Record<string, string>> | undefined
  /** The current time, if dates in the future must be found. */
  readonly now?: number | undefined
  /** Whether people in a row may become contacts. Default true. */
  readonly mayAddPeople?: boolean | undefined
}

export interface Rows<Field extends string = string, Title extends object = object> {
  readonly table: Table<Field>
  tableFor?(columns: readonly string[]): Table<Field>
  readonly dates: readonly Field[]
  /** Why a file with these columns is not of this noun, or null. */
  strangeTo?(columns: readonly string[]): string | null
  /** Words for a status that crm does not know, each once. */
  strangeWords?(rows: readonly Row[], reading: RowContext<Field>): string[]
  problemOf(row: Row, reading: RowContext<Field>): string | null
  titleOf(row: Row, reading: RowContext<Field>): Title
  traitsOf(row: Row, reading: RowContext<Field>): string[]
}

export const rowsOf = <Field extends string, Title extends object, Read extends object>(
  about: Omit<Rows<NoInfer<Field>, Title>, 'problemOf' | 'traitsOf'>,
  read: (row: Row, reading: RowContext<Field>) => Read | { problem: string },
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

/** Reads each row once for the same options. Every step of an import asks for it. */
export function onceEach<Options extends object, Read>(
  read: (row: Row, options: Options) => Read,
): (row: Row, options: Options) => Read {
  const known = new WeakMap<Options, WeakMap<Row, Read>>()
  return (row, options) => {
    const ofOptions = known.get(options) ?? new WeakMap<Row, Read>()
    known.set(options, ofOptions)
    const found = ofOptions.get(row) ?? read(row, options)
    ofOptions.set(row, found)
    return found
  }
}

type Dates<Field extends string> = Rows<Field>['dates']

interface DateCell {
  readonly field: string
  readonly text: string
  readonly line: number
}

const datesIn = <Field extends string>(
  rows: readonly Row[],
  table: Table<Field>,
  dates: Dates<Field>,
): DateCell[] =>
  rows.flatMap(({ cells, line }) =>
    cells.flatMap(([column, text]) => {
      const field = table.fieldOf(column)
      const isDate = field !== null && dates.includes(field)
      return isDate && typeof text === 'string' && !isNothing(text) ? [{ field, text, line }] : []
    }),
  )

export const dateOrderOf = <Field extends string>(
  rows: readonly Row[],
  table: Table<Field>,
  dates: Dates<Field>,
): DateOrder | null => findDateOrder(datesIn(rows, table, dates).map(({ text }) => text))

const MAX_NAMED = 5

/** `“Q3” (line 4), “soon” (line 7) and 3 more` */
function listCells(cells: readonly DateCell[]): string {
  const shown = cells
    .slice(0, MAX_NAMED)
    .map(({ text, line }) => `“${text.trim().slice(0, 40)}” (line ${line})`)
  const more = cells.length - shown.length
  return `${shown.join(', ')}${more ? ` and ${more} more` : ''}`
}

export function notesOnDates<Field extends string>(
  rows: readonly Row[],
  reading: RowContext<Field>,
  dates: Dates<Field>,
): string[] {
  const unread = datesIn(rows, reading.table, dates).filter(
    ({ field, text }) =>
      !isYesOrNo(text) &&
      !readDate(text, reading) &&
      !(field === 'appliedAt' && readPastDay(text, reading, reading.now)),
  )
  if (!unread.length) return []
  const many = unread.length === 1 ? 'One date was' : `${unread.length} dates were`
  return [`${many} not read: ${listCells(unread)}.`]
}
