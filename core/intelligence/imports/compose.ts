// Merges imports into the shipped tables. It adds newer rows, and recomputes every table that depends on them, by the
// formulas of the build (docs/methodology.md).
import { must } from '../../kernel/narrow.ts'
import { hash } from 'node:crypto'
import { nearestKnown } from '../estimates/percentiles.ts'
import { ALL_OCCUPATIONS, quarterOf, yearOf } from '../file/catalog.ts'
import {
  parseCsv,
  headerOf,
  rowsIn,
  rowText,
  type Manifest,
  type Source,
  type TableNote,
  type WholeTables,
} from '../file/csv.ts'
import { byCodeUnits } from '../words/plain.ts'
import { offersWith, sponsorsWith, type Growth, type Offers } from './offers.ts'
import type { ImportSource, ImportKind } from './import-note.ts'

/** Columns of the table `metro`, which has no shipped file. */
const METRO_COLUMNS =
  'soc,city,year,employment,mean,p10,p25,median,p75,p90,mean_rse,employment_rse,top_coded'.split(',')

/** Position of the area in the cells of an imported row (import-note.ts); empty for the nation. */
const AREA = 12

function* oewsRows(files: readonly ImportSource[], of: 'nation' | 'metro'): Generator<string[]> {
  for (const { text } of files)
    for (const cells of parseCsv(text)) if (Boolean(cells[AREA]) === (of === 'metro')) yield cells
}

/**
 * Rows of `metro`, the newest for each occupation and city. Rows newer than the national figures are left out, because
 * estimates use the national benchmark. Rows older than the wage cell that they would replace are left out too.
 */
function metroWith(tables: WholeTables, files: readonly ImportSource[], years: Years, cells: WageCells) {
  const cities = citiesByArea(tables)
  const rows = new Map<string, string[]>()
  const byYear = [...files].sort((a, b) => a.year - b.year)
  for (const [soc = '', year = '', ...figures] of oewsRows(byYear, 'metro')) {
    if (Number(year) > newestOf(years, soc)) continue
    for (const city of cities.get(must(figures.pop())) ?? [])
      if (Number(year) >= (cells.get(`${soc}|${city}`)?.year ?? 0))
        rows.set(`${soc}|${city}`, [soc, city, year, ...figures])
  }
  return [...rows].sort(byCode).map(([, row]) => row)
}

function citiesByArea(tables: WholeTables): Map<string, string[]> {
  const cities = new Map<string, string[]>()
  for (const [slug = '', , , area = ''] of rowsIn(tables, 'cities'))
    cities.set(area, [...(cities.get(area) ?? []), slug])
  return cities
}

/** Positions of percentiles and mean in rows of `national`: soc, year, employment, mean, p10 … p90. */
const MEAN = 3
const PERCENTILES = [4, 5, 6, 7, 8]
const NATIONAL_COLUMNS = 12
/** Position of the first factor in rows of `occupations`. */
const FACTORS = 6

type Cells = string[]
type Years = Map<string, Cells[]>

/** Merges imports, oldest first, into the shipped tables. */
export function compose(tables: WholeTables, imports: readonly ImportSource[]): WholeTables {
  const shipped = tables.manifest()
  const ofKind = (kind: ImportKind) => imports.filter((file) => file.kind === kind)
  const oews = ofKind('oews')
  const years = yearsOf(tables, oewsRows(oews, 'nation'))
  const wages = ofKind('oflc_wages').sort((a, b) => a.year - b.year)
  const cellsYear = wages.at(-1)?.year ?? shipped.cells_year
  const replaced = new Map<string, string>()
  const put = (name: string, rows: Iterable<Cells>) =>
    void replaced.set(name, [headerOf(tables, name), ...rows].map(rowText).join(''))
  const cells = cellsWith(tables, wages, shipped.cells_year)
  const growth = growthIn(years)
  const cellGrowth = (soc: string) => growth(soc, shipped.cells_year, cellsYear)
  const national = [...years].sort(byCode).flatMap(([, rows]) => rows)
  if (oews.length) put('national', national)
  if (oews.length || wages.length) put('occupations', calibrated(tables, yearsOf(tables), years, cellGrowth))
  if (wages.length) put('cells', cellsIn(cells, growth, cellsYear))
  const metro = metroWith(tables, oews, years, cells)
  if (metro.length) replaced.set('metro', [METRO_COLUMNS, ...metro].map(rowText).join(''))
  const offers = offersOf(ofKind('lca'), years, formerRoles(tables))
  if (imports.some(({ kind }) => kind !== 'oflc_wages')) {
    put('offers', offersWith(tables, offers, growth, yearOf(shipped.benchmark)))
    put('sponsors', sponsorsWith(tables, offers, growth, shipped))
  }
  const benchmark = quarterOf(Math.max(...[...years.keys()].map((soc) => newestOf(years, soc))))
  const manifest = manifestOf(shipped, imports, replaced, { benchmark, cells_year: cellsYear })
  return { ...tables, replaced, manifest: () => manifest }
}

