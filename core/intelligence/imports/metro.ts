// Published pay of occupations in metropolitan areas: available only from imported OEWS files.
import { must } from '../../kernel/must.ts'
import { cellsOf, rowsIn } from '../file/csv.ts'
import type { Imported } from './import-note.ts'

/** Columns of the table `metro`, which has no shipped file. */
export const METRO_COLUMNS =
  'soc,city,year,employment,mean,p10,p25,median,p75,p90,mean_rse,employment_rse,top_coded'.split(',')

/** Position of the area in the cells of an imported row (import-note.ts); empty for the nation. */
const AREA = 12

export function* oewsRows(files: readonly Imported[], of: 'nation' | 'metro'): Generator<string[]> {
  for (const { text } of files)
    for (const cells of cellsOf(text)) if (Boolean(cells[AREA]) === (of === 'metro')) yield cells
}

/**
 * Rows of `metro`, the newest of each occupation and city. Rows newer than the national figures are left out,
 * since estimates use the nation's benchmark, and so are rows older than the wage cell they would replace.
 */
export function metroWith(
  folder: string,
  files: readonly Imported[],
  nationalYear: (soc: string) => number,
  cellYear: (soc: string, city: string) => number,
): string[][] {
  const cities = citiesByArea(folder)
  const rows = new Map<string, string[]>()
  const inOrder = [...files].sort((a, b) => a.year - b.year)
  for (const [soc = '', year = '', ...figures] of oewsRows(inOrder, 'metro')) {
    if (Number(year) > nationalYear(soc)) continue
    for (const city of cities.get(must(figures.pop())) ?? [])
      if (Number(year) >= cellYear(soc, city)) rows.set(`${soc}|${city}`, [soc, city, year, ...figures])
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

export function citiesByArea(folder: string): Map<string, string[]> {
  const cities = new Map<string, string[]>()
  for (const [slug = '', , , area = ''] of rowsIn(folder, 'cities'))
    cities.set(area, [...(cities.get(area) ?? []), slug])
  return cities
}
