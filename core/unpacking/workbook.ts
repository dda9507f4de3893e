// Reads the rows of a workbook's sheets (.xlsx): zipped XML files, read with a streaming XML parser.
import type { Handler } from 'htmlparser2'
import type { Entry } from './archive.ts'
import { decoded } from './decoded.ts'
import { localName, readXml, xmlParser } from './markup.ts'

export const isWorkbook = (entries: readonly Entry[]): boolean =>
  entries.some(({ name }) => name === 'xl/workbook.xml')

export interface SheetReading {
  /** Returns the text for a number in a cell of this style; null keeps the number. */
  textOfNumber(value: string, style: number): string | null
  /** Called with the address in a cell of `HYPERLINK()`, and the cell's reference such as `B7`. */
  onLink(sheet: string, cell: string, address: string): void
  /** Called with the range of merged cells, such as `A2:A5`. */
  onMerge(sheet: string, range: string): void
}

/** A row of a sheet. Its line counts from 1, and includes rows that the file omits. An empty cell is ''. */
export interface SheetRow {
  line: number
  cells: string[]
}

export function sheetsOf(entries: readonly Entry[], reading: Partial<SheetReading> = {}) {
  const strings = entries.find(({ name }) => name === 'xl/sharedStrings.xml')
  let shared: Promise<string[]> | undefined
  const sharedOnce = () => (shared ??= strings ? sharedStrings(strings) : Promise.resolve([]))
  const number = (name: string) => Number(/(\d+)\.xml$/.exec(name)?.[1])
  return entries
    .filter(({ name }) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
    .sort((a, b) => number(a.name) - number(b.name))
    .map((sheet) => ({ name: sheet.name, rows: () => rowsOf(sheet, sharedOnce, reading) }))
}

/** Maximum characters of all shared strings. They are kept in memory. */
const MAX_SHARED_CHARACTERS = 500_000_000
/** Maximum characters in a cell; Excel allows 32,767. */
const MAX_CELL_CHARACTERS = 100_000
/** Columns after this one are ignored: no published table is so wide. */
const MAX_COLUMNS = 1_000
/** The rows that Excel allows. */
const MAX_ROWS = 1_048_576

async function sharedStrings(entry: Entry): Promise<string[]> {
  const texts: string[] = []
  let length = 0
  const reader = textReader()
  await readXml(entry, {
    onopentagname: reader.open,
    ontext: reader.add,
    onclosetag(name) {
      reader.close(name)
      if (localName(name) !== 'si') return
      const text = reader.take()
      length += text.length
      if (length > MAX_SHARED_CHARACTERS) throw new Error('its workbook holds too much text')
      texts.push(text)
    },
  })
  return texts
}

async function* rowsOf(
  sheet: Entry,
  sharedOnce: () => Promise<string[]>,
  reading: Partial<SheetReading>,
): AsyncGenerator<SheetRow> {
  const rows: SheetRow[] = []
  const parser = xmlParser(rowReader(sheet.name, await sharedOnce(), reading, (row) => rows.push(row)))
  for await (const text of decoded(sheet.pieces())) {
    parser.write(text)
    yield* rows.splice(0)
  }
  parser.end()
  yield* rows
}

function rowReader(
  sheet: string,
  shared: readonly string[],
  { textOfNumber: styled, onLink, onMerge }: Partial<SheetReading>,
  take: (row: SheetRow) => void,
): Partial<Handler> {
  const reader = textReader()
  let tag = ''
  let cells: string[] = []
  let [column, line] = [-1, 0]
  let [type, style, cell, formula] = ['', 0, '', '']
  return {
    ontext(data) {
      if (tag === 'f' && formula.length < 4_000) formula += data
      reader.add(data)
    },
    onopentagname(name) {
      reader.open(name)
      tag = localName(name)
      if (tag === 'row') [cells, column, line] = [[], -1, line + 1]
      // A cell without a reference (`r`) follows the previous one.
      if (tag === 'c') [type, style, column, formula] = ['', 0, column + 1, '']
    },
    onattribute(name, value) {
      if (tag === 'row' && name === 'r' && Number(value) <= MAX_ROWS) line = Math.max(line, Number(value))
      if (tag === 'mergeCell' && name === 'ref') onMerge?.(sheet, value)
      if (tag !== 'c') return
      if (name === 'r') [column, cell] = [columnOf(value) ?? column, value]
      if (name === 't') type = value
      if (name === 's') style = Number(value)
    },
    onclosetag(name) {
      reader.close(name)
      const closed = localName(name)
      if (closed === 'f') tag = ''
      if (closed === 'row') take({ line, cells })
      if (closed !== 'c') return
      const text = reader.take()
      const address = /^=?HYPERLINK\(\s*"((?:[^"]|"")*)"/i.exec(formula)?.[1]
      if (address !== undefined) onLink?.(sheet, cell, address.replaceAll('""', '"'))
      if (column >= MAX_COLUMNS) return
      while (cells.length < column) cells.push('')
      const isNumber = type === '' || type === 'n'
      if (type === 's') cells[column] = shared[Number(text)] ?? ''
      else if (type === 'b') cells[column] = text === '1' ? 'TRUE' : 'FALSE'
      else cells[column] = isNumber ? (styled?.(text, style) ?? plainNumber(text)) : text
    },
  }
}

