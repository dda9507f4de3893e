// The columns of lists, from the fields of a record.
import { shortId } from '../../core/kernel/id.ts'
import { must } from '../../core/kernel/must.ts'
import { recordOf } from '../../core/kernel/narrow.ts'
import { isInstant, labelOf, type Fields, type Noun } from '../../core/kernel/record.ts'
import { timeColumn, type Column } from '../ui/table.ts'

type Place<Row> = Partial<Column<Row>> & { none?: string }

function columnOf<Row extends object>(noun: Noun<Fields>, name: string, place: Place<Row>): Column<Row> {
  const { none = null, ...own } = place
  const title = labelOf(noun, name).toUpperCase()
  const of = (row: Row) => recordOf(row)[name]
  const textOf = (row: Row) => (typeof of(row) === 'string' ? String(of(row)) : null)
  if (name === 'id')
    return { title, value: (row) => shortId(textOf(row) ?? ''), plain: textOf, paint: () => 'dim', ...own }
  if (isInstant(name)) return { ...timeColumn<Row>(title, textOf, { none }), ...own }
  const texts = (row: Row) => [of(row) ?? []].flat().map(String)
  const plain = (row: Row) => texts(row).join(', ') || null
  if (!/Ids?$/.test(name)) return { title, value: plain, ...own }
  return { title, value: (row) => texts(row).map(shortId).join(', ') || null, plain, ...own }
}

/** The columns of these fields, and the order in which they shrink on a narrow terminal. */
export const fieldColumns = <Row extends object>(
  noun: Noun<Fields>,
  places: Readonly<Record<string, Place<Row>>>,
): Column<Row>[] => Object.entries(places).map(([name, place]) => columnOf(noun, name, place))

/** Columns of other fields, which a list shows on request. */
export function furtherColumns<Row extends object>(
  noun: Noun<Fields>,
  shown: readonly Column<Row>[],
): Column<Row>[] {
  const titles = new Set(shown.map(({ title }) => title))
  const names = noun.shown.filter((name) => must(noun.fields[name]).place !== 'computed')
  return names.map((name) => columnOf<Row>(noun, name, {})).filter(({ title }) => !titles.has(title))
}
