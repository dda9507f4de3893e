// Reads and checks a whole downloaded file before anything changes.
import { systemCodeOf, fail } from '../../kernel/errors.ts'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readLayout, figureOf, HOURS_A_YEAR, type Row, socResolver, type SocResolver } from './layout.ts'
import { type FileReader, type ReadOptions, areasOf, createLedger, unknownYear, yearIn } from './read-file.ts'
import { readFilingsFile } from './filings.ts'
import { readOewsFile } from './oews.ts'
import type { ImportKind, FileData } from './import-note.ts'
import { must } from '../../kernel/narrow.ts'
import { readManifest } from '../file/csv.ts'
import { lognormalOf } from '../estimates/percentiles.ts'
import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { entriesOf, isArchive, type Entry, gunzipped, isGzip } from '../../unpacking/archive.ts'
import { openMeter, PUBLISHED, type Meter } from '../../unpacking/bounds.ts'
import { decoded } from '../../unpacking/decoded.ts'
import { isWorkbook, sheetsOf, type SheetRow } from '../../unpacking/workbook.ts'

interface RawTable {
  name: string
  rows(): AsyncIterable<string[]>
}

const READABLE_NAME = /\.(?:xlsx|csv|tsv|txt|zip|gz)$/i

/** The tables of a file, including nested archives. Throws `unpacking_refused`, or an Error with a message for users. */
export async function tablesIn(
  name: string,
  bytes: Buffer,
  meter: Meter = openMeter(name, bytes.length, PUBLISHED),
): Promise<RawTable[]> {
  if (isArchive(bytes)) return inArchive(name, await entriesOf(name, bytes, meter), meter)
  if (isGzip(bytes)) return tablesIn(name.replace(/\.gz$/i, ''), await gunzipped(name, bytes, meter), meter)
  if (bytes.subarray(0, 8).equals(OLD_WORKBOOK))
    throw new Error(
      'it is a workbook of the old kind (.xls), or one with a password: save it as .xlsx or .csv',
    )
  return [{ name, rows: () => delimited(piecesOf(bytes)) }]
}

const OLD_WORKBOOK = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

async function inArchive(name: string, entries: readonly Entry[], meter: Meter): Promise<RawTable[]> {
  if (isWorkbook(entries))
    return sheetsOf(entries).map((sheet) => ({ name, rows: () => cellsOf(sheet.rows()) }))
  const tables: RawTable[] = []
  for (const entry of entries) {
    if (!READABLE_NAME.test(entry.name) || /(?:^|\/)[._~]/.test(entry.name)) continue
    const path = `${name}/${entry.name}`
    if (/\.(?:xlsx|zip|gz)$/i.test(entry.name))
      tables.push(...(await tablesIn(path, await entry.bytes(), meter)))
    else tables.push({ name: path, rows: () => delimited(entry.pieces()) })
  }
  return tables
}

async function* cellsOf(rows: AsyncIterable<SheetRow>): AsyncGenerator<string[]> {
  for await (const { cells } of rows) yield cells
}

const PIECE_BYTES = 1 << 16

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

const MAX_LINE_CHARACTERS = 1_000_000

async function* delimited(pieces: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const texts = decoded(pieces)
  const first = await texts.next()
  const start = first.done ? '' : first.value
  if (/^\s*<(?:!doctype|html)/i.test(start.slice(0, 200)))
    throw new Error('it is a web page, not data: the download did not work')
  if (start.includes('\0')) return
  const parser = parse({
    delimiter: delimiterIn(start),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_CHARACTERS,
  })
  const whole = async function* () {
    yield start
    yield* texts
  }
  // Errors of both streams surface where the rows are read.
  pipeline(Readable.from(whole()), parser, () => undefined)
  const lines: AsyncIterable<string[]> = parser // Without columns, a row is a list of texts.
  yield* lines
}

function delimiterIn(start: string): string {
  const line =
    start
      .slice(0, 5_000)
      .split('\n')
      .find((candidate) => /[,\t|;]/.test(candidate)) ?? ''
  const [delimiter = ','] = [',', '\t', '|', ';'].sort((a, b) => line.split(b).length - line.split(a).length)
  return delimiter
}

/** OFLC mixes hourly and yearly wages in one column. Values below this are hourly. */
const MIN_YEARLY_WAGE = 1_000

/** A row in the stored columns, or why it is skipped. The last cell, the number of areas with these figures, is filled in later. */
function readWage(row: Row, areas: ReadonlyMap<string, string>, resolve: SocResolver): string[] | string {
  const area = row('AREA')
  if (!areas.has(area)) return 'an area without a city of the catalogue'
  const soc = resolve(row('SOCCODE', 'SOC_CODE'))
  if (!soc) return 'an occupation the catalogue does not have'
  const [l1, l3, l4] = ['LEVEL1', 'LEVEL3', 'LEVEL4'].map((name) => yearlyWage(figureOf(row(name))))
  if (!l1 || !l3 || !l4) return 'no wage released'
  if (l1 === l4 || !lognormalOf(l3, l1)) return 'levels from which no percentiles follow'
  return [soc, area, String(Math.round(l3)), String(Math.round(l1)), '']
}

