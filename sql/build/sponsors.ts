/** Aggregates employers' filings: sponsors by occupation and place, pay by sponsor size, and remote pay. */
import { plainEmployer } from '../../core/intelligence/imports/filings.ts'
import { SPONSORS_PER_PLACE } from '../../core/intelligence/imports/offers.ts'
import { MIN_GROUP_SIZE } from '../../core/intelligence/market/market.ts'
import { median, MIN_EMPLOYERS } from '../../core/intelligence/offers/groups.ts'
import { filedBase, onetCode } from './filings.ts'
import type { Occupations } from './occupations.ts'
import { predict, type Effects, type CellOffer } from './offer-model.ts'
import { field, groupBy, totals, type Raw, type Row } from './raw.ts'
import { byCodeUnits } from '../../core/intelligence/words/plain.ts'
import { round, table, type Cell, type Table } from './table.ts'

const FILINGS = 'dol_lca/lca_employer_title_soc_fy2022_2025.csv.gz'

/**
 * Employers with the most filings for an occupation. In the nation: all of FY2022-25, with the median of their offers if
 * there are five. In a state or city: those with five offers on record there, if three employers have as many.
 */
export function sponsorTable(
  raw: Raw,
  occupations: Occupations,
  placed: readonly CellOffer[],
  currentCode: (code: string) => string,
): Table {
  const nationOf = (row: Row) => {
    const soc = occupations.resolve(currentCode(onetCode(field(row, 'soc_code'))))
    return soc && `${soc}||${field(row, 'employer')}`
  }
  const filings = totals(raw.read(FILINGS), nationOf, (row) => Number(field(row, 'filings')))
  const held = groupBy(
    placed.flatMap((row) =>
      placesOf(row).map((place) => ({ key: `${row.soc}|${place}|${plainEmployer(row.offer.employer)}`, row })),
    ),
    ({ key }) => key,
  )
  for (const [key, list] of held) if (!key.includes('||')) filings.set(key, list.length)
  const counted = [...filings].filter(([, count]) => count >= MIN_GROUP_SIZE)
  const places = groupBy(counted, ([key]) => key.split('|').slice(0, 2).join('|'))
  const rows = [...places].flatMap(([place, list]): Cell[][] => {
    if (!place.endsWith('|') && list.length < MIN_EMPLOYERS) return []
    const most = list.sort((a, b) => b[1] - a[1] || byCodeUnits(a[0], b[0])).slice(0, SPONSORS_PER_PLACE)
    return most.map(([key, count]) => {
      const offers = held.get(key) ?? []
      const middle = offers.length < MIN_GROUP_SIZE ? null : round(Math.exp(median(offers.map(({ row }) => row.pay))), -2)
      return [...key.split('|'), count, offers.length, middle]
    })
  })
  const columns = 'soc place employer filings offers median'
  return table('sponsors', columns, rows.sort((a, b) => byCodeUnits(`${a[0]}|${a[1]}`, `${b[0]}|${b[1]}`) || Number(b[3]) - Number(a[3]) || byCodeUnits(String(a[2]), String(b[2]))))
} // prettier-ignore

/** The places of an offer: the nation (empty), its state, its city. */
export const placesOf = ({ city, offer }: CellOffer): string[] => ['', offer.state, ...(city ? [city] : [])]

const SIZE_BANDS = [
  { band: '1-9', least: 1 },
  { band: '10-99', least: 10 },
  { band: '100-999', least: 100 },
  { band: '1000+', least: 1000 },
]
/** A size with fewer offers or employers in a major group is not measured. */
const MIN_SIZE_GROUP = { offers: 50, employers: 15 }

/**
 * Pay by sponsor size (filings FY2022-25) in a major group, without the effects of occupation, city, title and seniority.
 * Sponsor size is not headcount. A group is left out unless every size is measured.
 */
export function sizeTable(raw: Raw, placed: readonly CellOffer[], effects: Effects): Table {
  const sizes = totals(raw.read(FILINGS), (row) => field(row, 'employer'), (row) => Number(field(row, 'filings')))
  const sized = placed.flatMap((row) => {
    const size = sizes.get(plainEmployer(row.offer.employer)) ?? 0
    const band = SIZE_BANDS.findLast(({ least }) => size >= least)?.band
    return band ? [{ band, row, rest: row.pay - predict(row, effects) }] : []
  })
  const groups = [...groupBy(sized, ({ row }) => row.soc.slice(0, 2))].sort((a, b) => byCodeUnits(a[0], b[0]))
  const rows = groups.flatMap(([major, all]): Cell[][] => {
    const centre = median(all.map(({ rest }) => rest))
    const bands = SIZE_BANDS.map(({ band }) => bandRow(all.filter((one) => one.band === band), centre, [major, band]))
    return bands.includes(null) ? [] : bands.filter((row) => row !== null)
  })
  return table('sponsor_size', 'major filings effect margin offers employers', rows)
} // prettier-ignore

function bandRow(list: readonly { row: CellOffer; rest: number }[], centre: number, head: Cell[]): Cell[] | null {
  const values = list.map(({ rest }) => rest)
  const employers = new Set(list.map(({ row }) => row.offer.employer)).size
  if (list.length < MIN_SIZE_GROUP.offers || employers < MIN_SIZE_GROUP.employers) return null
  const middle = median(values)
  const spread = median(values.map((value) => Math.abs(value - middle))) * 1.4826
  const margin = (1.96 * 1.2533 * spread) / Math.sqrt(employers)
  return [...head, round(Math.exp(middle - centre) - 1, 3), round(margin, 3), list.length, employers]
}

/** Remote pay relative to on-site pay, for data and AI jobs of the same title, level and year (aijobs.net). */
export function remoteTable(raw: Raw): Table {
  const rows = raw.read('aijobs/aijobs_net_salaries_2020_2025.csv.gz').filter((row) => field(row, 'employee_residence') === 'US' && field(row, 'employment_type') === 'FT') // prettier-ignore
  const groups = groupBy(rows, (row) =>
    [field(row, 'work_year'), field(row, 'experience_level'), filedBase(field(row, 'job_title'))].join('|'),
  )
  const gaps = [...groups].flatMap(([key, list]) => {
    const pay = (remote: string) =>
      list
        .filter((row) => field(row, 'remote_ratio') === remote)
        .map((row) => Math.log(Number(field(row, 'salary_in_usd'))))
    const [away, site] = [pay('100'), pay('0')]
    if (away.length < MIN_GROUP_SIZE || site.length < MIN_GROUP_SIZE) return []
    const weight = (away.length * site.length) / (away.length + site.length)
    return [{ year: key.slice(0, 4), gap: median(away) - median(site), weight, offers: away.length }]
  })
  const cells = [...groupBy(gaps, ({ year }) => year)].sort((a, b) => byCodeUnits(a[0], b[0])).map(([year, list]): Cell[] => {
    const weight = list.reduce((sum, entry) => sum + entry.weight, 0)
    const gap = list.reduce((sum, entry) => sum + entry.gap * entry.weight, 0) / weight
    return [Number(year), round(Math.exp(gap) - 1, 3), list.reduce((sum, entry) => sum + entry.offers, 0)]
  }) // prettier-ignore
  return table('remote_pay', 'year differential offers', cells)
}
