// A table of records: rows of named cells, whatever the format of the file.

export interface Row {
  /** The row's first line in the file, or the number of the JSON entry, from 1. */
  readonly line: number
  /** Column name and value, in file order; empty cells are omitted. A name can repeat. */
  readonly cells: readonly (readonly [column: string, value: string | readonly string[]])[]
  readonly problem: string | null
}

export interface Sheet {
  readonly rows: readonly Row[]
  readonly columns: readonly string[]
  readonly notes: readonly string[]
  readonly problem: string | null
}

export interface Table<Field extends string = string> {
  readonly noun: string
  readonly neededColumns: string
  /** Keys in JSON files that may have the list of rows. The first is that of our own export. */
  readonly lists: readonly string[]
  /** A JSON object with one of these fields is a row, not a file with lists. */
  readonly rowMarkers: readonly Field[]
  readonly fields: readonly Field[]
  /** Columns of our own export that crm computes. Imports ignore them. */
  readonly derived: readonly Field[]
  fieldOf(header: string): Field | null
}

/** The names of the columns in which rows have cells, in order. */
export const columnsIn = (rows: readonly Pick<Row, 'cells'>[]): string[] => [
  ...new Set(rows.flatMap(({ cells }) => cells.map(([column]) => column))),
]

export const unreadable = (problem: string): Sheet => ({ rows: [], columns: [], notes: [], problem })

export interface Line {
  readonly line: number
  readonly cells: readonly string[]
  readonly links?: readonly (string | undefined)[]
}

const PREAMBLE_LINES = 30

/** The row of headers: of the first lines, the one with the most known column names. `known` is how many. */
export function findHeaders(lines: readonly Line[], table: Table): { at: number; known: number } {
  const known = lines
    .slice(0, PREAMBLE_LINES)
    .map(
      ({ cells }) => new Set(cells.map((cell) => table.fieldOf(cell)).filter((field) => field !== null)).size,
    )
  const max = Math.max(0, ...known)
  return { at: known.indexOf(max), known: max }
}

/** The rows below the headers. Only workbooks give a `table`: their cells have links, and no delimiter can shift a row. */
export function sheetBelow(lines: readonly Line[], at: number, headers: readonly string[], table?: Table) {
  const columns = headers.map((each) => each.trim())
  const below = lines.slice(at + 1)
  const lengths = below.map(({ cells }) => cells.length).sort((one, other) => one - other)
  const usual = lengths[Math.floor((lengths.length - 1) / 2)] ?? 0
  const most = table ? Infinity : Math.max(columns.length, usual)
  return {
    rows: below.map((line) => ({
      line: line.line,
      cells: cellsIn(line, columns, table),
      problem: shiftProblem(line, columns.length, most),
    })),
    columns: columns.filter((column) => !continuedColumn(column, columns)),
    notes: lines.slice(0, at).map(passedOver),
    problem: null,
  }
}

const passedOver = ({ line, cells }: Line): string =>
  `Line ${line}, before the headers, was passed over: ${shorten(cells.join(' ').trim())}`

type Cell = Row['cells'][number]

/**
 * Keeps the links behind cells. In a column of links, the link replaces the text. In notes and unknown columns, it follows in
 * parentheses. Otherwise it gets a column of its own.
 */
export function withLinks(given: readonly (readonly [...Cell, link?: string | undefined])[], table: Table) {
  const isLink = (field: string | null) => field === 'url' || field === 'linkedinUrl'
  const beside: { link: string; field: string }[] = []
  const cells = given.map(([column, value, link]): Cell => {
    const field = table.fieldOf(column)
    if (link === undefined || link === value) return [column, value]
    if (isLink(field)) return [column, link]
    if (field === 'notes' || field === null) return [column, `${String(value)} (${link})`]
    beside.push({ link, field })
    return [column, value]
  })
  const own = beside.find(({ field }) => field === 'role') ?? (beside.length === 1 ? beside[0] : undefined)
  const isFree = !cells.some(([column, value]) => isLink(table.fieldOf(column)) && value !== '')
  const links = beside.map((each): Cell => [
    isFree && own === each ? 'Link' : `Link of ${each.field}`,
    each.link,
  ])
  return [...cells, ...links]
}

export const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

/** Why a row is too long, or null. A CSV row longer than most is shifted by a delimiter in a value, even if its last cells are empty. */
function shiftProblem({ cells }: Line, columns: number, most: number): string | null {
  const isShifted = cells.length > most || cells.slice(columns).some((cell) => cell !== '')
  const advice = most === Infinity ? '' : ' A value with the delimiter in it needs quotation marks.'
  return isShifted ? `The row has ${cells.length} values for ${columns} columns.${advice}` : null
}

function cellsIn({ cells, links }: Line, columns: readonly string[], table?: Table): readonly Cell[] {
  const named = cells.map((cell, at) => [columns[at] || `Column ${at + 1}`, cell, links?.[at]] as const)
  const filled = named.filter(([, value, link]) => value !== '' || link !== undefined)
  const shown = table ? withLinks(filled, table) : filled.map(([column, value]): Cell => [column, value])
  return rejoinCells(shown, columns)
}

/** The column that this one continues: `notes` for `notes (2)`. */
function continuedColumn(column: string, columns: readonly string[]): string | undefined {
  const base = /^(.+) \([2-9]\)$/.exec(column)?.[1]
  return base !== undefined && columns.includes(base) ? base : undefined
}

/** Joins values that were split into several columns, because a workbook limits the length of a cell. */
function rejoinCells(cells: Row['cells'], columns: readonly string[]): Row['cells'] {
  if (!columns.some((column) => continuedColumn(column, columns))) return cells
  const whole: [string, string | readonly string[]][] = []
  for (const [column, value] of cells) {
    const base = continuedColumn(column, columns)
    const before = whole.find(([name]) => name === base)
    if (before) before[1] = `${String(before[1])}${String(value)}`
    else whole.push([column, value])
  }
  return whole
}
