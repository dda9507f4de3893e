// Reads and writes tables as JSON.
import { several } from '../kernel/amounts.ts'
import { isRecord, recordOf } from '../kernel/narrow.ts'
import { cleanJson } from '../kernel/plain-characters.ts'
import { quietly } from '../kernel/errors.ts'
import { columnsIn, unreadable, type Row, type Sheet, type Table } from './sheet.ts'

/** Reads a list of objects, alone or under a usual key; or one object; or one per line. Other texts give a sheet with a problem. */
export function readJson(text: string, table: Table): Sheet {
  const plain = text.replace(/^\uFEFF/, '').trim()
  if (plain === '') return unreadable('The file is empty.')
  const whole = parseJson(plain) ?? parseLines(plain)
  const entries = findEntries(whole, table)
  if (entries === null) return unreadable(`The file holds no list of ${table.noun} in JSON.`)
  const rows = entries.map((entry, at) => readEntry(entry, at + 1))
  return { rows, columns: columnsIn(rows), notes: listsBeside(entries, whole), problem: null }
}

const listsBeside = (entries: readonly unknown[], whole: unknown): string[] =>
  Object.entries(isRecord(whole) && entries[0] !== whole ? whole : {}).flatMap(([name, list]) =>
    Array.isArray(list) && list !== entries && list.some(isRecord)
      ? [`The list “${name.slice(0, 60)}”, with ${several(list.length, 'record')}, was not read.`]
      : [],
  )

const parseJson = (text: string): unknown => quietly((): unknown => JSON.parse(text))

function parseLines(text: string): unknown {
  const entries = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(parseJson)
  return entries.every(isRecord) ? entries : undefined
}

function findEntries(value: unknown, table: Table): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isRecord(value)) return null
  for (const name of table.lists) {
    const list = value[name]
    if (Array.isArray(list)) return list
  }
  const isRow = Object.keys(value).some((name) => table.rowMarkers.includes(table.fieldOf(name) ?? ''))
  return isRow ? [value] : null
}

export function readEntry(entry: unknown, line: number): Row {
  if (!isRecord(entry)) return { line, cells: [], problem: 'The entry is not an object.' }
  // Airtable puts the cells of each record into `fields`.
  const { id: _, createdTime: __, fields, ...others } = entry
  const flat = isRecord(fields) && !Object.keys(others).length ? fields : entry
  const cells = Object.entries(flat).flatMap(([name, value]) => flatten(name, value))
  return { line, cells: cells.filter(([, value]) => value.length > 0), problem: null }
}

/** Makes `{"company": {"name": …}}` a column "company name". */
function flatten(name: string, value: unknown): (readonly [string, string | string[]])[] {
  if (!isRecord(value)) return [[name, cellOf(value)]]
  return Object.entries(value).map(([inner, each]) => [`${name} ${inner}`, cellOf(each)])
}

function cellOf(value: unknown): string | string[] {
  if (value === null || value === undefined) return ''
  const texts = Array.isArray(value) ? value.map(nameIn) : []
  if (Array.isArray(value) && texts.every((each) => typeof each === 'string')) return texts
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The name of a label such as `{"id": 3, "name": "python", "color": "red"}`; other values stay. */
function nameIn(value: unknown): unknown {
  const { name, id: _, color: __, ...others } = recordOf(value)
  return name !== undefined && !Object.keys(others).length ? name : value
}

/** Records as indented JSON, in an object `{"jobs": […]}` as the API returns them. */
export const writeJson = (noun: string, records: readonly object[]): string =>
  `${cleanJson({ [noun]: records })}\n`
