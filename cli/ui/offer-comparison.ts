// A comparison of offers for the terminal: a table, one chart on one scale, and remarks. The market of an offer is one sentence: the
// survey and the filed offers, never mixed.
import type { Market } from '../../core/counsel/market.ts'
import type { compareOffers } from '../../core/counsel/operations.ts'
import { dollars } from '../../core/kernel/amounts.ts'
import { must } from '../../core/kernel/narrow.ts'
import { spokenOf } from '../../core/kernel/record.ts'
import { byReason } from '../../core/offers/comparison/compare.ts'
import type { AnswerOf } from '../client.ts'
import { moneyText } from './offer.ts'
import { figureColumn, painted, renderTable, type Column, type Look, type Names } from './table.ts'

export type OfferComparison = AnswerOf<typeof compareOffers>
type Row = OfferComparison['offers'][number]
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

export const comparisonTable = ({ offers }: OfferComparison, names: Names, look: Look): string => {
  const lines = linesOf(offers, names)
  // On a screen, hides columns that are empty for all offers; a pipe has all columns.
  const isShown = ({ plain }: Column<Line>) => !look.isTerminal || !plain || lines.some((line) => plain(line))
  return renderTable(lines, columnsOf(offers).filter(isShown), look)
}

/** The parts of a year, with their mark on a terminal and their colour on a page. */
export const PARTS = [
  ['█', '#1b5e8c', 'Cash: base and bonus', ({ base, bonus }: Year) => base.amount + bonus.amount],
  ['▓', '#5aa469', 'Equity', ({ equity }: Year) => equity.amount],
  ['░', '#d9a441', 'One-time and other', ({ signing, other }: Year) => signing.amount + other.amount],
] as const

export function comparisonChart({ offers, currency }: OfferComparison, names: Names, look: Look): string {
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

function against(percent: number | null | undefined): string {
  if (percent === null || percent === undefined) return ''
  if (percent === 0) return ', where this base is'
  return `, this base is ${Math.abs(percent)} % ${percent > 0 ? 'over' : 'under'} it`
}

/** `Chef in Austin, TX: surveys have a median of $60,000, …; no filed offers`. */
export function marketText(market: Market): string {
  const { role, place, typical, estimate, offers, employer, base, reasons } = market
  const headline = typical
    ? `typical pay is ${dollars(typical.median.amount)}${against(base?.typical)}; `
    : ''
  const survey = estimate
    ? `surveys have a median of ${dollars(estimate.median.amount)} (confidence ${estimate.confidence ?? 'unknown'})${against(base?.estimate)}`
    : 'no survey figure'
  const filed = offers
    ? `${offers.sample} offers that employers filed have a median of ${dollars(offers.median.amount)}${against(base?.offers)}`
    : 'no filed offers for this title'
  const own = employer ? `; ${employer.name} itself filed a median of ${dollars(employer.median.amount)}` : ''
  return `${role}, ${place}: ${headline}${survey}; ${filed}${own}.${reasons.length ? ` ${reasons.join(' ')}` : ''}`
}

export const notCompared = ({ left }: Pick<OfferComparison, 'left'>, names: Names): string[] =>
  left.map(({ id, why }) => {
    const codes = /for (.+) in/.exec(why)?.[1]?.split(' and ') ?? []
    const rates = codes.map((code) => `rates.${code}=RATE`).join(',')
    return `${names.get(id) ?? id} is not compared: ${why}; --assume ${rates} gives one.`
  })

export function remarks({ offers, left, assumptions }: OfferComparison, names: Names): string[] {
  const of = (id: string) => names.get(id) ?? id
  return [
    ...offers.flatMap(({ id, market }) => (market ? [`${of(id)}: ${marketText(market)}`] : [])),
    ...assumptions.map(({ name, value, why }) => `Assumed ${name} ${value}: ${why}`),
    ...notCompared({ left }, names),
    ...offers.flatMap(({ id, missing }) =>
      missing.length ? [`${of(id)} lacks ${byReason(missing, spokenOf)}.`] : [],
    ),
  ]
}

/** The remarks for a screen: assumptions on one line, without reasons. */
export function shortRemarks(compared: OfferComparison, names: Names): string[] {
  const assumed = compared.assumptions.map(({ name, value }) => `${name} ${value}`).join(', ')
  return [
    ...remarks({ ...compared, assumptions: [] }, names),
    ...(assumed ? [`Assumed ${assumed}. --json says why, --assume changes it.`] : []),
  ]
}