/** Files have more digits than the 15 that programs show, and exponents: `29.990000000000002`, `1.2E5`. */
export const plainNumber = (text: string): string =>
  /E|\..{10}/i.test(text) ? String(Number(Number(text).toPrecision(15))) : text

/** Collects the text of values (`v`) and strings (`t`), without phonetic hints (`rPh`). */
function textReader() {
  let text = ''
  let isText = false
  let isHint = false
  const enter = (isInside: boolean) => (name: string) => {
    const local = localName(name)
    if (local === 'v' || local === 't') isText = isInside
    if (local === 'rPh') isHint = isInside
  }
  return {
    open: enter(true),
    close: enter(false),
    add(data: string) {
      if (!isText || isHint) return
      text += data
      if (text.length > MAX_CELL_CHARACTERS)
        throw new Error('its workbook has a cell that is no cell of a table')
    },
    take() {
      const taken = text
      text = ''
      // Spreadsheet programs write characters that XML does not allow as `_x0007_`.
      return taken.includes('_x')
        ? taken.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
        : taken
    },
  }
}

export function columnOf(cell: string): number | undefined {
  const [letters] = /^[A-Z]+/.exec(cell) ?? []
  if (!letters) return undefined
  let column = 0
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64
  return column - 1
}

// The addresses of linked cells, and the names of sheets. One file has their ids, and another file says what the ids mean.

const MAX_LINKS = 100_000

const entryNamed = (entries: readonly Entry[], name: string): Entry | undefined =>
  entries.find((entry) => entry.name === name)

/** What the ids in a file mean: addresses, or other files. */
async function targetsOf(entries: readonly Entry[], file: string, mode: 'External' | undefined) {
  const targets = new Map<string, string>()
  await readXml(entryNamed(entries, file.replace(/([^/]+)$/, '_rels/$1.rels')), {
    onopentag(name, { Id = '', Target = '', TargetMode }) {
      if (localName(name) === 'Relationship' && (TargetMode === 'External') === (mode === 'External'))
        targets.set(Id, Target)
    },
  })
  return targets
}

const WORKBOOK = 'xl/workbook.xml'

/** The name of each sheet by its file, and whether it is hidden. */
export async function tabsOf(entries: readonly Entry[]) {
  const files = await targetsOf(entries, WORKBOOK, undefined)
  const tabs = new Map<string, { name: string; isHidden: boolean }>()
  await readXml(entryNamed(entries, WORKBOOK), {
    onopentag(tag, { name = '', state = '', 'r:id': id = '' }) {
      const file = localName(tag) === 'sheet' ? files.get(id) : undefined
      if (file === undefined) return
      const path = file.startsWith('/') ? file.slice(1) : `xl/${file}`
      tabs.set(path, { name, isHidden: /hidden/i.test(state) })
    },
  })
  return tabs
}

/** The address of each linked cell, keyed by a reference such as `B7`. */
export async function linksOf(entries: readonly Entry[], sheet: string): Promise<Map<string, string>> {
  const targets = await targetsOf(entries, sheet, 'External')
  const links = new Map<string, string>()
  if (!targets.size) return links
  await readXml(entryNamed(entries, sheet), {
    onopentag(name, { 'r:id': relation, id, ref = '' }) {
      const address = localName(name) === 'hyperlink' ? targets.get(relation ?? id ?? '') : undefined
      // A link over several cells counts for the first one.
      if (address !== undefined && links.size < MAX_LINKS) links.set(ref.replace(/:.*$/, ''), address)
    },
  })
  return links
}
