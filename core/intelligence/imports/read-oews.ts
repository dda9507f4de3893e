// Reads a file of BLS OEWS: national figures, those of metropolitan areas, or both.
import { first, last } from '../../kernel/must.ts'
import { ALL_OCCUPATIONS, newestYear, quarterOf, yearOf, type Catalog } from '../file/catalog.ts'
import { hasTable, readManifest, readRows } from '../file/csv.ts'
import { createLedger, type Ledger } from './ledger.ts'
import type { Row } from './layout.ts'
import { areaOf, readOews, type OewsReader } from './oews.ts'
import { folderOf, unknownYear, yearIn, type FileReader, type ReadOptions } from './read-file.ts'
import { areasOf } from './wages.ts'

/** The codes of the areas in the file, and of those with a row taken. */
interface Areas {
  read: Set<string>
  taken: Set<string>
}

export const readOewsFile: FileReader = async (rows, name, options) => {
  const { catalog, vintage } = options
  const year =
    vintage ?? yearIn(name, /M[_-]?(20\d\d)/i, /oe[sw]m(\d\d)/i) ?? unknownYear('2026 for May 2026')
  const left = loadedAlready(year, options)
  const book = createLedger()
  const areas = await takeRows(rows, book, { year, catalog, areas: areasOf(catalog), left })
  const ofNation = [...book.seen].filter((key) => !key.includes('|'))
  return {
    kind: 'oews',
    vintage: `May ${year}`,
    year,
    taken: book.lines.length,
    skipped: book.skippedRows(),
    text: book.lines.join(''),
    effects: [
      ...benchmarkEffects(ofNation, catalog, year),
      ...movedMedian(book.lines, catalog, year),
      ...metroEffects(book.lines.length - ofNation.length, areas, catalog, year),
    ],
  }
}

/** Takes the rows. Those of an area need their occupation's national row of the same May, before or after them. */
async function takeRows(rows: AsyncIterable<Row>, book: Ledger, reader: OewsReader): Promise<Areas> {
  const { catalog, year } = reader
  const areas: Areas = { read: new Set(), taken: new Set() }
  const isDated = (soc: string) => book.seen.has(soc) || (newestYear(catalog, soc)?.year ?? 0) >= year
  const takeArea = (cells: string[]) => {
    areas.taken.add(last(cells))
    book.take(`${cells[0]}|${cells.at(-1)}`, cells)
  }
  const early: string[][] = []
  for await (const row of rows) {
    const cells = readOews(row, reader)
    const area = areaOf(row)
    if (area) areas.read.add(area)
    if (typeof cells === 'string' || !area) book.take(row('OCC_CODE'), cells)
    else if (isDated(first(cells))) takeArea(cells)
    else early.push(cells)
  }
  for (const cells of early)
    if (isDated(first(cells))) takeArea(cells)
    else book.skip(`an area’s figure of May ${year}, of which the national file is to be imported first`)
  return areas
}

/**
 * The reasons that national or area figures of a year are skipped.
 * Throws when both are, or when that May is in the future.
 */
function loadedAlready(year: number, { tables, catalog, today }: ReadOptions): OewsReader['left'] {
  const newest = yearOf(catalog.benchmark)
  const shipped = yearOf(readManifest(folderOf(tables)).benchmark)
  const areas = hasTable(tables, 'metro') ? readRows(tables, 'metro', ([, , of]) => Number(of)) : []
  const metro = areas.reduce((newest, of) => Math.max(newest, of), catalog.cellsYear)
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
  const others = covered < occupations.length ? '; the others keep theirs' : ''
  return [`${covered} of ${occupations.length} occupations get May ${year} as their benchmark${others}.`]
}

function movedMedian(lines: readonly string[], catalog: Catalog, year: number): string[] {
  const before = newestYear(catalog, ALL_OCCUPATIONS)
  const now = lines.find((line) => line.startsWith(`${ALL_OCCUPATIONS},`))?.split(',')[6]
  const median = before?.percentiles[2]
  if (!now || !before || !median) return []
  const percent = ((Number(now) / median - 1) * 100).toFixed(1)
  const [old, moved] = [median, Number(now)].map((amount) => `$${amount.toLocaleString('en-US')}`)
  return [
    `The median of all work moves from ${old} (${quarterOf(before.year)}) to ${moved} (${quarterOf(year)}), ${percent} %.`,
  ]
}

/** What published area figures change, including the numbers of areas and cities without a match. */
function metroEffects(taken: number, areas: Areas, catalog: Catalog, year: number): string[] {
  if (taken === 0) return []
  const { cities } = catalog
  const known = areasOf(catalog)
  const without = cities.filter(({ area }) => !areas.taken.has(area))
  const strange = [...areas.read].filter((area) => !known.has(area)).length
  return [
    `${cities.length - without.length} of ${cities.length} cities get published percentiles of May ${year}, ${taken.toLocaleString('en-US')} in all; what the file does not have stays derived from the wage levels of the area.`,
    ...(without.length
      ? [`Without an area in the file: ${without.map(({ slug }) => slug).join(', ')}.`]
      : []),
    `${strange} areas of the file have no city here.`,
  ]
}
