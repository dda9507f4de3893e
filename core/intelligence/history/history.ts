/** Pay by quarter since 2013: benchmarks each May, interpolated between, extrapolated after, with breaks. */
import { nationalYear, type Catalog } from '../catalog/catalog.ts'
import type { References } from '../catalog/references.ts'
import { percentOf } from '../percent.ts'

export type Snapshot = {
  quarter: string
  median: number
  /** ln of the occupation’s national median, unrounded. */
  ln: number
  kind: 'benchmark' | 'interpolated' | 'extrapolated'
  /** Change from the previous quarter, in percent; null at the start and across a break. */
  changePct: number | null
  /** Why the series is not comparable with the previous quarter; null when it is. */
  break: string | null
}

/** SOC changes in OEWS: figures of these years are not comparable with those of the year before. */
export const BREAKS: Record<number, string> = {
  2019: 'OEWS moved to a hybrid of SOC 2010 and SOC 2018 in May 2019.',
  2021: 'OEWS moved to SOC 2018 and a new estimation method in May 2021.',
}

/** Quarter index: year × 4 + quarter − 1. OEWS benchmarks are in the second quarter. */
type Quarter = number

const label = (at: Quarter) => `${Math.floor(at / 4)}-Q${(at % 4) + 1}`

/**
 * The series of an occupation, scaled to `median` (the estimate at the benchmark, so a city or a finer role keeps
 * its ratio to the nation throughout). Between two Mays ln pay is linear; after the last benchmark it follows
 * posted wage growth (Indeed, all sectors), through the last quarter the series covers.
 */
export function historyOf(catalog: Catalog, references: References, soc: string, median: number): Snapshot[] {
  const years = (catalog.national.get(soc) ?? []).flatMap((row) => {
    const middle = row.percentiles[2]
    return middle ? [{ year: row.year, ln: Math.log(middle) }] : []
  })
  const last = years[years.length - 1]
  if (!last) return []
  const offset = Math.log(median) - last.ln
  const points: { at: Quarter; ln: number; kind: Snapshot['kind']; break: string | null }[] = []
  years.forEach(({ year, ln }, index) => {
    const before = years[index - 1]
    const gap = before ? year - before.year : 0
    const broken = before
      ? gap > 1
        ? `No figure between ${before.year} and ${year}.`
        : (BREAKS[year] ?? null)
      : null
    if (before && !broken) {
      for (let step = 1; step < 4; step++) points.push({ at: before.year * 4 + 1 + step, ln: before.ln + ((ln - before.ln) * step) / 4, kind: 'interpolated', break: null }) // prettier-ignore
    }
    points.push({ at: year * 4 + 1, ln, kind: 'benchmark', break: broken })
  })
  for (const growth of postedGrowth(references, last.year * 4 + 1)) points.push({ at: growth.at, ln: last.ln + growth.ln, kind: 'extrapolated', break: null }) // prettier-ignore
  return points.map((point, index) => {
    const before = points[index - 1]
    const change =
      before && !point.break ? Math.round((Math.exp(point.ln - before.ln) - 1) * 10_000) / 100 : null
    return {
      quarter: label(point.at),
      median: Math.round(Math.exp(point.ln + offset)),
      ln: point.ln,
      kind: point.kind,
      changePct: change,
      break: point.break,
    }
  })
}

/** Cumulative ln growth after a quarter: each later quarter adds a fourth of its posted yearly growth. */
function postedGrowth(references: References, from: Quarter): { at: Quarter; ln: number }[] {
  const monthly = references.series('posted_wage_growth', 'all') ?? []
  const quarters = new Map<Quarter, number[]>()
  for (const { month, value } of monthly) {
    const at = Number(month.slice(0, 4)) * 4 + Math.floor((Number(month.slice(5)) - 1) / 3)
    if (at > from) quarters.set(at, [...(quarters.get(at) ?? []), value])
  }
  let sum = 0
  return [...quarters].sort((a, b) => a[0] - b[0]).map(([at, values]) => {
    sum += Math.log(1 + values.reduce((total, value) => total + value, 0) / values.length) / 4
    return { at, ln: sum }
  }) // prettier-ignore
}

/** An occupation's national median against that of the year before, in percent; null without both, and across a break. */
export function changeOfYear(catalog: Catalog, soc: string, year: number): number | null {
  const [now, before] = [year, year - 1].map((at) => nationalYear(catalog, soc, at)?.percentiles[2])
  return now && before && !BREAKS[year] ? percentOf(now / before - 1) : null
}

/** Change between the last quarter and the one `back` quarters earlier, in percent; null across a break. */
export function changeOver(history: readonly Snapshot[], back: number): number | null {
  const [last, first] = [history.at(-1), history.at(-1 - back)]
  if (!last || !first) return null
  const isBroken = history.slice(-back).some((point) => point.break !== null)
  return isBroken ? null : percentOf(last.median / first.median - 1)
}
