// Reads the cells of a row by field, for nouns with plain-text fields.
import { isEmail, isWebAddress } from '../kernel/addresses.ts'
import type { Field } from '../kernel/field-kinds.ts'
import { MAX_TAGS, readInstant } from '../kernel/schema.ts'
import { isId } from '../kernel/id.ts'
import { recordBy } from '../kernel/narrow.ts'
import { isStorable } from '../kernel/plain-characters.ts'
import { spokenOf, type Fields, type Noun } from '../kernel/record.ts'
import { isZonedTime, readDate, type TableDate } from '../reading/table-dates.ts'
import { IGNORE } from './headers.ts'
import { isNothing, splitTags, tidy } from './text.ts'
import type { UnusedCell } from './report.ts'
import type { RowContext } from './rows.ts'
import type { Row, Table } from './sheet.ts'
import { plainOf } from './markup-cell.ts'

export interface SortedCells<Name extends string> {
  readonly id: string | null
  readonly values: Map<Name, string>
  readonly lists: Map<Name, string[]>
  readonly rest: string[]
  readonly left: UnusedCell[]
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function cellOf<Name extends string>({ cells }: Row, table: Table<Name>, name: string): string {
  const found = cells.find(([column]) => table.fieldOf(column) === name)?.[1]
  return typeof found === 'string' ? found : ''
}

/** The id of a row of our own export. No other program has ids and versions in our format. */
function ownIdOf<Name extends string>(row: Row, table: Table<Name>): string | null {
  const id = cellOf(row, table, 'id')
  return isId(id) && ISO.test(cellOf(row, table, 'updatedAt')) ? id.toLowerCase() : null
}

/** Sorts cells by field; cells without one become lines for the notes. HTML becomes text, except in our own export. */
export function sortFields<Name extends string>(row: Row, table: Table<Name>, lists: readonly Name[] = []) {
  const id = ownIdOf(row, table)
  const sorted: SortedCells<Name> = { id, values: new Map(), lists: new Map(), rest: [], left: [] }
  for (const [column, value] of row.cells) {
    const field = table.fieldOf(column)
    const text = typeof value === 'string' ? (id === null ? plainOf(value) : value) : value.join(', ')
    const isEmpty = text === '' || (id === null && isNothing(text))
    const isLeftOut = field !== null && (field === IGNORE || table.derived.includes(field))
    if (isEmpty || isLeftOut) continue
    if (field === null || (field === 'id' && id === null)) sorted.rest.push(`${column}: ${text}`)
    else if (lists.includes(field))
      sorted.lists.set(field, [...(sorted.lists.get(field) ?? []), ...listOf(value, id !== null)])
    else if (!sorted.values.has(field)) sorted.values.set(field, text)
    else if (field === 'notes') sorted.values.set(field, `${sorted.values.get(field)}\n${text}`)
    else if (sorted.values.get(field) !== text) sorted.rest.push(`${column}: ${text}`)
  }
  return sorted
}

export function listOf(value: string | readonly string[], isOwn: boolean): string[] {
  const all =
    typeof value === 'string' ? splitTags(value, isOwn) : value.map((one) => (isOwn ? one : tidy(one)))
  return [...new Set(all)].filter((one) => one !== '' && (isOwn || !isNothing(one)))
}

export function setAside<Name extends string>(
  { values, rest, left }: SortedCells<Name>,
  field: Name,
  name: string,
): void {
  const value = values.get(field)
  values.delete(field)
  if (value === undefined) return
  rest.push(`${name}: ${value}`)
  left.push({ field, text: value, why: 'It was not understood; it is kept in the notes.' })
}

/** The instant of a field. A text that is no date goes to the notes, labelled `name`. */
export function instantIn<Name extends string>(
  sorted: SortedCells<Name>,
  field: Name,
  name: string,
  reading: RowContext,
): string | null {
  const read = dateOf(sorted.values.get(field), reading)
  const text = sorted.values.get(field) ?? ''
  for (const why of read?.doubts ?? []) sorted.left.push({ field, text, why })
  if (!read || read.rest) setAside(sorted, field, name)
  return read?.at ?? null
}

export function choiceOf({ of = [], words = {} }: Field, text = ''): string | undefined {
  const cell = text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
  return of.find((each) => each.replace('-', ' ') === cell || words[each]?.split(', ').includes(cell))
}

const addressOf = (text: string): string =>
  /^(?:www\.)?[\w-]+(?:\.[\w-]+)+\//.test(text) ? `https://${text}` : text

/** Parses a cell by the kind of its field; undefined if the value is invalid. */
const PARSERS: Partial<Record<Field['kind'], (text: string, field: Field) => unknown>> = {
  ...{ name: (text) => text, line: (text) => text, text: (text) => text },
  link: (text) => (isWebAddress(addressOf(text)) ? addressOf(text) : undefined),
  email: (text) => (isEmail(text) ? text : undefined),
  choice: (text, field) => choiceOf(field, text),
}

const PARSED_BY_NOUN: readonly Field['kind'][] = ['notes', 'reference', 'own']

/** The fields of a row. Invalid values go to the notes, under the field's name. */
export function readFields(noun: Noun<Fields>, sorted: SortedCells<string>, reading: RowContext) {
  const { values, lists } = sorted
  return Object.fromEntries(
    Object.entries(noun.fields).flatMap(([name, field]): [string, unknown][] => {
      const items = lists.get(name)
      if (items) return items.length ? [[name, field.kind === 'references' ? items.map(lower) : items]] : []
      const text = values.get(name)
      if (!text || field.settable === 'never' || PARSED_BY_NOUN.includes(field.kind)) return []
      if (field.kind === 'instant') {
        const at = instantIn(sorted, name, titled(name), reading)
        return at === null ? [] : [[name, at]]
      }
      const value = PARSERS[field.kind]?.(text, field)
      if (value === undefined) setAside(sorted, name, titled(name))
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

const lower = (text: string): string => text.toLowerCase()

/** `hiringManager` as “Hiring manager”. */
export const titled = (field: string): string => spokenOf(field).replace(/^./, (first) => first.toUpperCase())

/** The texts of these fields. They identify a row in a report. */
export const textsOf = <Name extends string>(row: Row, table: Table, names: readonly Name[]) => {
  const { values } = sortFields(row, table)
  return recordBy(names, (name) => values.get(name) ?? null)
}

export const notesWith = (notes: string | undefined, rest: readonly string[]): string | undefined =>
  [...(notes === undefined ? [] : [notes]), ...rest].join('\n') || undefined

export function dateOf(
  text: string | undefined,
  reading: RowContext,
  time?: { hour: number; minute: number },
): TableDate | null {
  const read = text === undefined ? null : readDate(text, reading, time)
  return read && !Number.isNaN(readInstant(read.at)) ? read : null
}

/** Joins a day and a time in two columns, as of Outlook and Google, or puts the day first. A date without a day is on that of the one before it. */
export function withTimes<Name extends string>(
  row: Row,
  reading: RowContext<Name>,
  dates: readonly Name[],
): Row {
  let [cells, day] = [row.cells, '']
  for (const field of dates) {
    const own = cells.filter(([column]) => reading.table.fieldOf(column) === field)
    const time = own.find(([, text]) => isZonedTime(String(text)))
    const date = own.find(([, text]) => dateOf(String(text), reading)) ?? own.find((cell) => cell !== time)
    day = String(date?.[1] ?? day)
      .split(/[T ]\d\d?:/, 1)
      .join()
    const joined = `${day} ${String(time?.[1])}`
    // Of two different times, both are kept. Midnight in a column of days is none.
    const [whole, ...ofDay] = [String(date?.[1] ?? day), day, joined].map((text) => dateOf(text, reading)?.at)
    const isUntimed = ofDay.includes(whole) || /[T ](?:0?0:00|12:00(?::00)? ?AM)/i.test(String(date?.[1]))
    const isJoined = time && isUntimed && dateOf(joined, reading)?.rest === ''
    const others = cells.filter((cell) => cell !== date && !(isJoined && cell === time))
    if (isJoined) cells = [...others, [time[0], joined]]
    else if (date) cells = [date, ...others]
  }
  return { ...row, cells }
}

/** Why texts cannot be stored, or null. They may be too long, or have characters that the database rejects. */
export function findProblem(
  fields: Readonly<Record<string, unknown>>,
  longest: Readonly<Record<string, number>>,
): string | null {
  for (const [field, held] of Object.entries(fields)) {
    const value = typeof held === 'string' ? held : ''
    if (!isStorable(value)) return `The value of ${field} holds a NUL character or half of a character.`
    const max = longest[field]
    if (max !== undefined && value.length > max)
      return `The value of ${field} has ${value.length} characters; at most ${max} fit.`
  }
  return null
}

const MAX_TAG = 100

/** A merge may have given a record of our own export (`isOwn`) more tags than fit. */
export function problemOfTags(tags: readonly string[], isOwn: boolean): string | null {
  if (tags.length > MAX_TAGS && !isOwn) return `The row has ${tags.length} tags; at most ${MAX_TAGS} fit.`
  return tags.some((tag) => tag.length > MAX_TAG) ? `A tag has more than ${MAX_TAG} characters.` : null
}

export function appendLines(before: string | null, added: string): string {
  if (!before?.trim()) return added
  const lines = new Set(before.split(/\r?\n/).map(tidy))
  const missing = added.split('\n').filter((line) => !lines.has(tidy(line)))
  return missing.length ? `${before.replace(/\n$/, '')}\n${missing.join('\n')}` : before
}
