// The columns of lists, from the fields of a record.
import { must } from '../../core/kernel/narrow.ts'
import { labelOf, type Fields, type Noun } from '../../core/kernel/record.ts'
import { columnOf, type ColumnSpec } from '../ui/columns.ts'
import type { Column } from '../ui/table.ts'

/** The columns of these fields, and the order in which they shrink on a narrow terminal. */
export const fieldColumns = <Row extends object>(
  noun: Noun<Fields>,
  specs: Readonly<Record<string, ColumnSpec<Row>>>,
): Column<Row>[] => Object.entries(specs).map(([name, spec]) => columnOf(name, spec, labelOf(noun, name)))

/** Columns of other fields, which a list shows on request. */
export function furtherColumns<Row extends object>(
  noun: Noun<Fields>,
  shown: readonly Column<Row>[],
): Column<Row>[] {
  const titles = new Set(shown.map(({ title }) => title))
  const names = noun.shown.filter((name) => must(noun.fields[name]).place !== 'computed')
  return names
    .map((name) => columnOf<Row>(name, {}, labelOf(noun, name)))
    .filter(({ title }) => !titles.has(title))
}
