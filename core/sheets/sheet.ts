// A table of records as people keep them: rows of named cells, whatever the format of the file.

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
  readonly least: string
  /** The lists of a JSON file that may hold the rows; the first is ours. */
  readonly lists: readonly string[]
  readonly telling: readonly Field[]
  readonly fields: readonly Field[]
  /** The field of a column header; null for an unknown one. */
  fieldOf(header: string): Field | null
}

export const unreadable = (problem: string): Sheet => ({ rows: [], columns: [], notes: [], problem })

export interface Line {
  readonly line: number
  readonly cells: readonly string[]
  readonly links?: readonly (string | undefined)[]
  /** Cells without a column of their own. */
  readonly extra?: readonly (readonly [column: string, value: string])[]
}

const PREAMBLE_LINES = 30

/** The row with the most known column names, among the first; `known` is how many of them. */
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
    rows: lines.slice(at + 1).map((line) => toRow(table ? linked(line, columns, table) : line, columns)),
    columns: columns.filter((column) => !continued(column, columns)),
    notes: lines
      .slice(0, at)
      .map(
        ({ line, cells }) =>
          `Line ${line}, before the headers, was passed over: ${shorten(cells.join(' ').trim())}`,
      ),
    problem: null,
  }
}

/**
 * In place of the text in a column of links, else in the row's own column of links for the role, else beside the
 * text.
 */
function linked(line: Line, columns: readonly string[], table: Table): Line {
  if (!line.links?.some((link) => link !== undefined)) return line
  const fields = columns.map((column) => table.fieldOf(column))
  const isLink = (field: string | null | undefined) => field === 'url' || field === 'linkedinUrl'
  const place = fields.findIndex(isLink)
  const cells = line.cells.map((cell, at) => {
    const link = line.links?.[at]
    if (link === undefined || link === cell) return cell
    if (isLink(fields[at])) return link
    return fields[at] === 'notes' || fields[at] === null ? `${cell} (${link})` : cell
  })
  const beside = line.links.flatMap((link, at) =>
    link !== undefined && fields[at] !== 'notes' && fields[at] !== null && !isLink(fields[at])
      ? [{ link, field: fields[at] }]
      : [],
  )
  const own = beside.find(({ field }) => field === 'role') ?? (beside.length === 1 ? beside[0] : undefined)
  const isFree = place < 0 || (cells[place] ?? '') === ''
  return {
    ...line,
    cells,
    extra: beside.map(
      ({ link, field }) => [isFree && own?.link === link ? 'Link' : `Link of ${field}`, link] as const,
    ),
  }
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

function toRow({ line, cells, extra = [] }: Line, columns: readonly string[]): Row {
  const beyond = cells.slice(columns.length).some((cell) => cell !== '')
  const problem = beyond ? `The row has ${cells.length} values for ${columns.length} columns.` : null
  const named = cells.map((cell, at) => [columns[at] || `Column ${at + 1}`, cell] as const)
  return {
    line,
    cells: joined([...named.filter(([, value]) => value !== ''), ...extra], columns),
    problem,
  }
}

/** The base of a column that continues another one: `notes` for `notes (2)`. */
function continued(column: string, columns: readonly string[]): string | undefined {
  const base = /^(.+) \([2-9]\)$/.exec(column)?.[1]
  return base !== undefined && columns.includes(base) ? base : undefined
}

/** A value that a cell of a workbook cannot hold continues in columns of its own; here it is one again. */
function joined(cells: Row['cells'], columns: readonly string[]): Row['cells'] {
  if (!columns.some((column) => continued(column, columns))) return cells
  const whole: [string, string | readonly string[]][] = []
  for (const [column, value] of cells) {
    const base = continued(column, columns)
    const before = whole.find(([name]) => name === base)
    if (before) before[1] = `${String(before[1])}${String(value)}`
    else whole.push([column, value])
  }
  return whole
}
