/**
 * Pay by quarter since 2013. Each May is a benchmark. Other quarters are interpolated, or extrapolated after the last May.
 * Years to 2030 are projected from the growth of all occupations and of the occupation, with error bands from a backtest.
 */
import { counted } from '../../kernel/amounts.ts'
import {
  ALL_OCCUPATIONS,
  nationalYear,
  newestYear,
  quarterOf,
  yearOf,
  type Catalog,
} from '../file/catalog.ts'
import type { References } from '../file/references.ts'
import { postingSector } from '../market/market.ts'
import { percentOf } from '../percent.ts'

export type Snapshot = {
  quarter: string
  median: number
  /** ln of the occupation’s national median, unrounded. */
  ln: number
  kind: 'benchmark' | 'interpolated' | 'extrapolated'
  /** Change from the previous quarter in percent. Null at the start and across a break. */
  changePct: number | null
  /** Why the quarter cannot be compared with the one before; null if it can. */
  break: string | null
}

/** Changes of SOC in OEWS: figures of these years cannot be compared with those of the year before. */
export const BREAKS: Record<number, string> = {
  2019: 'OEWS moved to a hybrid of SOC 2010 and SOC 2018 in May 2019.',
  2021: 'OEWS moved to SOC 2018 and a new estimation method in May 2021.',
}

/** Quarter index: year × 4 + quarter − 1. OEWS benchmarks are in the second quarter. */
type Quarter = number
const mayOf = (year: number): Quarter => year * 4 + 1

/**
 * The national series of an occupation, scaled so that the last benchmark equals `median`. A city or finer role thus keeps
 * its ratio to the nation. ln pay is linear between two Mays. Later quarters follow posted wage growth (Indeed: the
 * occupation's sector, else all sectors) as far as Indeed covers them.
 */
export function historyOf(catalog: Catalog, references: References, soc: string, median: number): Snapshot[] {
  const years = (catalog.national(soc) ?? []).flatMap((row) => {
    const middle = row.percentiles[2]
    return middle ? [{ year: row.year, ln: Math.log(middle) }] : []
  })
  const last = years[years.length - 1]
  if (!last) return []
  const offset = Math.log(median) - last.ln
  const points = years.flatMap(({ year, ln }, index): Point[] => {
    const before = years[index - 1]
    const at = mayOf(year)
    if (!before) return [{ at, ln, kind: 'benchmark', break: null }]
    const isGap = year - before.year > 1
    const cut = isGap ? `No figure between ${before.year} and ${year}.` : (BREAKS[year] ?? null)
    const step = (ln - before.ln) / 4
    const between = [1, 2, 3].map((nth): Point => {
      return { at: at - 4 + nth, ln: before.ln + step * nth, kind: 'interpolated', break: null }
    })
    return [...(cut ? [] : between), { at, ln, kind: 'benchmark', break: cut }]
  })
  const after = postedGrowth(references, soc, mayOf(last.year)).map(({ at, ln }): Point => {
    return { at, ln: last.ln + ln, kind: 'extrapolated', break: null }
  })
  return [...points, ...after].map(({ at, ...point }, index, all) => {
    const before = all[index - 1]
    return {
      ...point,
      quarter: `${Math.floor(at / 4)}-Q${(at % 4) + 1}`,
      median: Math.round(Math.exp(point.ln + offset)),
      changePct:
        before && !point.break ? Math.round((Math.exp(point.ln - before.ln) - 1) * 10_000) / 100 : null,
    }
  })
}

type Point = Pick<Snapshot, 'ln' | 'kind' | 'break'> & { at: Quarter }

/** The sector whose posted wages continue an occupation's series: its own if Indeed has it, else all sectors. */
export function growthSector({ series }: References, soc: string): string {
  const own = postingSector(soc)
  return own && series('posted_wage_growth', own).length ? own : 'all'
}

/** Cumulative ln growth after a quarter. Each quarter adds a fourth of its posted yearly growth. */
function postedGrowth(references: References, soc: string, from: Quarter): { at: Quarter; ln: number }[] {
  const monthly = references.series('posted_wage_growth', growthSector(references, soc))
  const quarters = new Map<Quarter, number[]>()
  for (const { month, value } of monthly) {
    const at = Number(month.slice(0, 4)) * 4 + Math.floor((Number(month.slice(5)) - 1) / 3)
    if (at > from) quarters.set(at, [...(quarters.get(at) ?? []), value])
  }
  let sum = 0
  return [...quarters]
    .sort((a, b) => a[0] - b[0])
    .map(([at, values]) => {
      sum += Math.log(1 + values.reduce((total, value) => total + value, 0) / values.length) / 4
      return { at, ln: sum }
    })
}

/** Change of an occupation's national median from the year before, in percent. Null across a break or without both years. */
export function changeOfYear(catalog: Catalog, soc: string, year: number): number | null {
  const growth = growthIn(catalog, soc, year)
  return growth && percentOf(growth - 1)
}

/** A year's published median ÷ the median of the year before. Null across a break or without both years. */
function growthIn(catalog: Catalog, soc: string, year: number): number | null {
  const [now, before] = [year, year - 1].map((at) => nationalYear(catalog, soc, at)?.percentiles[2])
  return now && before && !BREAKS[year] ? now / before : null
}

const DRIFT_YEARS = 10

export const FIRST_YEAR = 2013

