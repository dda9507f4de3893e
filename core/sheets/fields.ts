// The cells of a row by field, for nouns whose fields are plain texts.
import { readInstant } from '../kernel/fields.ts'
import { recordBy } from '../kernel/narrow.ts'
import { isStorable } from '../kernel/plain-characters.ts'
import type { TableDate } from '../reading/moments.ts'
import { readDate } from '../reading/table-dates.ts'
import { IGNORE } from './headers.ts'
import { isNothing } from './nothing.ts'
import type { Left } from './report.ts'
import type { Reading } from './rows.ts'
import type { Row, Table } from './sheet.ts'
import { plainOf } from './markup-cell.ts'
import { splitTags, tidy } from './text.ts'

export interface Sorted<Field extends string> {
  /** The id in our own export; null for any other row. */
  readonly id: string | null
  readonly values: Map<Field, string>
  readonly lists: Map<Field, string[]>
  readonly rest: string[]
  readonly left: Left[]
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

interface Plan<Field extends string> {
  readonly lists?: readonly Field[]
  readonly derived?: readonly Field[]
}

function cellOf<Field extends string>({ cells }: Row, table: Table<Field>, name: string): string {
  const found = cells.find(([column]) => table.fieldOf(column) === name)?.[1]
  return typeof found === 'string' ? found : ''
}

/** The id of a row of our own export: nothing else has ids and versions in our form. */
function ownIdOf<Field extends string>(row: Row, table: Table<Field>): string | null {
  const id = cellOf(row, table, 'id')
  return UUID.test(id) && ISO.test(cellOf(row, table, 'updatedAt')) ? id.toLowerCase() : null
}

/**
 * Our own export is taken to the letter; else HTML is read as text, and what has no field becomes lines for the
 * notes.
 */
export function sortFields<Field extends string>(
  row: Row,
  table: Table<Field>,
  { lists = [], derived = [] }: Plan<Field> = {},
): Sorted<Field> {
  const id = ownIdOf(row, table)
  const sorted: Sorted<Field> = { id, values: new Map(), lists: new Map(), rest: [], left: [] }
  for (const [column, value] of row.cells) {
    const field = table.fieldOf(column)
    const text = typeof value === 'string' ? (id === null ? plainOf(value) : value) : value.join(', ')
    if (
      text === '' ||
      (id === null && isNothing(text)) ||
      (field !== null && (field === IGNORE || derived.includes(field)))
    )
      continue
    if (field === null || (field === 'id' && id === null)) sorted.rest.push(`${column}: ${text}`)
    else if (lists.includes(field))
      sorted.lists.set(field, [...(sorted.lists.get(field) ?? []), ...listOf(value, id !== null)])
    else if (!sorted.values.has(field)) sorted.values.set(field, text)
    else if (field === 'notes') sorted.values.set(field, `${sorted.values.get(field)}\n${text}`)
    else if (sorted.values.get(field) !== text) sorted.rest.push(`${column}: ${text}`)
  }
  return sorted
}

function listOf(value: string | readonly string[], isOwn: boolean): string[] {
  const all =
    typeof value === 'string' ? splitTags(value, isOwn) : value.map((one) => (isOwn ? one : tidy(one)))
  return [...new Set(all)].filter((one) => one !== '' && (isOwn || !isNothing(one)))
}

export function setAside<Field extends string>(
  { values, rest, left }: Sorted<Field>,
  field: Field,
  name: string,
): void {
  const value = values.get(field)
  values.delete(field)
  if (value === undefined) return
  rest.push(`${name}: ${value}`)
  left.push({ field, text: value, why: 'It was not understood; it is kept in the notes.' })
}

/** The instant of a field; what is none is set aside under this name. */
export function instantIn<Field extends string>(
  sorted: Sorted<Field>,
  field: Field,
  name: string,
  reading: Reading,
): string | null {
  const at = dateOf(sorted.values.get(field), reading)?.at ?? null
  if (!at) setAside(sorted, field, name)
  return at
}

/** One of these words, or what another one of them is `named`; anything else is set aside. */
export function typeIn<Field extends string, Type extends string>(
  sorted: Sorted<Field | 'type'>,
  types: readonly Type[],
  named: (words: string) => Type | undefined,
): Type | undefined {
  const words = (sorted.values.get('type') ?? '')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
  const type = types.find((each) => each.replace('-', ' ') === words) ?? named(words)
  if (!type) setAside(sorted, 'type', 'Type')
  return type
}

/** The texts of these fields, by which a report names a row. */
export const textsOf = <Name extends string>(
  row: Row,
  table: Table,
  names: readonly Name[],
): Record<Name, string | null> => {
  const { values } = sortFields(row, table)
  return recordBy(names, (name) => values.get(name) ?? null)
}

/** The notes with the lines that have no field. */
export const notesWith = (notes: string | undefined, rest: readonly string[]): string | undefined =>
  [...(notes === undefined ? [] : [notes]), ...rest].join('\n') || undefined

/** The date in a cell, or null. */
export function dateOf(
  text: string | undefined,
  reading: Reading,
  time?: { hour: number; minute: number },
): TableDate | null {
  const read = text === undefined ? null : readDate(text, reading, time)
  return read && !Number.isNaN(readInstant(read.at)) ? read : null
}

/** Why texts cannot be stored, or null: too long, or with characters that a database does not take. */
export function findProblem(
  fields: Readonly<Record<string, string | undefined>>,
  longest: Readonly<Record<string, number>>,
): string | null {
  for (const [field, value = ''] of Object.entries(fields)) {
    if (!isStorable(value)) return `The value of ${field} holds a NUL character or half of a character.`
    const max = longest[field]
    if (max !== undefined && value.length > max)
      return `The value of ${field} has ${value.length} characters; at most ${max} fit.`
  }
  return null
}

export function appendLines(before: string | null, added: string): string {
  if (!before?.trim()) return added
  const held = new Set(before.split(/\r?\n/).map((line) => line.trim()))
  const missing = added.split('\n').filter((line) => !held.has(line.trim()))
  return missing.length ? `${before.replace(/\n$/, '')}\n${missing.join('\n')}` : before
}
