// Reads and writes tables as workbooks of spreadsheet programs (.xlsx).
import { counted, several } from '../kernel/amounts.ts'
import { listIn, must } from '../kernel/narrow.ts'
import { messageOf, fail, isCrmError } from '../kernel/errors.ts'
import JSZip from 'jszip'
import { entriesOf, type Entry } from '../unpacking/archive.ts'
import { openMeter, SPREADSHEET } from '../unpacking/bounds.ts'
import {
  columnOf,
  isWorkbook,
  sheetsOf,
  type SheetReading,
  type SheetRow,
  linksOf,
  tabsOf,
} from '../unpacking/workbook.ts'
import { datesOf } from '../unpacking/workbook-dates.ts'
import { findHeaders, sheetBelow, unreadable, type Line, type Sheet, type Table } from './sheet.ts'

/** More rows than anybody maintains by hand. */
const MAX_ROWS = 100_000

/** Reads the sheet with the most known column names. Throws `unpacking_refused` if the file is damaged or too large. */
export async function readWorkbook(name: string, bytes: Buffer, table: Table): Promise<Sheet> {
  try {
    return await readSheets(await entriesOf(name, bytes, openMeter(name, bytes.length, SPREADSHEET)), table)
  } catch (error) {
    if (isCrmError(error)) throw error
    return fail('unpacking_refused', { name, reason: messageOf(error) }, { cause: error })
  }
}

async function readSheets(entries: readonly Entry[], table: Table): Promise<Sheet> {
  if (!isWorkbook(entries)) return unreadable('It is an archive without a workbook: unpack it first.')
  const sheets: { lines: Line[]; at: number; known: number; title: string; isHidden: boolean }[] = []
  const tabs = await tabsOf(entries)
  const merges = new Map<string, string[]>()
  const formulas = new Map<string, string>()
  const reading: SheetReading = {
    textOfNumber: await datesOf(entries),
    onLink: (sheet, cell, address) => void formulas.set(`${sheet} ${cell}`, address),
    onMerge(sheet, range) {
      const known = listIn(merges, sheet)
      if (known.length < MAX_MERGES) known.push(range)
    },
  }
  for (const sheet of sheetsOf(entries, reading)) {
    const links = await linksOf(entries, sheet.name)
    const linkOf = (cell: string) => links.get(cell) ?? formulas.get(`${sheet.name} ${cell}`)
    const lines = await linesOf(sheet.rows(), linkOf)
    if (lines === null) return unreadable(`It has more than ${counted(MAX_ROWS)} rows: split it.`)
    const filled = withMerges(lines, merges.get(sheet.name) ?? [])
    const { name, isHidden = false } = tabs.get(sheet.name) ?? {}
    const title = name ? `“${name}”` : String(sheets.length + 1)
    sheets.push({ lines: filled, ...findHeaders(filled, table), title, isHidden })
  }
  const filled = sheets.filter(({ lines }) => lines.length)
  // A hidden sheet counts only if no other has known columns.
  const weight = ({ known, isHidden }: (typeof sheets)[number]) => (isHidden ? known / 1000 : known)
  const [best] = filled.toSorted((a, b) => weight(b) - weight(a))
  if (!best) return unreadable('The file is empty.')
  if (!best.known)
    return unreadable(`There is no header row: no row names the columns, at least ${table.neededColumns}.`)
  const read = sheetBelow(best.lines, best.at, must(best.lines[best.at]).cells, table)
  const others = filled
    .filter((sheet) => sheet !== best)
    .map((sheet) => `Sheet ${sheet.title}, with ${several(sheet.lines.length, 'row')}, was not read.`)
  return { ...read, notes: [...read.notes, ...others] }
}

/** Maximum merged ranges per sheet. People merge by hand, so a file with more is an attack. */
const MAX_MERGES = 10_000
const MAX_MERGED_ROWS = 1_000