const byCode = ([a]: [string, unknown], [b]: [string, unknown]) => byCodeUnits(a, b)

/** The rows of `national` by occupation, sorted by year. An imported row replaces the shipped row of the same year. */
function yearsOf(tables: WholeTables, imported: Iterable<Cells> = []): Years {
  const years: Years = new Map()
  const put = (cells: Cells) => {
    const [soc = '', year] = cells
    const rows = (years.get(soc) ?? []).filter((row) => row[1] !== year)
    years.set(
      soc,
      [...rows, cells].sort((a, b) => Number(a[1]) - Number(b[1])),
    )
  }
  for (const cells of rowsIn(tables, 'national')) put(cells)
  for (const cells of imported) put(cells.slice(0, NATIONAL_COLUMNS))
  return years
}

const newestOf = (years: Years, soc: string): number => Number(years.get(soc)?.at(-1)?.[1] ?? 0)

function growthIn(years: Years): Growth {
  const meanOf = (soc: string, year: number) =>
    Number(years.get(soc)?.find((row) => row[1] === String(year))?.[MEAN]) || null
  return (soc, from, to) => {
    const last = to === 'newest' ? Number(years.get(soc)?.at(-1)?.[1] ?? from) : to
    if (last === from) return 1
    const own = [meanOf(soc, from), meanOf(soc, last)] as const
    const all = [meanOf(ALL_OCCUPATIONS, from), meanOf(ALL_OCCUPATIONS, last)] as const
    const [before, now] = own[0] && own[1] ? own : all
    return before && now ? now / before : 1
  }
}

/**
 * Rows of `occupations` with factors from the current cells to the newest published percentiles. A factor is published ÷
 * lognormal. So a factor rises with published figures, and falls as the mean of the cells grows.
 */
function* calibrated(tables: WholeTables, shipped: Years, years: Years, cellGrowth: (soc: string) => number) {
  for (const cells of rowsIn(tables, 'occupations')) {
    const soc = must(cells[0])
    const [old, now] = [shipped.get(soc)?.at(-1), years.get(soc)?.at(-1)]
    if (cells[FACTORS] && old && now) {
      const ratio = (column: number) =>
        Number(old[column]) && Number(now[column]) ? Number(now[column]) / Number(old[column]) : null
      const moved = PERCENTILES.map(ratio)
      moved.forEach((_, at) => {
        const factor =
          (Number(cells[FACTORS + at]) * (moved[at] ?? nearestKnown(moved, at) ?? ratio(MEAN) ?? 1)) /
          cellGrowth(soc)
        cells[FACTORS + at] = String(Math.round(factor * 100_000) / 100_000)
      })
    }
    yield cells
  }
}

type WageCells = Map<string, { row: Cells; year: number }>

function cellsWith(tables: WholeTables, files: readonly ImportSource[], shippedYear: number): WageCells {
  const cities = citiesByArea(tables)
  const cells: WageCells = new Map()
  for (const row of rowsIn(tables, 'cells')) cells.set(`${row[0]}|${row[1]}`, { row, year: shippedYear })
  for (const { text, year } of files) {
    for (const [soc = '', area = '', mean = '', third = '', sharing = ''] of parseCsv(text))
      for (const city of cities.get(area) ?? []) {
        const noise = cells.get(`${soc}|${city}`)?.row[5] ?? ''
        cells.set(`${soc}|${city}`, { row: [soc, city, mean, third, sharing, noise], year })
      }
  }
  return cells
}