const yearlyWage = (wage: number | null): number | null =>
  wage === null ? null : wage < MIN_YEARLY_WAGE ? wage * HOURS_A_YEAR : wage

/** Areas with pooled figures have the same key: the occupation and all four levels. */
const poolKey = (row: Row): string =>
  ['SOCCODE', 'LEVEL1', 'LEVEL2', 'LEVEL3', 'LEVEL4']
    .map((name) => row(name, name.replace('SOCCODE', 'SOC_CODE')))
    .join('|')

const readWagesFile: FileReader = async (rows, name, { tables, catalog, vintage, today }) => {
  const from =
    vintage ?? yearIn(name, /(20\d\d)[-_]\d\d(?!\d)/) ?? unknownYear('2026 for July 2026 to June 2027')
  // The file appears in July and uses the survey of May of the year before.
  const year = from - 1
  if (from > Number(today.slice(0, 4)))
    throw new Error(`its wages apply from July ${from}, which is in the future`)
  if (year <= readManifest(tables.folder).cells_year || year < catalog.cellsYear)
    throw new Error(`its wages are of May ${year}, and May ${catalog.cellsYear} is loaded already`)
  const [areas, resolve, ledger] = [areasOf(catalog), socResolver(catalog), createLedger()]
  // The number of areas that share figures is known only at the end, and is appended to each line there.
  const sharing = new Map<string, number>()
  const figures: string[] = []
  for await (const row of rows) {
    const shared = poolKey(row)
    sharing.set(shared, (sharing.get(shared) ?? 0) + 1)
    const cells = readWage(row, areas, resolve)
    if (ledger.take(`${cells[0]}|${cells[1]}`, cells)) figures.push(shared)
  }
  const lines = ledger.lines.map((line, at) => `${line.trimEnd()}${sharing.get(must(figures[at]))}\n`)
  return {
    kind: 'oflc_wages',
    vintage: `July ${from} to June ${from + 1}`,
    year,
    ...ledger.outcome(lines),
    effects: [
      `${lines.length} cells of occupations in cities become those of May ${year}; the others are moved there by the growth of their occupation.`,
    ],
  }
}

export type ReadFile = Awaited<ReturnType<typeof readImport>>

/** Reads a file. Throws `import_refused` with a readable message when it cannot be loaded. */
export async function readImport(path: string, options: ReadOptions) {
  const file = basename(path)
  const refuse = (problem: string, hint?: string): never =>
    fail('import_refused', { file, problem }, hint ? { hint } : {})
  const bytes = bytesOf(path)
  const sha256 = hash('sha256', bytes, 'hex')
  try {
    const reading = await readTables(file, await tablesIn(file, bytes), options)
    if (!reading) return refuse('none of its tables has the columns of a supported file', KNOWN_FILES)
    if (reading.taken === 0) return refuse(`none of its rows can be used: ${inWords(reading)}`)
    return { ...reading, file, sha256 }
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) return refuse(error.message)
    if (systemCodeOf(error)?.startsWith('Z_')) return refuse('the archive is damaged')
    if (systemCodeOf(error)?.startsWith('CSV_'))
      return refuse('it is no table: its quotes or its lines do not end')
    throw error
  }
}

const KNOWN_FILES =
  'Give it OEWS of the nation or of metropolitan areas (oesm26nat.zip, oesm26ma.zip), OFLC wages (OFLC_Wages_2026-27.zip) or an LCA disclosure file.'

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = systemCodeOf(error)
    const why: Readonly<Record<string, string>> = {
      ENOENT: 'there is no such file',
      EACCES: 'you may not read it',
      EISDIR: 'it is a folder',
    }
    return fail('usage', { problem: `${path}: ${why[code ?? ''] ?? 'it cannot be read'}.` })
  }
}

/** The first table of a known kind with usable rows, else the one with the most skipped rows. Other tables are ignored. */
async function readTables(file: string, tables: RawTable[], options: ReadOptions): Promise<FileData | null> {
  // An OFLC archive has two wage files. The one for all employers (ALC) comes before the one for universities (EDC).
  const ordered = [...tables].sort((a, b) => Number(/EDC/i.test(a.name)) - Number(/EDC/i.test(b.name)))
  let empty: FileData | null = null
  for (const table of ordered) {
    const found = await readLayout(table.rows(), options.tell)
    if (!found) continue
    const reading = await READERS[found.kind](found.rows, `${file}/${table.name}`, options)
    if (reading.taken > 0) return reading
    if (!empty || skippedCount(reading) > skippedCount(empty)) empty = reading
  }
  return empty
}

const skippedCount = ({ skipped }: FileData): number => skipped.reduce((sum, { rows }) => sum + rows, 0)

const READERS: Record<ImportKind, FileReader> = {
  oews: readOewsFile,
  oflc_wages: readWagesFile,
  lca: readFilingsFile,
}

const inWords = ({ skipped }: FileData): string =>
  skipped
    .slice(0, 3)
    .map(({ reason, rows }) => `${rows} ${reason}`)
    .join('; ') || 'it has none'
