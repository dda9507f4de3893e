// Reads the rows of a file of jobs, contacts, activities or events. It needs no database, so the terminal uses it too.
import { clockText } from '../kernel/clock.ts'
import type { DateOrder } from '../kernel/date-order.ts'
import {
  findDateOrder,
  isTimeAlone,
  isZonedTime,
  readDate,
  type DateFormat,
  type TableDate,
} from '../reading/table-dates.ts'
import { isNothing, isYesOrNo } from './text.ts'
import type { Row, Table } from './sheet.ts'

export interface RowContext<Field extends string = string> extends DateFormat {
  readonly table: Table<Field>
  readonly statusWords?: Readonly<Record<string, string>> | undefined
  /** The current time; given if dates in the future are a problem. */
  readonly now?: number | undefined
  /** Whether an agent passes on what a person just said. Words for dates, such as “yesterday”, then count from now. */
  readonly isFromAgent?: boolean
  /** Whether people in a row may become contacts. Default true. */
  readonly mayAddPeople?: boolean | undefined
}

export interface RowReader<Field extends string = string, Title extends object = object> {
  readonly table: Table<Field>
  tableFor?(columns: readonly string[]): Table<Field>
  readonly dates: readonly Field[]
  /** The date of a text that names only a part of one, such as a day without a year; null if none, empty if it is of another cell. */
  inferredDate?(field: Field, text: string, reading: RowContext<Field>): TableDate | null
  /** Why a file with these columns cannot contain these records, or null. */
  whyForeign?(columns: readonly string[]): string | null
  /** The distinct status words that crm does not know. */
  unknownWords?(rows: readonly Row[], reading: RowContext<Field>): string[]
  problemOf(row: Row, reading: RowContext<Field>): string | null
  titleOf(row: Row, reading: RowContext<Field>): Title
  /** Keys for matching: rows without a common key are different records. */
  matchKeysOf(row: Row, reading: RowContext<Field>): string[]
}

export const rowReader = <Field extends string, Title extends object, Read extends object>(
  about: Omit<RowReader<NoInfer<Field>, Title>, 'problemOf' | 'matchKeysOf'>,
  read: (row: Row, reading: RowContext<Field>) => Read | { problem: string },
  matchKeysOf: (read: Read) => string[],
): RowReader<Field, Title> => ({
  ...about,
  problemOf(row, reading) {
    const one = read(row, reading)
    return 'problem' in one ? one.problem : null
  },
  matchKeysOf(row, reading) {
    const one = read(row, reading)
    return 'problem' in one ? [] : matchKeysOf(one)
  },
})

/** Remembers what `read` returned, because every step of an import reads the rows. */
export function readOnce<Options extends object, Read>(read: (row: Row, options: Options) => Read) {
  const known = new WeakMap<Options, WeakMap<Row, Read>>()
  return (row: Row, options: Options): Read => {
    const ofOptions = known.get(options) ?? new WeakMap<Row, Read>()
    known.set(options, ofOptions)
    const found = ofOptions.get(row) ?? read(row, options)
    ofOptions.set(row, found)
    return found
  }
}

const datesIn = <Field extends string>(rows: readonly Row[], table: Table<Field>, dates: readonly Field[]) =>
  rows.flatMap(({ cells, line, problem }) =>
    (problem === null ? cells : []).flatMap(([column, text]) => {
      const field = table.fieldOf(column)
      const isDate = field !== null && dates.includes(field)
      return isDate && typeof text === 'string' && !isNothing(text) ? [{ field, text, line }] : []
    }),
  )

export const dateOrderOf = <Field extends string>(
  rows: readonly Row[],
  table: Table<Field>,
  dates: readonly Field[],
): DateOrder | null => findDateOrder(datesIn(rows, table, dates).map(({ text }) => text))

const MAX_NAMED = 5

function listCells(cells: ReturnType<typeof datesIn>): string {
  const shown = cells
    .slice(0, MAX_NAMED)
    .map(({ text, line }) => `“${text.trim().slice(0, 40)}” (line ${line})`)
  const more = cells.length - shown.length
  return `${shown.join(', ')}${more ? ` and ${more} more` : ''}`
}

/** `Wed 2026-11-25`, and the time unless it is 12:00 or 23:59, which days without a time get. */
export const dayText = (at: string, { timeZone }: DateFormat): string =>
  clockText(at, timeZone).replace(/ (?:12:00|23:59)$/, '')

export function notesOnDates<Field extends string>(
  rows: readonly Row[],
  reading: RowContext<Field>,
  { dates, inferredDate }: Pick<RowReader<Field>, 'dates' | 'inferredDate'>,
): string[] {
  // “Yes” in a date column says that it happened, but not when.
  const all = datesIn(rows, reading.table, dates)
  const days = new Map(all.flatMap(({ text, line }) => (readDate(text, reading) ? [[line, text]] : [])))
  const isTimeOf = (day: string | undefined, text: string) =>
    day !== undefined && (isTimeAlone(text) || (isZonedTime(text) && readDate(`${day} ${text}`, reading)))
  const cells = all
    .filter(({ text, line }) => !(isYesOrNo(text) || isTimeOf(days.get(line), text)))
    .filter(({ text }) => !readDate(text, reading))
    .map((cell) => ({ ...cell, at: inferredDate?.(cell.field, cell.text, reading)?.at }))
  const read = new Set(cells.flatMap(({ text, at }) => (at ? [`“${text}” is ${dayText(at, reading)}`] : [])))
  const unclear = cells.filter(({ at }) => at === undefined)
  const many = unclear.length === 1 ? 'One date was' : `${unclear.length} dates were`
  return [
    ...(reading.isFromAgent && read.size ? [`Dates read: ${[...read].join(', ')}.`] : []),
    ...(unclear.length ? [`${many} not read: ${listCells(unclear)}.`] : []),
  ]
}
