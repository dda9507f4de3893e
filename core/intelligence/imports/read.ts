// Reads and validates a file downloaded from a publisher, as a whole and before anything is changed.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fail } from '../../kernel/errors.ts'
import { ALL_OCCUPATIONS, newestYear, quarterOf, yearOf, type Catalog } from '../catalog/catalog.ts'
import { readManifest, readTable, type WholeTables } from '../catalog/csv.ts'
import { titleResolver, type AliasText } from '../roles/resolve.ts'
import { readFiling } from './filings.ts'
import { readLayout, type Row } from './layout.ts'
import { areaOf, readOews, type OewsReader } from './oews.ts'
import { rowText } from './csv-text.ts'
import type { ImportKind, Reading } from './record.ts'
import { socResolver } from './soc.ts'
import { tablesIn, type RawTable } from './tables.ts'
import { readTowns } from './suburbs.ts'
import { areasOf, figuresOf, readWage } from './wages.ts'

export interface ReadOptions {
  /** The data loaded now: shipped tables with earlier imports merged in. */
  tables: WholeTables
  catalog: Catalog
  /** The year of the file, for when its name does not state it. */
  vintage: number | null
  /** In the form `2026-11-20`. */
  today: string
  /** Called occasionally with the number of rows read. */
  tell?: ((rows: number) => void) | undefined
}

export interface ReadFile extends Reading {
  file: string
  sha256: string
}

/** Reads a file. Throws `import_refused` with a readable message when it cannot be loaded. */
export async function readImport(path: string, options: ReadOptions): Promise<ReadFile> {
  const file = basename(path)
  const refuse = (problem: string, hint?: string): never =>
    fail('import_refused', { file, problem }, hint ? { hint } : {})
  const { sha256, tables } = openFile(path)
  try {
    const reading = await readTables(file, await tables, options)
    if (!reading) return refuse('none of its tables has the columns of a supported file', KNOWN)
    if (reading.taken === 0) return refuse(`none of its rows can be used: ${inWords(reading)}`)
    return { ...reading, file, sha256 }
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) return refuse(error.message)
    if ((error as { code?: string }).code?.startsWith('Z_')) return refuse('the archive is damaged')
    if ((error as { code?: string }).code?.startsWith('CSV_')) return refuse('it is no table: its quotes or its lines do not end')
    throw error
  }
} // prettier-ignore

const KNOWN =
  'Give it OEWS of the nation or of metropolitan areas (oesm26nat.zip, oesm26ma.zip), OFLC wages (OFLC_Wages_2026-27.zip) or an LCA disclosure file.'

/**
 * The digest and the tables of a file. The file's bytes are
 * released: only an unpacked archive is read from then on.
 */
function openFile(path: string): { sha256: string; tables: Promise<RawTable[]> } {
  const bytes = bytesOf(path)
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    tables: tablesIn(basename(path), bytes),
  }
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code } = error as { code?: string }
    const why = { ENOENT: 'there is no such file', EACCES: 'you may not read it', EISDIR: 'it is a folder' }
    return fail('usage', { problem: `${path}: ${why[code as keyof typeof why] ?? 'it cannot be read'}.` })
  }
}

/**
 * The first table of a known kind with usable rows, else the one
 * with the most skipped rows; sheets of notes and codes are ignored.
 */
async function readTables(file: string, tables: RawTable[], options: ReadOptions): Promise<Reading | null> {
  // An OFLC archive has two wage files: one for all employers
  // (ALC), one for universities (EDC). The first is preferred.
  const ordered = [...tables].sort((a, b) => Number(/EDC/i.test(a.name)) - Number(/EDC/i.test(b.name)))
  let empty: Reading | null = null
  for (const table of ordered) {
    const found = await readLayout(table.rows(), options.tell)
    if (!found) continue
    const reading = await READERS[found.kind](found.rows, `${file}/${table.name}`, options)
    if (reading.taken > 0) return reading
    if (!empty || leftOut(reading) > leftOut(empty)) empty = reading
  }
  return empty
}

const leftOut = ({ skipped }: Reading): number => skipped.reduce((sum, { rows }) => sum + rows, 0)

/** Counts the rows that are taken and skipped. */
function ledger() {
  const skipped = new Map<string, number>()
  const lines: string[] = []
  const seen = new Set<string>()
  return {
    lines,
    seen,
    skip: (reason: string) => void skipped.set(reason, (skipped.get(reason) ?? 0) + 1),
    take(key: string, cells: string[] | string) {
      if (typeof cells === 'string') return this.skip(cells)
      if (seen.has(key)) return this.skip('given twice')
      seen.add(key)
      lines.push(rowText(cells))
    },
    skippedRows: () =>
      [...skipped].map(([reason, rows]) => ({ reason, rows })).sort((a, b) => b.rows - a.rows),
  }
}

type Reader = (rows: AsyncGenerator<Row>, name: string, options: ReadOptions) => Promise<Reading>