/** Cells that are merged downwards have the value of the first one. */
function withMerges(lines: Line[], ranges: readonly string[]): Line[] {
  if (!ranges.length) return lines
  const byLine = new Map(lines.map(({ line, ...rest }) => [line, { ...rest, line, cells: [...rest.cells] }]))
  for (const range of ranges) {
    const [, letter = '', from, to] = /^([A-Z]{1,3})(\d+):[A-Z]{1,3}(\d+)$/.exec(range) ?? []
    const [at, first] = [columnOf(letter) ?? 0, Number(from)]
    const value = byLine.get(first)?.cells[at]
    if (!value) continue
    for (let line = first + 1; line <= Math.min(Number(to), first + MAX_MERGED_ROWS); line += 1) {
      const cells = byLine.get(line)?.cells
      while (cells && cells.length < at) cells.push('')
      if (cells) cells[at] ||= value
    }
  }
  return [...byLine.values()]
}

/** The non-empty rows; null if there are too many. */
async function linesOf(rows: AsyncIterable<SheetRow>, linkOf: (cell: string) => string | undefined) {
  const lines: Line[] = []
  for await (const { line, cells: row } of rows) {
    const cells = Array.from(row, (cell: string | undefined) => cell ?? '')
    const links = cells.map((cell, column) => (cell === '' ? undefined : linkOf(`${letters(column)}${line}`)))
    if (cells.some((cell) => cell.trim() !== '')) lines.push({ line, cells, links })
    if (lines.length > MAX_ROWS) return null
  }
  return lines
}

/** Maximum characters per cell. A longer value continues in more columns. */
const MAX_CELL = 32_767

export async function writeWorkbook(columns: readonly string[], rows: readonly (readonly string[])[]) {
  const pieces = rows.map((row) => row.map(piecesOf))
  const parts = columns.map((_, at) => pieces.reduce((most, row) => Math.max(most, must(row[at]).length), 1))
  const spread = <T>(part: (at: number, part: number) => T) =>
    parts.flatMap((count, at) => Array.from({ length: count }, (_, each) => part(at, each)))
  const headers = spread((at, part) => (part ? `${columns[at]} (${part + 1})` : must(columns[at])))
  const cells = pieces.map((row) => spread((at, part) => must(row[at])[part] ?? ''))
  const zip = new JSZip()
  for (const [name, xml] of Object.entries(filesOf(headers, cells)))
    // As bytes, because the library breaks characters when it splits strings.
    zip.file(name, Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`))
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}

/** Splits a value into pieces that fit into cells, never within a character. */
function piecesOf(value: string): string[] {
  const pieces: string[] = []
  for (let from = 0; from < value.length || !pieces.length;) {
    const end = from + MAX_CELL
    const cut = /[\uD800-\uDBFF]/.test(value[end - 1] ?? '') ? end - 1 : end
    pieces.push(value.slice(from, cut))
    from = cut
  }
  return pieces
}

const OFFICE = 'http://schemas.openxmlformats.org'
const MAIN = `xmlns="${OFFICE}/spreadsheetml/2006/main"`
const PACKAGE = `${OFFICE}/package/2006`
const LINK = `${OFFICE}/officeDocument/2006/relationships`
const OFFICE_SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const filesOf = (headers: readonly string[], rows: readonly (readonly string[])[]) => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${OFFICE_SHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${OFFICE_SHEET}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${OFFICE_SHEET}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${LINK}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${LINK}"><sheets><sheet name="crm" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${LINK}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${LINK}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet ${MAIN}><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
  'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="${headers.length}" width="20" customWidth="1"/></cols><sheetData>${[headers, ...rows].map(rowXml).join('')}</sheetData></worksheet>`,
})

const rowXml = (cells: readonly string[], at: number): string =>
  `<row r="${at + 1}" ht="15" customHeight="1">${cells.map((cell, column) => cellXml(cell, column, at)).join('')}</row>`

const cellXml = (text: string, column: number, row: number): string =>
  text === ''
    ? ''
    : `<c r="${letters(column)}${row + 1}"${row ? '' : ' s="1"'} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** 0 is A, 26 is AA. */
const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for XML. Forbidden characters, and text that looks like their escape, are written as spreadsheets do. */
const escaped = (text: string): string =>
  text
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(
      /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(/[&<>"]/g, (sign) => must(ENTITIES[sign]))
