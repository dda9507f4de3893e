// Detects the kind of a published file from its columns, and reads its rows by column name.
import judgements from '../../../sql/data/pay/judgements.json' with { type: 'json' }
import type { Catalog } from '../file/catalog.ts'
import { KINDS_OF_IMPORT, type ImportKind } from './import-note.ts'

/** A row as a function: the trimmed cell of the first of these columns that exists, or '' if none does. */
export type Row = (...names: string[]) => string

/** Columns that identify each kind; each may have alternative names. */
const KIND_COLUMNS: Record<ImportKind, readonly (readonly string[])[]> = {
  oews: [['OCC_CODE'], ['A_MEAN'], ['A_MEDIAN'], ['A_PCT10'], ['TOT_EMP']],
  oflc_wages: [['AREA'], ['SOCCODE', 'SOC_CODE'], ['LEVEL1'], ['LEVEL3'], ['LEVEL4']],
  lca: [['CASE_NUMBER'], ['CASE_STATUS'], ['SOC_CODE'], ['WAGE_RATE_OF_PAY_FROM', 'WAGE_RATE_OF_PAY_FROM_1']],
}

/** Hours of full-time work in a year, as BLS and OFLC convert hourly to yearly pay. */
export const HOURS_A_YEAR = 2080

/** The header is within this many rows: titles and notes may precede it. */
const HEADER_WITHIN = 30

/** Normalises column names for comparison: `Wage Rate of Pay From` equals `WAGE_RATE_OF_PAY_FROM`. */
const plainName = (name: string): string =>
  name
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

/** The kind of a table and its rows below the header; null when the columns match no known kind. */
export async function readLayout(rows: AsyncIterable<string[]>, tell?: (rows: number) => void) {
  const iterator = rows[Symbol.asyncIterator]()
  for (let at = 0; at < HEADER_WITHIN; at += 1) {
    const next = await iterator.next()
    if (next.done) return null
    const columns = new Map(next.value.map((name, column) => [plainName(name), column]))
    const kind = KINDS_OF_IMPORT.find((candidate) =>
      KIND_COLUMNS[candidate].every((names) => names.some((name) => columns.has(name))),
    )
    if (kind) return { kind, rows: named(iterator, columns, tell) }
  }
  await iterator.return?.()
  return null
}

const TELL_EVERY = 5_000

async function* named(
  iterator: AsyncIterator<string[]>,
  columns: ReadonlyMap<string, number>,
  tell?: (rows: number) => void,
): AsyncGenerator<Row> {
  let read = 0
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    const cells = next.value
    read += 1
    if (read % TELL_EVERY === 0) tell?.(read)
    if (cells.every((cell) => cell.trim() === '')) continue
    yield (...names) => {
      const column = names.map((name) => columns.get(name)).find((found) => found !== undefined)
      return column === undefined ? '' : (cells[column] ?? '').trim()
    }
  }
}

/** Parses a published figure: `208,000` and `$41.54` are numbers; `#`, `*`, `**`, `N/A` and '' are null. */
export function figureOf(text: string): number | null {
  const plainText = text.replace(/[$,\s]/g, '')
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(plainText) ? Number(plainText) : null
}

/** Finds the catalogue's occupation for a SOC 2018 or O*NET code. OEWS publishes some codes only merged with others. */
export type SocResolver = (code: string) => string | null

/** The OEWS code that contains a SOC code, where it is not the broad code. From the OEWS definitions. */
export const HYBRIDS: Readonly<Record<string, string>> = judgements.oews_hybrids

/** The code itself, the merged code that contains it, or null (another classification, or the military). */
export function socResolver({ occupation }: Pick<Catalog, 'occupation'>): SocResolver {
  return (code) => {
    const six = code.slice(0, 7)
    return [six, HYBRIDS[six], `${six.slice(0, 6)}0`].find((soc) => soc && occupation(soc)) ?? null
  }
}