const READERS: Record<ImportKind, Reader> = {
  async oews(rows, name, options) {
    const { catalog } = options
    const year = options.vintage ?? yearIn(name, /M[_-]?(20\d\d)/i, /oe[sw]m(\d\d)/i) ?? unknownYear('2026 for May 2026')
    const reader: OewsReader = { year, catalog, areas: areasOf(catalog), left: loadedAlready(year, options) }
    const book = ledger()
    const areas = { read: new Set<string>(), taken: new Set<string>() }
    const isDated = (soc: string) => book.seen.has(soc) || (newestYear(catalog, soc)?.year ?? 0) >= year
    const takeArea = (cells: string[]) => {
      areas.taken.add(cells.at(-1)!)
      book.take(`${cells[0]}|${cells.at(-1)}`, cells)
    }
    // Rows of areas that precede the national row of their occupation.
    const early: string[][] = []
    for await (const row of rows) {
      const cells = readOews(row, reader)
      const area = areaOf(row)
      if (area) areas.read.add(area)
      if (typeof cells === 'string' || !area) book.take(row('OCC_CODE'), cells)
      else if (isDated(cells[0]!)) takeArea(cells)
      else early.push(cells)
    }
    for (const cells of early) {
      if (isDated(cells[0]!)) takeArea(cells)
      else book.skip(`an area’s figure of May ${year}, of which the national file is to be imported first`)
    }
    const ofNation = [...book.seen].filter((key) => !key.includes('|'))
    const covered = ofNation.filter((soc) => soc !== ALL_OCCUPATIONS).length
    const effects = [
      ...(covered ? [`${covered} of ${catalog.occupations.length} occupations get May ${year} as their benchmark${covered < catalog.occupations.length ? '; the others keep theirs' : ''}.`] : []),
      ...movedMedian(book.lines, catalog, year),
      ...metroEffects(book.lines.length - ofNation.length, areas, options, year),
    ]
    return { kind: 'oews', vintage: `May ${year}`, year, taken: book.lines.length, skipped: book.skippedRows(), text: book.lines.join(''), effects }
  },
  async oflc_wages(rows, name, { tables, catalog, vintage, today }) {
    const from = vintage ?? yearIn(name, /(20\d\d)[-_]\d\d(?!\d)/) ?? unknownYear('2026 for July 2026 to June 2027')
    // Published in July, from the survey of May of the previous year.
    const year = from - 1
    if (from > Number(today.slice(0, 4))) throw new Error(`it would hold from July ${from}, which is still to come`)
    if (year <= readManifest(folderOf(tables)).cells_year || year < catalog.cellsYear) throw new Error(`its wages are of May ${year}, and May ${catalog.cellsYear} is loaded already`)
    const [areas, resolve, book] = [areasOf(catalog), socResolver(catalog), ledger()]
    const sharing = new Map<string, number>()
    const figures: string[] = []
    for await (const row of rows) {
      const shared = figuresOf(row)
      sharing.set(shared, (sharing.get(shared) ?? 0) + 1)
      const before = book.lines.length
      const cells = readWage(row, areas, resolve)
      book.take(typeof cells === 'string' ? '' : `${cells[0]}|${cells[1]}`, cells)
      if (book.lines.length > before) figures.push(shared)
    }
    const text = book.lines.map((line, at) => `${line.trimEnd()}${sharing.get(figures[at]!)}\n`).join('')
    const effects = [`${book.lines.length} cells of occupations in cities become those of May ${year}; the others are moved there by the growth of their occupation.`]
    return { kind: 'oflc_wages', vintage: `July ${from} to June ${from + 1}`, year, taken: book.lines.length, skipped: book.skippedRows(), text, effects }
  },
  async lca(rows, _name, { tables, catalog, today }) {
    const reader = { resolve: socResolver(catalog), roleOf: roleReader(tables, catalog), towns: readTowns(tables), today }
    const { filings_until: until } = readManifest(tables)
    const book = ledger()
    const dates = { first: '9999', last: '' }
    let counted = 0
    for await (const row of rows) {
      const cells = readFiling(row, reader)
      const decided = typeof cells === 'string' ? '' : cells[6]!
      if (decided && isShipped(cells[1]!, decided)) { book.skip('in the shipped data already'); continue }
      book.take(row('CASE_NUMBER'), cells)
      if (!decided) continue
      dates.first = decided < dates.first ? decided : dates.first
      dates.last = decided > dates.last ? decided : dates.last
      if (decided > until) counted += 1
    }
    const effects = [`Sponsors and offers are counted anew with ${book.lines.length} more offers.`, ...(counted < book.lines.length ? [`${book.lines.length - counted} of them were decided by ${until}: their pay counts, their filings are counted already.`] : [])]
    return { kind: 'lca', vintage: monthsOf(dates), year: Number(dates.last.slice(0, 4)), taken: book.lines.length, skipped: book.skippedRows(), text: book.lines.join(''), effects }
  },
} // prettier-ignore

