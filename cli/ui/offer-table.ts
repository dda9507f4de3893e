// A comparison of offers for the terminal: a table, and one chart on one scale.
import { must } from '../../core/kernel/narrow.ts'
import type { Comparison } from '../../core/offers/comparison/compare.ts'
import { moneyText } from './offer.ts'
import { figureColumn, painted, renderTable, type Column, type Look, type Names } from './table.ts'

type Row = Comparison['offers'][number]
type Year = Row['years'][number]

type Line = ReturnType<typeof linesOf>[number]

export const whole = (amount: number): string => moneyText(amount, undefined)

export const ranked = <One extends Pick<Row, 'rank'>>(offers: readonly One[]): One[] =>
  offers.toSorted((one, other) => one.rank - other.rank)

const linesOf = (rows: readonly Row[], names: Names) =>
  ranked(rows).flatMap(({ id, rank, years, total, adjusted }) => {
    const name = names.get(id) ?? id
    const every = years.map((year) => ({
      ...{ name, rank, year: String(year.year), parts: year, total: year.total.amount, adjusted: null },
    }))
    return [
      ...every,
      { name, rank, year: 'all', parts: null, total: total.amount, adjusted: adjusted?.amount ?? null },
    ]
  })

const money = (title: string, of: (line: Line) => number | null | undefined, yields = 0): Column<Line> =>
  figureColumn(title, of, whole, {
    ...{ paint: ({ year }) => (year === 'all' ? 'bold' : undefined), minWidth: 9, yields },
  })

const columnsOf = (rows: readonly Row[]): Column<Line>[] => [
  { title: '#', value: ({ rank }) => rank, align: 'right', minWidth: 1 },
  { title: 'OFFER', value: ({ name }) => name, paint: () => 'bold', minWidth: 10 },
  { title: 'YEAR', value: ({ year }) => year, align: 'right', minWidth: 4 },
  money('BASE', ({ parts }) => parts?.base.amount, 1),
  money('BONUS', ({ parts }) => parts?.bonus.amount, 2),
  money('EQUITY', ({ parts }) => parts?.equity.amount, 3),
  money('SIGNING', ({ parts }) => parts?.signing.amount, 4),
  money('OTHER', ({ parts }) => parts?.other.amount, 5),
  money('TOTAL', ({ total }) => total),
  ...(rows.some(({ adjusted }) => adjusted) ? [money('ADJUSTED', ({ adjusted }) => adjusted)] : []),
]

/** On a screen, hides columns that are empty for all offers; a pipe has all columns. */
function columnsFor(rows: readonly Row[], lines: readonly Line[], { isTerminal }: Look): Column<Line>[] {
  const isUsed = ({ plain }: Column<Line>) => !plain || lines.some((line) => plain(line))
  return columnsOf(rows).filter((column) => !isTerminal || isUsed(column))
}

export const comparisonTable = ({ offers }: Pick<Comparison, 'offers'>, names: Names, look: Look): string => {
  const lines = linesOf(offers, names)
  return renderTable(lines, columnsFor(offers, lines, look), look)
}

/** The parts of a year, with their mark on a terminal and their colour on a page. */
export const PARTS = [
  ['█', '#1b5e8c', 'Cash: base and bonus', ({ base, bonus }: Year) => base.amount + bonus.amount],
  ['▓', '#5aa469', 'Equity', ({ equity }: Year) => equity.amount],
  ['░', '#d9a441', 'One-time and other', ({ signing, other }: Year) => signing.amount + other.amount],
] as const

export function comparisonChart(
  { offers, currency }: Pick<Comparison, 'offers' | 'currency'>,
  names: Names,
  look: Look,
): string {
  const most = Math.max(...offers.flatMap(({ years }) => years.map(({ total }) => total.amount)), 1)
  const room = Math.max(10, look.width - 24)
  const bar = (year: Year): string => {
    const edges = PARTS.map((_, at) => PARTS.slice(0, at + 1).reduce((all, [, , , of]) => all + of(year), 0))
    return PARTS.map(([mark], at) =>
      mark.repeat(cells(must(edges[at]), most, room) - cells(edges[at - 1] ?? 0, most, room)),
    ).join('')
  }
  const lines = ranked(offers).flatMap(({ id, years }) => [
    painted(names.get(id) ?? id, 'bold', look),
    ...years.map((year) => `  ${year.year}  ${bar(year)} ${whole(Math.round(year.total.amount))}`),
  ])
  const legend = PARTS.map(([mark, , name]) => `${mark} ${name.toLowerCase()}`).join('   ')
  return `${lines.join('\n')}\n${painted(`${legend}   (${currency} a year)`, 'dim', look)}\n`
}

const cells = (amount: number, most: number, room: number): number => Math.round((amount / most) * room)
