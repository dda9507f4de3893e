// Tables and records as text: fitted to a terminal, tab-separated and untruncated in a pipe.
import { inOneLine, withoutControls } from '../../core/kernel/plain-characters.ts'
import { agoOf } from './time.ts'
import { fit, padded, widthOf, broken } from './width.ts'

export interface Look {
  isTerminal: boolean
  width: number
  color: boolean
}

/** Names of records by their ids, for display. */
export type Names = ReadonlyMap<string, string>

export interface Column<Row> {
  title: string
  value: (row: Row) => string | number | null
  /** The value in a pipe, if the terminal shows a short form: full ids and timestamps. */
  plain?: (row: Row) => string | number | null
  /** The order in which columns shrink on a narrow terminal: higher first; those with 0 are never dropped. */
  yields?: number
  minWidth?: number
  align?: 'right'
  /** On a terminal, shows the whole value on its own lines below the row. */
  below?: true
  paint?: (row: Row) => Paint | undefined
}

export type Paint = 'bold' | 'dim' | 'inverse' | 'green' | 'yellow' | 'red' | 'cyan' | 'magenta' | 'blue'

/** A figure formatted by `show`, or `none`; in a pipe the number. */
export const figureColumn = <Row>(
  title: string,
  of: (row: Row) => number | null | undefined,
  show: (figure: number) => string,
  { none = null, ...place }: Partial<Column<Row>> & { none?: string | null } = {},
): Column<Row> => ({
  ...{ title, plain: (row) => of(row) ?? null, align: 'right', ...place },
  value(row) {
    const figure = of(row) ?? null
    return figure === null ? none : show(figure)
  },
})

/** An instant formatted by `show`, or `none`; in a pipe ISO. */
export const timeColumn = <Row>(
  title: string,
  of: (row: Row) => string | null,
  { none = null, ...place }: Pick<Column<Row>, 'yields' | 'minWidth'> & { none?: string | null } = {},
  show: (iso: string) => string = (iso) => agoOf(iso, Date.now()),
): Column<Row> => ({
  ...{ title, plain: of, ...place },
  value(row) {
    const iso = of(row)
    return iso ? show(iso) : none
  },
})

const CODES: Record<Paint, number> = {
  bold: 1,
  dim: 2,
  inverse: 7,
  red: 31,
  green: 32,
  yellow: 33,
  blue: 34,
  magenta: 35,
  cyan: 36,
}

export const painted = (text: string, paint: Paint | undefined, { color }: Pick<Look, 'color'>): string =>
  paint && color ? `\u001b[${CODES[paint]}m${text}\u001b[0m` : text

/** Removes control characters, because stored text must not control the terminal. */
export const clean = (value: string | number | null): string =>
  value === null ? '' : inOneLine(String(value))

/** Removes control characters from our lines, but keeps colours and line breaks. */
export const cleanLines = (text: string): string =>
  text
    .split(/(\u001b\[[\d;]*m)/)
    .map((part, at) => (at % 2 ? part : withoutControls(part)))
    .join('')

const escaped = (value: string | number | null): string =>
  value === null
    ? ''
    : String(value).replace(/[\\\t\n\r]/g, (c) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n' })[c] ?? '\\r')

export function renderTable<Row>(rows: readonly Row[], columns: Column<Row>[], look: Look): string {
  if (!look.isTerminal)
    return rows
      .map((row) => `${columns.map((c) => escaped((c.plain ?? c.value)(row))).join('\t')}\n`)
      .join('')
  const above = columns.filter(({ below }) => !below)
  const under = columns.filter(({ below }) => below)
  const cells = rows.map((row) => above.map((column) => clean(column.value(row))))
  const natural = above.map(({ title }, at) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[at] ?? ''))),
  )
  const widths = fitWidths(above, natural, look.width)
  const shown = above
    .map((column, at) => ({ column, at, width: widths[at] ?? 0 }))
    .filter(({ width }) => width > 0)
  const line = (cell: (part: (typeof shown)[number]) => string) => `${shown.map(cell).join('  ').trimEnd()}\n`
  const header = line(({ column, width }) =>
    painted(padded(fit(column.title, width), width, column.align), 'dim', look),
  )
  const body = rows.flatMap((row, index) => [
    line(({ column, at, width }) =>
      painted(padded(fit(cells[index]?.[at] ?? '', width), width, column.align), column.paint?.(row), look),
    ),
    ...under.map(({ value, paint }) => linesUnder(clean(value(row)), paint?.(row), look)),
  ])
  return header + body.join('')
}