/** The rows of `cells`, all at the year `last`. Older cells are moved there by the growth of their occupation. */
function cellsIn(cells: WageCells, growth: Growth, last: number): Cells[] {
  return [...cells].sort(byCode).map(([, { row, year }]) => {
    const [soc = '', city = '', mean, third, sharing = '', noise = ''] = row
    const factor = growth(soc, year, last)
    const moved = [mean, third].map((dollars) => String(Math.round(Number(dollars) * factor)))
    return [soc, city, ...moved, sharing, noise]
  })
}

/** Former slugs, which imports of older releases may contain, with the current slug of each. */
const formerRoles = (tables: WholeTables): ReadonlyMap<string, string> =>
  new Map(Array.from(rowsIn(tables, 'former_roles'), ([former = '', role = '']) => [former, role]))

/** Offers of all files, deduplicated by case number and moved to the benchmark of their occupation. */
function offersOf(files: readonly ImportSource[], years: Years, renamed: ReadonlyMap<string, string>) {
  const offers: Offers = new Map()
  const all = years.get(ALL_OCCUPATIONS) ?? []
  const [first, last] = [all.at(-11) ?? all[0], all.at(-1)]
  const span = first && last ? Number(last[1]) - Number(first[1]) : 0
  const drift = span ? Math.log(Number(must(last)[6]) / Number(must(first)[6])) / span : 0
  for (const { text } of files) {
    for (const [id = '', soc = '', role = '', city = '', employer = '', wage, ...cells] of parseCsv(text)) {
      const [decided = '', state = '', level = ''] = cells
      const benchmark = newestOf(years, soc) + MID_MAY
      const pay = Number(wage) * Math.exp(drift * (benchmark - timeOf(decided)))
      offers.set(id, { soc, role: renamed.get(role) ?? role, city, state, level, employer, pay, decided })
    }
  }
  return offers
}

/** Mid-May, as a fraction of a year. */
const MID_MAY = 0.37

/** A date as a decimal year: 2026.25 is the end of March. */
const timeOf = (date: string): number =>
  Number(date.slice(0, 4)) + (Number(date.slice(5, 7)) - 1) / 12 + Number(date.slice(8, 10)) / 365

const METRO_TABLE: TableNote = {
  name: 'metro',
  about: 'Published pay of occupations in the metropolitan areas of the cities, from imported OEWS files.',
  file: '',
  rows: 0,
  sha256: '',
  columns: METRO_COLUMNS,
  sources: ['bls_oews_metro'],
}

function manifestOf(
  shipped: Manifest,
  imports: readonly ImportSource[],
  replaced: ReadonlyMap<string, string>,
  vintages: { benchmark: string; cells_year: number },
): Manifest {
  return {
    ...shipped,
    ...vintages,
    imports: imports.map(({ text: _text, year: _year, ...note }) => note),
    sources: sourcesWith(shipped.sources, imports),
    tables: [...shipped.tables, ...(replaced.has('metro') ? [METRO_TABLE] : [])].map((table) => {
      const text = replaced.get(table.name)
      if (text === undefined) return table
      const rows = text.split('\n').length - 2
      return { ...table, rows, sha256: hash('sha256', text, 'hex') }
    }),
  }
}

/** Names and vintages of the sources after imports are merged. */
function sourcesWith(shipped: Readonly<Record<string, Source>>, imports: readonly ImportSource[]) {
  const sources = { ...shipped }
  const add = (name: string, vintage: string) => {
    const source = sources[name]
    if (source && !source.vintage.includes(vintage))
      sources[name] = { ...source, vintage: [source.vintage, vintage].filter(Boolean).join('; ') }
  }
  for (const file of imports) {
    const vintage = `${file.vintage} (imported from ${file.file})`
    if (file.kind === 'oews' && hasRows(file, 'nation')) add('bls_oews', vintage)
    if (file.kind === 'oews' && hasRows(file, 'metro')) {
      const title = 'Occupational Employment and Wage Statistics, metropolitan areas'
      sources['bls_oews_metro'] ??= { ...must(shipped['bls_oews']), title, vintage: '' }
      add('bls_oews_metro', vintage)
    }
    if (file.kind === 'oflc_wages')
      add('oflc_wages', `${vintage}, computed by BLS from OEWS May ${file.year}`)
    if (file.kind === 'lca') for (const name of ['dol_lca', 'dol_lca_counts']) add(name, vintage)
  }
  return sources
}

const hasRows = (file: ImportSource, of: 'nation' | 'metro'): boolean => !oewsRows([file], of).next().done