/** Yearly growth ("drift") of the all-occupation median in ln points, over the last ten years or since 2013. */
export function driftOf(catalog: Catalog, until = newestYear(catalog, ALL_OCCUPATIONS)?.year ?? FIRST_YEAR) {
  const median = (year: number) => nationalYear(catalog, ALL_OCCUPATIONS, year)?.percentiles[2]
  const years = median(until - DRIFT_YEARS) ? DRIFT_YEARS : until - FIRST_YEAR
  const [from, to] = [median(until - years), median(until)]
  return from && to && years > 0 ? Math.log(to / from) / years : 0
}

/** With this many comparable years, an occupation's own growth counts half. Found by a backtest (docs/methodology.md). */
const HALF_WEIGHT_YEARS = 20

/**
 * Yearly drift of an occupation in ln points: the nation's drift, plus a part of the occupation's growth beyond the nation's.
 * The part is larger with more comparable years.
 */
export function ownDriftOf(
  catalog: Catalog,
  soc: string,
  until = newestYear(catalog, soc)?.year ?? FIRST_YEAR,
): number {
  const excesses = Array.from({ length: DRIFT_YEARS }, (_, at) => until - at).flatMap((year) => {
    const [own, nation] = [soc, ALL_OCCUPATIONS].map((code) => growthIn(catalog, code, year))
    return own && nation ? [Math.log(own / nation)] : []
  })
  return driftOf(catalog, until) + sumOf(excesses) / (excesses.length + HALF_WEIGHT_YEARS)
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** Smaller yearly changes are reported as flat. */
const FLAT_PCT = 1

const TREND_YEARS = 5
/** With fewer comparable years, an occupation has no five-year change. */
const LEAST_OWN_YEARS = 3

/**
 * The one-year and five-year change of an occupation's published medians. Null without a newest median. Years across a break
 * count with the nation's drift.
 */
export function trendIn(catalog: Catalog, soc: string) {
  const last = newestYear(catalog, soc)
  if (!last?.percentiles[2]) return null
  const year = changeOfYear(catalog, soc, last.year)
  const own = Array.from({ length: TREND_YEARS }, (_, at) => growthIn(catalog, soc, last.year - at)).filter(
    (growth) => growth !== null,
  )
  const others = TREND_YEARS - own.length
  const five = sumOf(own.map(Math.log)) + others * driftOf(catalog)
  const pace = year ?? percentOf(Math.exp(five / TREND_YEARS) - 1)
  const direction: 'up' | 'flat' | 'down' = Math.abs(pace) < FLAT_PCT ? 'flat' : pace > 0 ? 'up' : 'down'
  return {
    ...{ direction, change_1y_pct: year },
    change_5y_pct: own.length < LEAST_OWN_YEARS ? null : percentOf(Math.exp(five) - 1),
    ...{ latest_quarter: quarterOf(last.year), kind: 'benchmark' as const },
    basis: `Published national medians of ${catalog.occupation(soc)?.title ?? soc}, May ${last.year - TREND_YEARS} to May ${last.year}${last.employment === null ? '' : `, of ${counted(last.employment)} jobs in ${last.year}`}${others > 0 ? `; ${own.length} of five years compare, the others count as the nation’s drift` : ''}`,
  }
}

export const LAST_YEAR = 2030

/**
 * Half-widths of the 80 % band in ln points, by years ahead. Each is the 80th percentile of the absolute errors of
 * projections from past benchmarks (`npm run data:validate`). Other years are interpolated.
 */
const BAND: readonly number[] = [0, 0.045, 0.07, 0.09, 0.11, 0.14]

/** The half-width of the 80 % band at a distance in years. It is linear between whole years. */
function bandAt(ahead: number): number {
  const [low, high] = [BAND[Math.floor(ahead)], BAND[Math.ceil(ahead)]]
  const widest = BAND.at(-1) ?? 0
  return (low ?? widest) + ((high ?? widest) - (low ?? widest)) * (ahead % 1)
}

/**
 * Projects a series (dollars a year) from its latest quarter to every May from `from` through 2030. A May in the series
 * keeps its value. The band widens with the time since the last published quarter.
 */
export function project(catalog: Catalog, soc: string, series: readonly Snapshot[], from: number) {
  const latest = series.at(-1)
  if (!latest) return []
  const drift = ownDriftOf(catalog, soc)
  const published = series.findLast(({ kind }) => kind === 'benchmark')?.quarter ?? latest.quarter
  return Array.from({ length: Math.max(0, LAST_YEAR - from + 1) }, (_, at) => {
    const year = from + at
    const known = series.find(({ quarter }) => quarter === quarterOf(year))
    const yearsAfter = (quarter: string) => Math.max(0, (mayOf(year) - quarterIn(quarter)) / 4)
    const ahead = yearsAfter(latest.quarter)
    const centre = known?.median ?? latest.median * Math.exp(drift * ahead)
    const bound = (sign: number) => Math.round(centre * Math.exp(sign * bandAt(yearsAfter(published))))
    const kind: 'benchmark' | 'projected' = known?.kind === 'benchmark' ? 'benchmark' : 'projected'
    return { year, median: Math.round(centre), low: bound(-1), high: bound(1), kind }
  })
}

const quarterIn = (text: string): Quarter => yearOf(text) * 4 + Number(text.at(-1)) - 1
