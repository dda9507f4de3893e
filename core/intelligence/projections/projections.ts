// Projects pay to 2030 from the growth of all occupations and of the occupation, with error bands from a backtest.
import { quarterOf, yearOf, type Catalog } from '../file/catalog.ts'
import { ownDriftOf, type Snapshot } from '../history/history.ts'

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
export function project(
  catalog: Catalog,
  soc: string,
  series: readonly Pick<Snapshot, 'quarter' | 'median' | 'kind'>[],
  from: number,
) {
  const latest = series.at(-1)
  if (!latest) return []
  const drift = ownDriftOf(catalog, soc)
  const published = series.findLast(({ kind }) => kind === 'benchmark')?.quarter ?? latest.quarter
  return Array.from({ length: Math.max(0, LAST_YEAR - from + 1) }, (_, at) => {
    const year = from + at
    const known = series.find(({ quarter }) => quarter === quarterOf(year))
    const yearsAfter = (quarter: string) => Math.max(0, (indexOf(quarterOf(year)) - indexOf(quarter)) / 4)
    const ahead = yearsAfter(latest.quarter)
    const centre = known?.median ?? latest.median * Math.exp(drift * ahead)
    const bound = (sign: number) => Math.round(centre * Math.exp(sign * bandAt(yearsAfter(published))))
    const kind: 'benchmark' | 'projected' = known?.kind === 'benchmark' ? 'benchmark' : 'projected'
    return { year, median: Math.round(centre), low: bound(-1), high: bound(1), kind }
  })
}

const indexOf = (quarter: string): number => yearOf(quarter) * 4 + Number(quarter.at(-1)) - 1
