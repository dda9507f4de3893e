// Merges imported offers into the shipped aggregates: offers per role and place, sponsors per occupation.
import { readTable } from '../catalog/csv.ts'
import type { Growth } from './compose.ts'

/** An offer, keyed by its case number; pay is dollars a year at the benchmark of its occupation. */
export interface Offer {
  soc: string
  role: string
  city: string
  employer: string
  pay: number
  decided: string
}
export type Offers = Map<string, Offer>

/** Smaller groups of offers get no median, nor do offers from fewer employers. */
const MIN_GROUP_SIZE = 5
const MIN_EMPLOYERS = 3
const SPONSORS_PER_OCCUPATION = 40

type Cells = string[]

/**
 * Rows of `offers`: role, city (empty: the nation), offers, employers,
 * median. The newer median is used when there are enough offers.
 */
export function offersWith(folder: string, offers: Offers, growth: Growth, shippedYear: number): Cells[] {
  const socs = new Map<string, string>()
  readTable(folder, 'roles', ([slug = '', , soc = '']) => socs.set(slug, soc))
  const rows = new Map<string, Cells>()
  readTable(folder, 'offers', (cells) => {
    const [slug = '', city = '', count = '', employers = '', median = ''] = cells
    const moved = median && hundreds(Number(median) * growth(socs.get(slug) ?? '', shippedYear, 'newest'))
    rows.set(`${slug}|${city}`, [slug, city, count, employers, moved])
  })
  const named = [...offers.values()].filter(({ role }) => role !== '')
  for (const [key, list] of grouped(named, ({ role, city }) => [`${role}|`, ...(city ? [`${role}|${city}`] : [])])) {
    const [slug = '', city = ''] = key.split('|')
    const held = rows.get(key)
    const employers = new Set(list.map(({ employer }) => employer)).size
    const isEnough = list.length >= MIN_GROUP_SIZE && employers >= MIN_EMPLOYERS
    const median = isEnough ? medianOf(list) : (held?.[4] ?? '')
    rows.set(key, [slug, city, String(Number(held?.[2] ?? 0) + list.length), String(Math.max(Number(held?.[3] ?? 0), employers)), median])
  }
  return [...rows.values()].sort((a, b) => inOrder(a[0]!, b[0]!) || inOrder(a[1]!, b[1]!))
} // prettier-ignore

/**
 * Rows of `sponsors`: occupation, employer, filings, offers, median.
 * Filings are added up; the newer median is used when there are five.
 */
export function sponsorsWith(
  folder: string,
  offers: Offers,
  growth: Growth,
  shipped: { benchmark: string; filings_until: string },
): Cells[] {
  const rows = new Map<string, Cells>()
  const from = Number(shipped.benchmark.slice(0, 4))
  readTable(folder, 'sponsors', ([soc = '', employer = '', filings = '', held = '', median = '']) => {
    const moved = median && hundreds(Number(median) * growth(soc, from, 'newest'))
    rows.set(`${soc}|${employer}`, [soc, employer, filings, held, moved])
  })
  for (const [key, list] of grouped([...offers.values()], ({ soc, employer }) => [`${soc}|${employer}`])) {
    const held = rows.get(key)
    const { soc, employer } = list[0]!
    const filed = list.filter(({ decided }) => decided > shipped.filings_until).length
    const isEnough = list.length >= MIN_GROUP_SIZE
    rows.set(key, [
      soc,
      employer,
      String(Number(held?.[2] ?? 0) + filed),
      isEnough ? String(list.length) : (held?.[3] ?? String(list.length)),
      isEnough ? medianOf(list) : (held?.[4] ?? ''),
    ])
  }
  const enough = [...rows.values()].filter((row) => Number(row[2]) >= MIN_GROUP_SIZE)
  return [...grouped(enough, ([soc = '']) => [soc])].sort(([a], [b]) => inOrder(a, b)).flatMap(([, list]) =>
    list.sort((a, b) => Number(b[2]) - Number(a[2]) || inOrder(a[1]!, b[1]!)).slice(0, SPONSORS_PER_OCCUPATION),
  ) // prettier-ignore
}

function grouped<T>(list: readonly T[], keys: (one: T) => string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of list) {
    for (const key of keys(one)) {
      const group = groups.get(key)
      if (group) group.push(one)
      else groups.set(key, [one])
    }
  }
  return groups
}

function medianOf(list: readonly Offer[]): string {
  const sorted = list.map(({ pay }) => Math.log(pay)).sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const log = sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
  return hundreds(Math.exp(log))
}

const hundreds = (dollars: number): string => String(Math.round(dollars / 100) * 100)

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
