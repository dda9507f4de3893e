// DOL OFLC prevailing wages by area: ALC_Export.csv in OFLC_Wages_2026-27.zip. Level III is the OEWS mean of an area and occupation,
// level I the mean of its lowest-paid third.
import type { Catalog } from '../catalog/catalog.ts'
import { lognormalOf } from '../estimates/percentiles.ts'
import { figureOf, type Row } from './layout.ts'
import type { SocResolver } from './soc.ts'

/** Hours of a year, as OFLC converts hourly wages. */
const HOURS = 2080
/** No hourly wage is this high and no yearly one this low: OFLC writes both in one column. */
const LEAST_YEARLY = 1_000

/** A row as it is kept, without its share, or why it is not. */
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
  wage === null ? null : wage < LEAST_YEARLY ? wage * HOURS : wage

/** The wage areas of the catalogue's cities, each with one of them. */
export const areasOf = (catalog: Catalog): Map<string, string> =>
  new Map(catalog.cities.map(({ area, slug }) => [area, slug]))

/** What tells that areas share pooled figures: an occupation and all four levels. */
export const figuresOf = (row: Row): string =>
  ['SOCCODE', 'LEVEL1', 'LEVEL2', 'LEVEL3', 'LEVEL4'].map((name) => row(name, name.replace('SOCCODE', 'SOC_CODE'))).join('|') // prettier-ignore