const linesUnder = (text: string, paint: Paint | undefined, look: Look): string =>
  text === ''
    ? ''
    : broken(text, Math.max(look.width - 2, 20))
        .map((part) => `  ${painted(part, paint, look)}\n`)
        .join('')

const GAP = 2

/** A column above this width is cut first, so that one long text does not displace other columns. */
const comfortableWidth = (room: number): number => Math.max(14, Math.min(24, Math.floor(room * 0.35)))

/** First long columns are cut to a comfortable size, then columns shrink and are dropped by `yields`. */
function fitWidths<Row>(columns: Column<Row>[], natural: number[], room: number): number[] {
  const widths = [...natural]
  const total = () => widths.reduce((sum, width) => sum + (width ? width + GAP : 0), -GAP)
  const cutWidest = (least: number) => {
    while (total() > room && Math.max(...widths) > least) {
      const widest = widths.indexOf(Math.max(...widths))
      widths[widest] = (widths[widest] ?? 0) - 1
    }
  }
  cutWidest(comfortableWidth(room))
  const inOrder = columns
    .map((column, at) => ({ at, yields: column.yields ?? 0, minWidth: column.minWidth ?? 8 }))
    .sort((a, b) => b.yields - a.yields)
  for (const { at, minWidth, yields } of inOrder) {
    const excess = total() - room
    if (excess <= 0) break
    widths[at] = Math.max(Math.min(minWidth, widths[at] ?? 0), (widths[at] ?? 0) - excess)
    // Dropping one column loses less than cutting all of them.
    if (yields > 0 && total() > room) widths[at] = 0
  }
  cutWidest(1)
  return widenColumns(widths, natural, room - total())
}

/** Gives spare width to the columns that were cut, the narrowest first. */
function widenColumns(widths: number[], natural: number[], spare: number): number[] {
  const grown = [...widths]
  for (let unused = spare; unused > 0; unused -= 1) {
    const cut = grown.map((width, at) => (width > 0 && width < (natural[at] ?? 0) ? width : Infinity))
    const narrowest = cut.indexOf(Math.min(...cut))
    if (cut[narrowest] === Infinity) break
    grown[narrowest] = (grown[narrowest] ?? 0) + 1
  }
  return grown
}

/** A line of a record. If the value is missing, the line is empty in a pipe and omitted on a terminal. */
export type Line = readonly [label: string, value: string | number | null | undefined]

export function renderRecord(lines: readonly Line[], look: Look): string {
  const all = lines.map(([label, value]) => [label, String(value ?? '')] as const)
  if (!look.isTerminal) return all.map(([label, value]) => `${label}\t${escaped(value)}\n`).join('')
  const shown = all.filter(([, value]) => value !== '')
  const width = Math.max(0, ...shown.map(([label]) => widthOf(label)))
  return shown
    .map(
      ([label, value]) =>
        `${painted(padded(label, width), 'dim', look)}  ${indent(value, width, look.width)}\n`,
    )
    .join('')
}

/** The minimum width of a record's values, even on a narrow terminal. */
const MIN_VALUE_WIDTH = 10

const indent = (text: string, labels: number, width: number): string =>
  text
    .split('\n')
    .flatMap((line) => broken(clean(line), Math.max(MIN_VALUE_WIDTH, width - labels - GAP)))
    .join(`\n${' '.repeat(labels + GAP)}`)