/**
 * The reasons that national or area figures of a year are skipped.
 * Throws when both are, or when that May is in the future.
 */
function loadedAlready(year: number, { tables, catalog, today }: ReadOptions): OewsReader['left'] {
  const newest = yearOf(catalog.benchmark)
  const shipped = yearOf(readManifest(folderOf(tables)).benchmark)
  const metro = Math.max(catalog.cellsYear, ...[...catalog.metro.values()].map((row) => row.year))
  if (year > Number(today.slice(0, 4))) throw new Error(`it would be of May ${year}, which is still to come`)
  const [isNation, isMetro] = [year > shipped && year >= newest, year >= metro]
  if (!isNation && !isMetro) throw new Error(`it is of May ${year}, and May ${newest} is loaded already`)
  return {
    nation: isNation ? null : `a national figure of May ${year}, and May ${newest} is loaded already`,
    metro: isMetro ? null : `an area’s figure of May ${year}, and May ${metro} is loaded already`,
  }
} // prettier-ignore

/** What published area figures change, including the numbers of areas and cities without a match. */
function metroEffects(
  taken: number,
  areas: { read: ReadonlySet<string>; taken: ReadonlySet<string> },
  { catalog }: ReadOptions,
  year: number,
): string[] {
  if (taken === 0) return []
  const known = areasOf(catalog)
  const without = catalog.cities.filter(({ area }) => !areas.taken.has(area))
  return [
    `${catalog.cities.length - without.length} of ${catalog.cities.length} cities get published percentiles of May ${year}, ${taken.toLocaleString('en-US')} in all; what the file does not have stays derived from the wage levels of the area.`,
    ...(without.length ? [`Without an area in the file: ${without.map(({ slug }) => slug).join(', ')}.`] : []),
    `${[...areas.read].filter((area) => !known.has(area)).length} areas of the file have no city here.`,
  ]
} // prettier-ignore

/**
 * Whether the shipped data contains the individual offer: all decided
 * in the last quarter of 2023, and later ones of some occupations.
 */
function isShipped(soc: string, decided: string): boolean {
  if (decided >= '2023-10-01' && decided <= '2023-12-31') return true
  if (DATA_WORK.has(soc)) return decided >= '2024-10-01' && decided <= '2025-09-30'
  return soc.startsWith('29-') && decided >= '2025-01-01' && decided <= '2025-03-31'
}
const DATA_WORK = new Set(['15-2051', '15-2031', '15-1242', '15-1221', '15-1243', '15-2041'])

const folderOf = (tables: WholeTables): string => (typeof tables === 'string' ? tables : tables.folder)

function roleReader(tables: WholeTables, catalog: Catalog): (title: string) => string | null {
  const aliases: AliasText[] = []
  readTable(tables, 'aliases', ([slug = '', text = '', weight]) => aliases.push({ slug, text, weight: Number(weight) })) // prettier-ignore
  const resolve = titleResolver(catalog.roles, aliases)
  return (title) => resolve(title)?.slug ?? null
}

/** The year that the first matching pattern finds in a name; two digits mean this century. */
function yearIn(name: string, ...patterns: RegExp[]): number | null {
  const found = patterns.map((pattern) => pattern.exec(name)?.[1]).find(Boolean)
  return found ? Number(found.length === 2 ? `20${found}` : found) : null
}

const unknownYear = (example: string): never =>
  fail('usage', { problem: `The name of the file does not tell its year: add --vintage, ${example}.` })

function movedMedian(lines: readonly string[], catalog: Catalog, year: number): string[] {
  const before = newestYear(catalog, ALL_OCCUPATIONS)
  const now = lines.find((line) => line.startsWith(`${ALL_OCCUPATIONS},`))?.split(',')[6]
  const median = before?.percentiles[2]
  if (!now || !before || !median) return []
  const percent = ((Number(now) / median - 1) * 100).toFixed(1)
  return [`The median of all work moves from $${median.toLocaleString('en-US')} (${quarterOf(before.year)}) to $${Number(now).toLocaleString('en-US')} (${quarterOf(year)}), ${percent} %.`] // prettier-ignore
}

/** Formats a range of dates as `January to March 2026`. */
function monthsOf({ first, last }: { first: string; last: string }): string {
  const month = (date: string) =>
    new Date(`${date.slice(0, 7)}-01T00:00:00Z`).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })
  if (!last) return ''
  const [from, to] = [first.slice(0, 4), last.slice(0, 4)]
  return `${month(first)}${from === to ? '' : ` ${from}`} to ${month(last)} ${to}`
}

const inWords = ({ skipped }: Reading): string =>
  skipped.length ? skipped.slice(0, 3).map(({ reason, rows }) => `${rows} ${reason}`).join('; ') : 'it has none' // prettier-ignore
