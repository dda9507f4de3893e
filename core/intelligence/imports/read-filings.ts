// Reads a disclosure file of DOL OFLC labor condition applications.
import { must } from '../../kernel/must.ts'
import { readManifest } from '../file/csv.ts'
import { titleReader } from '../offers/titles.ts'
import { readFiling } from './filings.ts'
import { createLedger } from './ledger.ts'
import type { FileReader } from './read-file.ts'
import { socResolver } from './soc.ts'
import { readTowns } from './suburbs.ts'

export const readFilingsFile: FileReader = async (rows, _name, { tables, catalog, words, today }) => {
  const reader = {
    resolve: socResolver(catalog),
    titled: titleReader(words),
    towns: readTowns(tables),
    today,
  }
  const { filings_until: until } = readManifest(tables)
  const book = createLedger()
  const dates = { first: '9999', last: '' }
  let counted = 0
  for await (const row of rows) {
    const cells = readFiling(row, reader)
    const decided = typeof cells === 'string' ? '' : must(cells[6])
    const isKnown = decided !== '' && isShipped(must(cells[1]), decided)
    if (!book.take(row('CASE_NUMBER'), isKnown ? 'in the shipped data already' : cells)) continue
    dates.first = decided < dates.first ? decided : dates.first
    dates.last = decided > dates.last ? decided : dates.last
    if (decided > until) counted += 1
  }
  const taken = book.lines.length
  return {
    kind: 'lca',
    vintage: monthsOf(dates),
    year: Number(dates.last.slice(0, 4)),
    taken,
    skipped: book.skippedRows(),
    text: book.lines.join(''),
    effects: [
      `Sponsors and offers are counted anew with ${taken} more offers.`,
      ...(counted < taken
        ? [
            `${taken - counted} of them were decided by ${until}: their pay counts, their filings are counted already.`,
          ]
        : []),
    ],
  }
}

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

/** Formats a range of dates as `January to March 2026`. */
function monthsOf({ first, last }: { first: string; last: string }): string {
  const month = (date: string) =>
    new Date(`${date.slice(0, 7)}-01T00:00:00Z`).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })
  if (!last) return ''
  const [from, to] = [first.slice(0, 4), last.slice(0, 4)]
  return `${month(first)}${from === to ? '' : ` ${from}`} to ${month(last)} ${to}`
}
