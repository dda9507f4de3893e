// Reads BLS OEWS files, with one row per occupation in the nation or an area: national_M2026_dl.xlsx, MSA_M2026_dl.xlsx
// or all_data_M_2026.xlsx.
import { counted, dollars } from '../../kernel/amounts.ts'
import { first, last, must } from '../../kernel/narrow.ts'
import { ALL_OCCUPATIONS, newestYear, quarterOf, yearOf, type Catalog } from '../file/catalog.ts'
import { readManifest, rowsIn } from '../file/csv.ts'
import { PERCENTILES } from '../estimates/percentiles.ts'
import { figureOf, HOURS_A_YEAR, type Row } from './layout.ts'
import {
  areasOf,
  createLedger,
  unknownYear,
  yearIn,
  type FileReader,
  type Ledger,
  type ReadOptions,
} from './read-file.ts'

interface OewsReader {
  year: number
  catalog: Catalog
  areas: ReadonlyMap<string, string>
  /** The reasons to skip national and metropolitan figures. Null means that they are accepted. */
  skipped: { nation: string | null; metro: string | null }
}

/** Pay that differs from the loaded figures by more than this factor is treated as an error. */
const MAX_CHANGE_FACTOR = 2

/** A row in the stored columns (import-note.ts), or the reason it is skipped. */
function readOews(row: Row, reader: OewsReader): string[] | string {
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
  const skipReason = area === '' ? reader.skipped.nation : reader.skipped.metro
  if (skipReason) return skipReason
  const pay = payIn(row)
  return typeof pay === 'string'
    ? pay
    : (doubtOf(reader, soc, area, pay) ?? storedRow(row, reader.year, soc, area, pay))
}

/** OEWS area types. Older metropolitan files lack the column. */
const NATION = '1'
const METRO = '4'

/** The code of a metropolitan area, '' for the nation, null for other places. */
function areaOf(row: Row): string | null {
  const code = row('AREA').replace(/^0+/, '')
  const type = row('AREA_TYPE') || (/^\d{5}$/.test(code) ? METRO : ['', '99'].includes(code) ? NATION : '')
  return type === NATION ? '' : type === METRO ? code : null
}

type Pay = Exclude<ReturnType<typeof payIn>, string>

const nameOf = (p: number): string => (p === 50 ? 'MEDIAN' : `PCT${p}`)

/** Reads the pay of a row. `#` (at or above the top code), `*` and `**` (not released) are not figures. */
function payIn(row: Row) {
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
  return cell?.areaCount === 1 && isFar(pay.mean, cell.mean)
    ? 'pay twice or half of that of the area’s wage levels: not taken for true'
    : null
}

const isFar = (one: number, other: number): boolean =>
  one > other * MAX_CHANGE_FACTOR || one * MAX_CHANGE_FACTOR < other

