/** Aggregates of employers' filings: offers per role and city, sponsors per occupation, pay by size. */
import { plainEmployer } from '../../core/intelligence/imports/filings.ts'
import { surelyNamed, type Resolved } from '../../core/intelligence/roles/resolve.ts'
import { filedBase } from './filings.ts'
import type { Occupations } from './occupations.ts'
import { predict, type Model, type Placed } from './offer-model.ts'
import { field, groupBy, type Raw } from './raw.ts'
import { inOrder, round, type Cell, type Table } from './table.ts'

/** Minimum offers or filings for a figure to be published. */
const MIN_GROUP_SIZE = 5
const SPONSORS_PER_OCCUPATION = 40

/** Median of a list, dollars or log points. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** Offers on record for a role in a city (empty city = the nation): the sample sizes shown with estimates. */
export function offerTable(placed: readonly Placed[], resolve: (title: string) => Resolved | null): Table {
  const named = placed.flatMap((row) => {
    const slug = surelyNamed(resolve(row.offer.title))
    return slug ? [{ slug, city: '', row }, ...(row.city ? [{ slug, city: row.city, row }] : [])] : []
  })
  const rows: Cell[][] = [...groupBy(named, (entry) => `${entry.slug}|${entry.city}`)].map(([key, list]) => {
    const [slug = '', city = ''] = key.split('|')
    const employers = new Set(list.map((entry) => entry.row.offer.employer)).size
    const middle =
      list.length >= MIN_GROUP_SIZE && employers >= 3
        ? round(Math.exp(median(list.map((entry) => entry.row.pay))), -2)
        : null
    return [slug, city, list.length, employers, middle]
  })
  rows.sort((a, b) => inOrder(String(a[0]), String(b[0])) || inOrder(String(a[1]), String(b[1])))
  return {
    name: 'offers',
    about:
      'Offers held per role and city (empty = nation), employers among them, and the median offer at the benchmark where five or more.',
    sources: ['dol_lca'],
    columns: ['slug', 'city', 'offers', 'employers', 'median'],
    rows,
  }
}

/**
 * Employers with the most filings for an occupation, FY2022-25,
 * with the median of their offers when there are five.
 */
export function sponsorTable(
  raw: Raw,
  occupations: Occupations,
  placed: readonly Placed[],
  currentCode: (code: string) => string,
): Table {
  const filings = new Map<string, number>()
  for (const row of raw.read('dol_lca/lca_employer_title_soc_fy2022_2025.csv.gz')) {
    const code = field(row, 'soc_code')
    const soc = occupations.resolve(currentCode(code.length === 7 ? `${code}.00` : code))
    if (!soc) continue
    const key = `${soc}|${field(row, 'employer')}`
    filings.set(key, (filings.get(key) ?? 0) + Number(field(row, 'filings')))
  }
  const offers = groupBy(placed, (row) => `${row.soc}|${plainEmployer(row.offer.employer)}`)
  const bySoc = groupBy(
    [...filings].filter(([, count]) => count >= MIN_GROUP_SIZE),
    ([key]) => key.slice(0, 7),
  )
  const rows: Cell[][] = [...bySoc].flatMap(([soc, list]) =>
    list
      .sort((a, b) => b[1] - a[1] || inOrder(a[0], b[0]))
      .slice(0, SPONSORS_PER_OCCUPATION)
      .map(([key, count]) => {
        const held = offers.get(key) ?? []
        const middle =
          held.length >= MIN_GROUP_SIZE ? round(Math.exp(median(held.map((row) => row.pay))), -2) : null
        return [soc, key.slice(8), count, held.length, middle]
      }),
  )
  rows.sort(
    (a, b) =>
      inOrder(String(a[0]), String(b[0])) ||
      Number(b[2]) - Number(a[2]) ||
      inOrder(String(a[1]), String(b[1])),
  )
  return {
    name: 'sponsors',
    about:
      'Employers by filings for an occupation FY2022-25 (at least 5), offers held, and their median where 5 or more.',
    sources: ['dol_lca_counts', 'dol_lca'],
    columns: ['soc', 'employer', 'filings', 'offers', 'median'],
    rows,
  }
}

