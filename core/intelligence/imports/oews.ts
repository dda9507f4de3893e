// BLS OEWS, national: one row for each occupation, as in national_M2024_dl.xlsx or all_data_M_2024.xlsx.
import { ALL_OCCUPATIONS, newestYear, type Catalog } from '../catalog/catalog.ts'
import { PERCENTILES } from '../estimates/percentiles.ts'
import { figureOf, type Row } from './layout.ts'

/** Hours of a year, as BLS converts hourly pay. */
const HOURS = 2080

/** Pay that moved by more than this factor since the vintage before is a mistake, not news. */
const MOST_MOVED = 2

/** A row as it is kept, or why it is not. */
export function readOews(row: Row, year: number, catalog: Catalog): string[] | string {
  const soc = row('OCC_CODE')
  const group = row('O_GROUP', 'OCC_GROUP', 'GROUP').toLowerCase()
  if (!['', '1'].includes(row('AREA_TYPE'))) return 'a state or an area: cities come from the OFLC wage file'
  if (!['', 'cross-industry'].includes(row('I_GROUP').toLowerCase())) return 'one industry only'
  if (!['', '1235', '235'].includes(row('OWN_CODE'))) return 'one kind of owner only'
  if (!['', 'detailed', 'total'].includes(group)) return 'a group of occupations, not one'
  if (soc !== ALL_OCCUPATIONS && !catalog.occupationAt.has(soc)) return 'an occupation the catalogue does not have'
  const pay = (name: string) => {
    const annual = figureOf(row(`A_${name}`))
    const hourly = figureOf(row(`H_${name}`))
    return annual ?? (hourly === null ? null : Math.round(hourly * HOURS))
  }
  const names = PERCENTILES.map((p) => (p === 50 ? 'MEDIAN' : `PCT${p}`))
  const [mean, percentiles] = [pay('MEAN'), names.map(pay)]
  if (mean === null || percentiles.every((value) => value === null)) return 'no pay released'
  const known = percentiles.filter((value) => value !== null)
  if (mean <= 0 || known.some((value, at) => value <= 0 || value < (known[at - 1] ?? 0))) return 'percentiles that do not rise'
  const before = newestYear(catalog, soc)?.mean
  if (before && (mean > before * MOST_MOVED || mean * MOST_MOVED < before)) return 'pay twice or half of that of the vintage before: not taken for true'
  const isTopCoded = names.some((name) => row(`A_${name}`) === '#' || row(`H_${name}`) === '#')
  const counts = ['TOT_EMP', 'MEAN_PRSE', 'EMP_PRSE'].map((name) => textOf(figureOf(row(name))))
  return [soc, String(year), counts[0]!, String(mean), ...percentiles.map(textOf), counts[1]!, counts[2]!, isTopCoded ? '1' : '0']
} // prettier-ignore

const textOf = (value: number | null): string => (value === null ? '' : String(value))
