// A table of records: rows of named cells, independent of the file's format.

export interface Row {
  /** The row's first line in the file, or the number of the JSON entry. Counts from 1. */
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
  readonly least: string
  /** Names of lists in a JSON file that may hold the rows. The first is ours. */
  readonly lists: readonly string[]
  readonly telling: readonly Field[]
  readonly fields: readonly Field[]
  /** Computed columns of our own export, which imports ignore. */
  readonly derived: readonly Field[]
  fieldOf(header: string): Field | null
}

export const unreadable = (problem: string): Sheet => ({ rows: [], columns: [], notes: [], problem })

export interface Line {
  readonly line: number
  readonly cells: readonly string[]
  readonly links?: readonly (string | undefined)[]
}

const PREAMBLE_LINES = 30

/** The header row: among the first lines, the one with the most known column names. `known` is their number. */
export function findHeaders(lines: readonly Line[], table: Table): { at: number; known: number } {
  const known = lines
    .slice(0, PREAMBLE_LINES)
    .map(
      ({ cells }) => new Set(cells.map((cell) => table.fieldOf(cell)).filter((field) => field !== null)).size,
    )
  const max = Math.max(0, ...known)
  return { at: known.indexOf(max), known: max }
}

export function sheetBelow(
  lines: readonly Line[],
  at: number,
  headers: readonly string[],
  table?: Table,
): Sheet {
  const columns = headers.map((each) => each.trim())
  return {
    rows: lines.slice(at + 1).map((line) => toRow(line, columns, table)),
    columns: columns.filter((column) => !continuedColumn(column, columns)),
    notes: lines
      .slice(0, at)
      .map(
        ({ line, cells }) =>
          `Line ${line}, before the headers, was passed over: ${shorten(cells.join(' ').trim())}`,
      ),
    problem: null,
  }
}

type Cell = Row['cells'][number]

/**
 * Keeps the address behind each cell: in place of the text in a column of links, in parentheses in notes and unknown columns,
 * else in a column of its own.
 */
export function withLinks(
  given: readonly (readonly [...Cell, link?: string | undefined])[],
  table: Table,
): readonly Cell[] {
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

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

function toRow({ line, cells, links }: Line, columns: readonly string[], table?: Table): Row {
  const beyond = cells.slice(columns.length).some((cell) => cell !== '')
  const problem = beyond ? `The row has ${cells.length} values for ${columns.length} columns.` : null
  const named = cells.map((cell, at) => [columns[at] || `Column ${at + 1}`, cell, links?.[at]] as const)
  const filled = named.filter(([, value, link]) => value !== '' || link !== undefined)
  return {
    line,
    cells: rejoinCells(
      table ? withLinks(filled, table) : filled.map(([column, value]) => [column, value]),
      columns,
    ),
    problem,
  }
}

/** The column that this one continues: `notes` for `notes (2)`. */
function continuedColumn(column: string, columns: readonly string[]): string | undefined {
  const base = /^(.+) \([2-9]\)$/.exec(column)?.[1]
  return base !== undefined && columns.includes(base) ? base : undefined
}

/** Rejoins values that were split over several columns, because a workbook cell has a maximum length. */
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
