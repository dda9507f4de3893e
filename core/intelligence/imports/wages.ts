// DOL OFLC prevailing wages by area: ALC_Export.csv in OFLC_Wages_2026-27.zip. Level III is the OEWS mean of
// an area and occupation, level I the mean of its lowest-paid third.
import type { Catalog } from '../file/catalog.ts'
import { lognormalOf } from '../estimates/percentiles.ts'
import { HOURS_A_YEAR } from './hours.ts'
import { figureOf, type Row } from './layout.ts'
import type { SocResolver } from './soc.ts'

/** OFLC mixes hourly and yearly wages in one column: values below this are hourly. */
const MIN_YEARLY_WAGE = 1_000

/** A row in the stored columns, with `sharing` still empty, or the reason it is skipped. */
export function readWage(
  row: Row,
  areas: ReadonlyMap<string, string>,
  resolve: SocResolver,
): string[] | string {
  const area = row('AREA')
  if (!areas.has(area)) return 'an area without a city of the catalogue'
  const soc = resolve(row('SOCCODE', 'SOC_CODE'))
  if (!soc) return 'an occupation the catalogue does not have'
  const [l1, l3, l4] = ['LEVEL1', 'LEVEL3', 'LEVEL4'].map((name) => yearly(figureOf(row(name))))
  if (!l1 || !l3 || !l4) return 'no wage released'
  if (l1 === l4 || !lognormalOf(l3, l1)) return 'levels from which no percentiles follow'
  return [soc, area, String(Math.round(l3)), String(Math.round(l1)), '']
}

const yearly = (wage: number | null): number | null =>
  wage === null ? null : wage < MIN_YEARLY_WAGE ? wage * HOURS_A_YEAR : wage

export const areasOf = (catalog: Catalog): Map<string, string> =>
  new Map(catalog.cities.map(({ area, slug }) => [area, slug]))

/** A key that is equal for areas with pooled figures: the occupation and all four levels. */
export const figuresOf = (row: Row): string =>
  ['SOCCODE', 'LEVEL1', 'LEVEL2', 'LEVEL3', 'LEVEL4']
    .map((name) => row(name, name.replace('SOCCODE', 'SOC_CODE')))
    .join('|')
