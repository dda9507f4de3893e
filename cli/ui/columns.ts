// Columns and lines by the names of fields: title, short form and form in a pipe follow from the name, unless a column has its own.
import { shortId } from '../../core/kernel/id.ts'
import { must, recordOf } from '../../core/kernel/narrow.ts'
import { isInstant, labelOf, longLast, spokenOf, type Fields, type Noun } from '../../core/kernel/record.ts'
import { timeColumn, type Column, type Line, type Paint } from './table.ts'

/** Where a column differs from the usual: its text, its place, its colour, also by its value. */
type ColumnSpec<Row> = Omit<Partial<Column<Row>>, 'paint'> & {
  /** The text of an instant that is missing. */
  none?: string
  paint?: Paint | Readonly<Record<string, Paint>> | Column<Row>['paint']
}

type ColumnSpecs<Row> = Readonly<Record<string, ColumnSpec<Row>>>

function paintIn<Row>(paint: ColumnSpec<Row>['paint'], textOf: Column<Row>['value']) {
  if (typeof paint === 'function') return paint
  return typeof paint === 'string' ? () => paint : paint && ((row: Row) => paint[String(textOf(row))])
}

function columnOf<Row extends object>(
  name: string,
  { none, paint, ...own }: ColumnSpec<Row>,
  label = spokenOf(name),
): Column<Row> {
  const title = label.toUpperCase()
  const texts = (row: Row) => [recordOf(row)[name] ?? []].flat().map(String)
  const plain = (row: Row) => texts(row).join(', ') || null
  const short = (row: Row) => texts(row).map(shortId).join(', ') || null
  const painted = paintIn(name === 'id' ? (paint ?? 'dim') : paint, own.value ?? plain)
  const usual = isInstant(name)
    ? timeColumn<Row>(title, plain, { none: none ?? null })
    : /(?:^i|I)ds?$/.test(name)
      ? { title, value: short, plain }
      : { title, value: plain }
  return { ...usual, ...own, ...(painted && { paint: painted }) }
}

export const columnsOf = <Row extends object>(specs: ColumnSpecs<Row>): Column<Row>[] =>
  Object.entries(specs).map(([name, spec]) => columnOf(name, spec))

/** The columns of these fields, and the order in which they shrink on a narrow terminal. */
export const fieldColumns = <Row extends object>(noun: Noun<Fields>, specs: ColumnSpecs<Row>) =>
  Object.entries(specs).map(([name, spec]) => columnOf(name, spec, labelOf(noun, name)))

/** Columns of other fields, which a list shows on request. */
export function furtherColumns<Row extends object>(noun: Noun<Fields>, shown: readonly Column<Row>[]) {
  const titles = new Set(shown.map(({ title }) => title))
  const names = noun.shown.filter((name) => must(noun.fields[name]).place !== 'computed')
  return names
    .map((name) => columnOf<Row>(name, {}, labelOf(noun, name)))
    .filter(({ title }) => !titles.has(title))
}

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