const SIZE_BANDS = [
  { band: '1-9', least: 1 },
  { band: '10-99', least: 10 },
  { band: '100-999', least: 100 },
  { band: '1000+', least: 1000 },
]

/**
 * Pay by sponsor size (filings FY2022-25), after removing the effects of occupation, city, title and
 * seniority. Sponsor size is not headcount.
 */
export function sizeTable(raw: Raw, placed: readonly Placed[], model: Model): Table {
  const totals = new Map<string, number>()
  for (const row of raw.read('dol_lca/lca_employer_title_soc_fy2022_2025.csv.gz')) {
    totals.set(
      field(row, 'employer'),
      (totals.get(field(row, 'employer')) ?? 0) + Number(field(row, 'filings')),
    )
  }
  const bandOf = (row: Placed) => {
    const size = totals.get(plainEmployer(row.offer.employer))
    return size === undefined
      ? null
      : ([...SIZE_BANDS].reverse().find((band) => size >= band.least)?.band ?? null)
  }
  const rests = placed.flatMap((row) => {
    const band = bandOf(row)
    return band
      ? [
          {
            band,
            employer: row.offer.employer,
            rest: row.pay - predict(row, model),
          },
        ]
      : []
  })
  const centre = median(rests.map((entry) => entry.rest))
  const groups = groupBy(rests, (entry) => entry.band)
  const rows = SIZE_BANDS.map(({ band }): Cell[] => {
    const list = groups.get(band) ?? []
    const values = list.map((entry) => entry.rest)
    const employers = groupBy(list, (entry) => entry.employer).size
    const middle = median(values)
    const spread = median(values.map((value) => Math.abs(value - middle))) * 1.4826
    return [
      band,
      round(Math.exp(middle - centre) - 1, 3),
      round((1.96 * 1.2533 * spread) / Math.sqrt(Math.max(1, employers)), 3),
      list.length,
      employers,
    ]
  })
  return {
    name: 'sponsor_size',
    about:
      'Median pay of offers by the sponsor’s filings, against all offers, as a fraction; margin is 95 %, employers as the unit.',
    sources: ['dol_lca', 'dol_lca_counts'],
    columns: ['filings', 'effect', 'margin', 'offers', 'employers'],
    rows,
  }
}

/** Remote relative to on-site pay of data and AI jobs of the same title, level and year (aijobs.net). */
export function remoteTable(raw: Raw): Table {
  const rows = raw.read('aijobs/aijobs_net_salaries_2020_2025.csv.gz').filter((row) => field(row, 'employee_residence') === 'US' && field(row, 'employment_type') === 'FT') // prettier-ignore
  const groups = groupBy(rows, (row) =>
    [field(row, 'work_year'), field(row, 'experience_level'), filedBase(field(row, 'job_title'))].join('|'),
  )
  const years = new Map<string, { gap: number; weight: number; offers: number }[]>()
  for (const [key, list] of groups) {
    const pay = (remote: string) =>
      list
        .filter((row) => field(row, 'remote_ratio') === remote)
        .map((row) => Math.log(Number(field(row, 'salary_in_usd'))))
    const [away, site] = [pay('100'), pay('0')]
    if (away.length < MIN_GROUP_SIZE || site.length < MIN_GROUP_SIZE) continue
    const year = key.slice(0, 4)
    const weight = (away.length * site.length) / (away.length + site.length)
    years.set(year, [
      ...(years.get(year) ?? []),
      { gap: median(away) - median(site), weight, offers: away.length },
    ])
  }
  const cells = [...years].sort((a, b) => inOrder(a[0], b[0])).map(([year, list]): Cell[] => {
    const weight = list.reduce((sum, entry) => sum + entry.weight, 0)
    const gap = list.reduce((sum, entry) => sum + entry.gap * entry.weight, 0) / weight
    return [Number(year), round(Math.exp(gap) - 1, 3), list.reduce((sum, entry) => sum + entry.offers, 0)]
  }) // prettier-ignore
  return { name: 'remote_pay', about: 'Remote against on-site pay, data and AI roles, same title, level and year, as a fraction.', sources: ['aijobs'], columns: ['year', 'differential', 'offers'], rows: cells } // prettier-ignore
}
