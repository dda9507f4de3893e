// Merges imported offers into the shipped figures: offers by role and place, sponsors by occupation.
import { first, last, listIn, must } from '../../kernel/narrow.ts'
import { rowsIn, type WholeTables } from '../file/csv.ts'
import { median, MIN_EMPLOYERS, MIN_OFFERS, weightedQuantiles } from '../offers/groups.ts'
import { rungOf } from '../offers/levels.ts'
import { byCodeUnits } from '../words/plain.ts'

/** An offer, keyed by its case number. Pay is in dollars a year at the benchmark of its occupation. */
export interface Offer {
  soc: string
  role: string
  city: string
  state: string
  level: string
  employer: string
  pay: number
  decided: string
}
export type Offers = Map<string, Offer>

/** Growth factor of an occupation's mean pay between two Mays: its own, or that of all occupations if it lacks figures. */
export type Growth = (soc: string, from: number, to: number | 'newest') => number

export const SPONSORS_PER_PLACE = 40

type Cells = string[]

const placesOf = ({ city, state }: Offer): string[] => ['', ...[state, city].filter(Boolean)]

/**
 * Rows of `offers`: role, level, place, offers, employers, p10 … p90, from, to. A large enough group of newer offers
 * replaces the older group. Other older groups are moved to the newest benchmark.
 */
export function offersWith(tables: WholeTables, offers: Offers, growth: Growth, shippedYear: number) {
  const socs = new Map(Array.from(rowsIn(tables, 'roles'), ([slug = '', , soc = '']) => [slug, soc]))
  const rows = new Map<string, Cells>()
  for (const row of rowsIn(tables, 'offers')) {
    const [slug = '', level = '', place = '', count = '', employers = '', ...cells] = row
    const factor = growth(socs.get(slug) ?? '', shippedYear, 'newest')
    const pays = cells.slice(0, 5).map((pay) => hundreds(Number(pay) * factor))
    rows.set(`${slug}|${level}|${place}`, [slug, level, place, count, employers, ...pays, ...cells.slice(5)])
  }
  const named = [...offers.values()].filter(({ role }) => role !== '')
  const keys = (offer: Offer) =>
    // Imports of older releases have finer level names.
    placesOf(offer).map((place) => `${offer.role}|${rungOf(offer.level, null)}|${place}`)
  for (const [key, list] of groupByKeys(named, keys)) {
    const employers = new Set(list.map(({ employer }) => employer)).size
    if (list.length < MIN_OFFERS || employers < MIN_EMPLOYERS) continue
    const quarters = list.map(({ decided }) => quarterOfDay(decided)).sort()
    rows.set(key, [
      ...key.split('|'),
      String(list.length),
      String(employers),
      ...weightedQuantiles(list).map(hundreds),
      first(quarters),
      last(quarters),
    ])
  }
  return [...rows].sort(([a], [b]) => byCodeUnits(a, b)).map(([, row]) => row)
}

const quarterOfDay = (day: string): string => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`

/**
 * Rows of `sponsors`: occupation, place, employer, filings, offers, median. Filings after `filings_until` are added. The median
 * of newer offers is used if there are five; other medians are moved to the newest benchmark.
 */
export function sponsorsWith(
  tables: WholeTables,
  offers: Offers,
  growth: Growth,
  shipped: { benchmark: string; filings_until: string },
): Cells[] {
  const rows = new Map<string, Cells>()
  const from = Number(shipped.benchmark.slice(0, 4))
  for (const row of rowsIn(tables, 'sponsors')) {
    const [soc = '', place = '', employer = '', filings = '', held = '', median = ''] = row
    const moved = median && hundreds(Number(median) * growth(soc, from, 'newest'))
    rows.set(`${soc}|${place}|${employer}`, [soc, place, employer, filings, held, moved])
  }
  const keys = (offer: Offer) => placesOf(offer).map((place) => `${offer.soc}|${place}|${offer.employer}`)
  for (const [key, list] of groupByKeys([...offers.values()], keys)) {
    const held = rows.get(key)
    const filed = list.filter(({ decided }) => decided > shipped.filings_until).length
    const isEnough = list.length >= MIN_OFFERS
    rows.set(key, [
      ...key.split('|'),
      String(Number(held?.[3] ?? 0) + filed),
      isEnough ? String(list.length) : (held?.[4] ?? String(list.length)),
      isEnough ? hundreds(Math.exp(median(list.map(({ pay }) => Math.log(pay))))) : (held?.[5] ?? ''),
    ])
  }
  const enough = [...rows.values()].filter((row) => Number(row[3]) >= MIN_OFFERS)
  const places = groupByKeys(enough, ([soc = '', place = '']) => [`${soc}|${place}`])
  return [...places]
    .sort(([a], [b]) => byCodeUnits(a, b))
    .flatMap(([, list]) =>
      list
        .sort((a, b) => Number(b[3]) - Number(a[3]) || byCodeUnits(must(a[2]), must(b[2])))
        .slice(0, SPONSORS_PER_PLACE),
    )
}

function groupByKeys<T>(list: readonly T[], keys: (one: T) => string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of list) for (const key of keys(one)) listIn(groups, key).push(one)
  return groups
}

const hundreds = (dollars: number): string => String(Math.round(dollars / 100) * 100)