function storedRow(row: Row, year: number, soc: string, area: string, { mean, percentiles }: Pay): string[] {
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

/** Codes of all areas in the file, and of the areas with an accepted row. */
type Areas = Awaited<ReturnType<typeof takeRows>>

export const readOewsFile: FileReader = async (rows, name, options) => {
  const { catalog, vintage } = options
  const year =
    vintage ?? yearIn(name, /M[_-]?(20\d\d)/i, /oe[sw]m(\d\d)/i) ?? unknownYear('2026 for May 2026')
  const skipped = reasonsToSkip(year, options)
  const ledger = createLedger()
  const areas = await takeRows(rows, ledger, { year, catalog, areas: areasOf(catalog), skipped })
  const ofNation = [...ledger.seen].filter((key) => !key.includes('|'))
  return {
    kind: 'oews',
    vintage: `May ${year}`,
    year,
    ...ledger.outcome(),
    effects: [
      ...benchmarkEffects(ofNation, catalog, year),
      ...medianEffects(ledger.lines, catalog, year),
      ...metroEffects(ledger.lines.length - ofNation.length, areas, catalog, year),
    ],
  }
}

/** Reads the rows. Area rows need their occupation's national row of the same May, which may come later. */
async function takeRows(rows: AsyncIterable<Row>, ledger: Ledger, reader: OewsReader) {
  const { catalog, year } = reader
  const areas = { read: new Set<string>(), taken: new Set<string>() }
  const hasNational = (soc: string) => ledger.seen.has(soc) || (newestYear(catalog, soc)?.year ?? 0) >= year
  const takeArea = (cells: string[]) => {
    areas.taken.add(last(cells))
    ledger.take(`${cells[0]}|${cells.at(-1)}`, cells)
  }
  const early: string[][] = []
  for await (const row of rows) {
    const cells = readOews(row, reader)
    const area = areaOf(row)
    if (area) areas.read.add(area)
    if (typeof cells === 'string' || !area) ledger.take(row('OCC_CODE'), cells)
    else if (hasNational(first(cells))) takeArea(cells)
    else early.push(cells)
  }
  for (const cells of early)
    if (hasNational(first(cells))) takeArea(cells)
    else ledger.skip(`an area’s figure of May ${year}, of which the national file is to be imported first`)
  return areas
}

/** The reasons to skip national or area figures of a year. Throws if both are skipped, or if that May is in the future. */
function reasonsToSkip(year: number, { tables, catalog, today }: ReadOptions): OewsReader['skipped'] {
  const newest = yearOf(catalog.benchmark)
  const shipped = yearOf(readManifest(tables.folder).benchmark)
  const areas = tables.replaced.has('metro')
    ? Array.from(rowsIn(tables, 'metro'), ([, , of]) => Number(of))
    : []
  const metro = areas.reduce((latest, of) => Math.max(latest, of), catalog.cellsYear)
  if (year > Number(today.slice(0, 4))) throw new Error(`it would be of May ${year}, which is still to come`)
  const [isNation, isMetro] = [year > shipped && year >= newest, year >= metro]
  if (!isNation && !isMetro) throw new Error(`it is of May ${year}, and May ${newest} is loaded already`)
  return {
    nation: isNation ? null : `a national figure of May ${year}, and May ${newest} is loaded already`,
    metro: isMetro ? null : `an area’s figure of May ${year}, and May ${metro} is loaded already`,
  }
}

function benchmarkEffects(ofNation: readonly string[], { occupations }: Catalog, year: number): string[] {
  const covered = ofNation.filter((soc) => soc !== ALL_OCCUPATIONS).length
  if (covered === 0) return []
  const all = occupations().length
  const others = covered < all ? '; the others keep theirs' : ''
  return [`${covered} of ${all} occupations get May ${year} as their benchmark${others}.`]
}

function medianEffects(lines: readonly string[], catalog: Catalog, year: number): string[] {
  const before = newestYear(catalog, ALL_OCCUPATIONS)
  const now = lines.find((line) => line.startsWith(`${ALL_OCCUPATIONS},`))?.split(',')[6]
  const median = before?.percentiles[2]
  if (!now || !before || !median) return []
  const percent = ((Number(now) / median - 1) * 100).toFixed(1)
  const [old, moved] = [median, Number(now)].map((amount) => dollars(amount))
  return [
    `The median of all work moves from ${old} (${quarterOf(before.year)}) to ${moved} (${quarterOf(year)}), ${percent} %.`,
  ]
}

/** The effects of published area figures, with the number of areas and cities without a match. */
function metroEffects(taken: number, areas: Areas, catalog: Catalog, year: number): string[] {
  if (taken === 0) return []
  const cities = catalog.cities()
  const known = areasOf(catalog)
  const without = cities.filter(({ area }) => !areas.taken.has(area))
  const unmatched = [...areas.read].filter((area) => !known.has(area)).length
  return [
    `${cities.length - without.length} of ${cities.length} cities get published percentiles of May ${year}, ${counted(taken)} in all; what the file does not have stays derived from the wage levels of the area.`,
    ...(without.length
      ? [`Without an area in the file: ${without.map(({ slug }) => slug).join(', ')}.`]
      : []),
    `${unmatched} areas of the file have no city here.`,
  ]
}
