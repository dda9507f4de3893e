// The fields of a record as labelled lines, for `show` and for the details of the app.
import { shortId } from '../../core/kernel/id.ts'
import { recordOf } from '../../core/kernel/narrow.ts'
import { isInstant, labelOf, longLast, type Fields, type Noun } from '../../core/kernel/record.ts'
import type { Line } from './table.ts'

/** Formats instants and references: short and by name on a terminal, raw in a pipe. */
export interface ValueFormat {
  when(iso: string): string
  nameOf(id: string): string | undefined
}

function valueText(name: string, value: unknown, { when, nameOf }: ValueFormat): string | null {
  const named = (id: string) => (nameOf(id) === undefined ? id : `${shortId(id)}  ${nameOf(id)}`)
  if (name.endsWith('Ids') && Array.isArray(value)) return value.map(String).map(named).join('\n') || null
  if (Array.isArray(value)) return value.join(', ') || null
  if (typeof value !== 'string') return null
  return isInstant(name) ? when(value) : name.endsWith('Id') ? (nameOf(value) ?? value) : value
}

/** A line for each of these fields, with long texts last. */
export const recordLines = (
  noun: Noun<Fields>,
  record: object,
  names: readonly string[],
  shown: ValueFormat,
): Line[] =>
  longLast(noun, names).map((name) => [labelOf(noun, name), valueText(name, recordOf(record)[name], shown)])

/** The fields that people set. Leaves out names, which are the title, and links, which are ids. */
export const detailsOf = ({ fields }: Noun<Fields>): string[] =>
  Object.keys(fields).filter((name) => {
    const { kind = 'own', settable } = fields[name] ?? {}
    return settable !== 'never' && !['name', 'own', 'reference', 'references'].includes(kind)
  })
