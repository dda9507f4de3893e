// BLS OEWS: one row per occupation in the nation or an area, as in
// national_M2026_dl.xlsx, MSA_M2026_dl.xlsx or all_data_M_2026.xlsx.
import { must } from '../../kernel/must.ts'
import { ALL_OCCUPATIONS, newestYear, type Catalog } from '../file/catalog.ts'
import { PERCENTILES } from '../estimates/percentiles.ts'
import { HOURS_A_YEAR } from './hours.ts'
import { figureOf, type Row } from './layout.ts'

export interface OewsReader {
  year: number
  catalog: Catalog
  areas: ReadonlyMap<string, string>
  /** The reason national or metropolitan figures are skipped; null when they are accepted. */
  left: { nation: string | null; metro: string | null }
}

/** Pay that differs from the loaded figures by more than this factor is treated as an error. */
const MAX_CHANGE_FACTOR = 2

/** A row in the stored columns (import-note.ts), or the reason it is skipped. */
export function readOews(row: Row, reader: OewsReader): string[] | string {
  const soc = row('OCC_CODE')
  const area = areaOf(row)
  if (area === null) return 'a state, a territory or a nonmetropolitan area'
  if (!['', 'cross-industry'].includes(row('I_GROUP').toLowerCase())) return 'one industry only'
  if (!['', '1235', '235'].includes(row('OWN_CODE'))) return 'one kind of owner only'
  if (area !== '' && !reader.areas.has(area)) return 'an area without a city of the catalogue'
  if (!['', 'detailed', 'total'].includes(row('O_GROUP', 'OCC_GROUP', 'GROUP').toLowerCase()))
    return 'a group of occupations, not one'
  if (area !== '' && soc === ALL_OCCUPATIONS) return 'all occupations of an area together'
  if (soc !== ALL_OCCUPATIONS && !reader.catalog.occupation(soc))
    return 'an occupation the catalogue does not have'
  const left = area === '' ? reader.left.nation : reader.left.metro
  if (left) return left
  const pay = payIn(row)
  return typeof pay === 'string'
    ? pay
    : (doubtOf(reader, soc, area, pay) ?? kept(row, reader.year, soc, area, pay))
}

/** OEWS area types. Older files of metropolitan areas have no such column. */
const NATION = '1'
const METRO = '4'

/** The code of a metropolitan area, '' for the nation, null for other places. */
export function areaOf(row: Row): string | null {
  const code = row('AREA').replace(/^0+/, '')
  const type = row('AREA_TYPE') || (/^\d{5}$/.test(code) ? METRO : ['', '99'].includes(code) ? NATION : '')
  return type === NATION ? '' : type === METRO ? code : null
}

interface Pay {
  mean: number
  percentiles: (number | null)[]
}

const nameOf = (p: number): string => (p === 50 ? 'MEDIAN' : `PCT${p}`)

/** Reads the pay of a row. `#` (at or above the top code), `*` and `**` (not released) are not figures. */
function payIn(row: Row): Pay | string {
  const pay = (name: string) => {
    const annual = figureOf(row(`A_${name}`))
    const hourly = figureOf(row(`H_${name}`))
    return annual ?? (hourly === null ? null : Math.round(hourly * HOURS_A_YEAR))
  }
  const [mean, percentiles] = [pay('MEAN'), PERCENTILES.map((p) => pay(nameOf(p)))]
  if (mean === null || percentiles.every((value) => value === null)) return 'no pay released'
  const known = percentiles.filter((value) => value !== null)
  if (mean <= 0 || known.some((value, at) => value <= 0 || value < (known[at - 1] ?? 0)))
    return 'percentiles that do not rise'
  return { mean, percentiles }
}

/** The reason a figure is implausible or unusable; null when it is accepted. */
function doubtOf({ catalog, areas }: OewsReader, soc: string, area: string, pay: Pay): string | null {
  if (area === '') {
    const before = newestYear(catalog, soc)?.mean
    return before && isFar(pay.mean, before)
      ? 'pay twice or half of that of the vintage before: not taken for true'
      : null
  }
  const [p10, p25, median] = pay.percentiles
  if (!median || !(p25 ?? p10)) return 'no median released, or nothing below it'
  const cell = catalog.cell(soc, must(areas.get(area)))
  return cell?.sharing === 1 && isFar(pay.mean, cell.mean)
    ? 'pay twice or half of that of the area’s wage levels: not taken for true'
    : null
}

const isFar = (one: number, other: number): boolean =>
  one > other * MAX_CHANGE_FACTOR || one * MAX_CHANGE_FACTOR < other

function kept(row: Row, year: number, soc: string, area: string, { mean, percentiles }: Pay): string[] {
  const isTopCoded = PERCENTILES.some((p) => ['A_', 'H_'].some((unit) => row(unit + nameOf(p)) === '#'))
  const [employment = '', meanRse = '', employmentRse = ''] = ['TOT_EMP', 'MEAN_PRSE', 'EMP_PRSE'].map(
    (name) => textOf(figureOf(row(name))),
  )
  return [
    soc,
    String(year),
    employment,
    String(mean),
    ...percentiles.map(textOf),
    meanRse,
    employmentRse,
    isTopCoded ? '1' : '0',
    area,
  ]
}

const textOf = (value: number | null): string => (value === null ? '' : String(value))
