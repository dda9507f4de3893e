// Reads DOL OFLC disclosure files (LCA_Disclosure_Data_FY2026_Q1.xlsx), with one labor condition application per row.
import { must } from '../../kernel/narrow.ts'
import { rowsIn, type WholeTables } from '../file/csv.ts'
import { titleReader } from '../offers/titles.ts'
import { figureOf, HOURS_A_YEAR, type Row, socResolver } from './layout.ts'
import { createLedger, type FileReader, type ReadOptions } from './read-file.ts'

type FilingReader = ReturnType<typeof readerOf>

const readerOf = ({ tables, catalog, words, today }: ReadOptions) => ({
  resolve: socResolver(catalog),
  readTitle: titleReader(words),
  towns: readTowns(tables),
  /** Today as `2026-11-20`: later decision dates are rejected. */
  today,
})

export const PER_YEAR: Readonly<Record<string, number>> = {
  year: 1,
  hour: HOURS_A_YEAR,
  month: 12,
  week: 52,
  'bi-weekly': 26,
}

/** Whether dollars a year can be the wage of full-time work: at least the federal minimum, at most $2 million. */
export const isPlausibleWage = (wage: number): boolean => wage >= 15_080 && wage <= 2_000_000

/** A row in the stored columns, or the reason it is skipped. */
function readFiling(row: Row, { resolve, readTitle, towns, today }: FilingReader): string[] | string {
  if (!/^certified$/i.test(row('CASE_STATUS'))) return 'not certified'
  if (!/^$|H-?1B|E-3/i.test(row('VISA_CLASS'))) return 'another visa'
  if (/^n/i.test(row('FULL_TIME_POSITION'))) return 'part time'
  const soc = resolve(row('SOC_CODE'))
  if (!soc) return 'an occupation the catalogue does not have'
  const unit = PER_YEAR[row('WAGE_UNIT_OF_PAY', 'WAGE_UNIT_OF_PAY_1').toLowerCase()]
  const rate = figureOf(row('WAGE_RATE_OF_PAY_FROM', 'WAGE_RATE_OF_PAY_FROM_1'))
  const wage = rate === null || unit === undefined ? Number.NaN : rate * unit
  if (!isPlausibleWage(wage)) return 'no wage that could be one of a full-time year'
  const decided = dateOf(row('DECISION_DATE', 'ORIGINAL_CERT_DATE'))
  if (!decided || decided > today) return 'no date of decision'
  const employer = plainEmployer(row('EMPLOYER_NAME', 'EMPLOYER_BUSINESS_NAME'))
  if (!row('CASE_NUMBER') || !employer) return 'no case number or employer'
  const state = row('WORKSITE_STATE', 'WORKSITE_STATE_1')
  const city = slugOfTown(towns, row('WORKSITE_CITY', 'WORKSITE_CITY_1'), state)
  const { role, isSure, level } = readTitle(row('JOB_TITLE'))
  return [
    row('CASE_NUMBER'),
    soc,
    isSure ? (role ?? '') : '',
    city ?? '',
    employer,
    String(Math.round(wage)),
    decided,
    state.toUpperCase().slice(0, 2),
    level,
  ]
}

/** City slugs keyed by `town|ST`. */
type CityByTown = ReadonlyMap<string, string>

const readTowns = (tables: WholeTables): CityByTown =>
  new Map(
    Array.from(rowsIn(tables, 'places'), ([name = '', state = '', city = '']) => [`${name}|${state}`, city]),
  )

/** The slug of the city whose wage area contains a town of a state (such as TX), or null. */
export const slugOfTown = (towns: CityByTown, town: string, state: string): string | null =>
  towns.get(`${plainTown(town)}|${state.toUpperCase()}`) ?? null

export const plainTown = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[.']/g, '')
    .replace(/^saint /, 'st ')
    .replace(/\s+/g, ' ')
    .trim()

/** An employer's name as in the shipped tables: upper case, no punctuation except "&". */
export const plainEmployer = (name: string): string =>
  name
    .toUpperCase()
    .replace(/[^A-Z0-9& ]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

const DAY_MS = 86_400_000
/** Day 0 of a workbook's date serial numbers. */
const FIRST_DAY_MS = Date.UTC(1899, 11, 30)

/** Parses `2026-03-31`, `3/31/2026` and a workbook's 46112 as the same day. Null for other text. */
function dateOf(text: string): string | null {
  if (/^\d{5}(?:\.\d+)?$/.test(text))
    return new Date(FIRST_DAY_MS + Math.floor(Number(text)) * DAY_MS).toISOString().slice(0, 10)
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? []
  if (year) return `${year}-${month}-${day}`
  const [, m, d, y] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text) ?? []
  return y ? `${y}-${must(m).padStart(2, '0')}-${must(d).padStart(2, '0')}` : null
}

export const readFilingsFile: FileReader = async (rows, _name, options) => {
  const reader = readerOf(options)
  const { filings_until: until } = options.tables.manifest()
  const ledger = createLedger()
  const dates = { first: '9999', last: '' }
  let counted = 0
  for await (const row of rows) {
    const cells = readFiling(row, reader)
    const decided = typeof cells === 'string' ? '' : must(cells[6])
    const isKnown = decided !== '' && isShipped(must(cells[1]), decided)
    if (!ledger.take(row('CASE_NUMBER'), isKnown ? 'in the shipped data already' : cells)) continue
    dates.first = decided < dates.first ? decided : dates.first
    dates.last = decided > dates.last ? decided : dates.last
    if (decided > until) counted += 1
  }
  const taken = ledger.lines.length
  const known = `${taken - counted} of them were decided by ${until}: their pay counts, their filings are counted already.`
  return {
    kind: 'lca',
    vintage: monthsOf(dates),
    year: Number(dates.last.slice(0, 4)),
    ...ledger.outcome(),
    effects: [
      `Sponsors and offers are counted anew with ${taken} more offers.`,
      ...(counted < taken ? [known] : []),
    ],
  }
}

/** The shipped data contain every offer decided in the last quarter of 2023, and offers of later quarters in some occupations. */
function isShipped(soc: string, decided: string): boolean {
  if (decided >= '2023-10-01' && decided <= '2023-12-31') return true
  if (DATA_WORK.has(soc)) return decided >= '2024-10-01' && decided <= '2025-09-30'
  return soc.startsWith('29-') && decided >= '2025-01-01' && decided <= '2025-03-31'
}
const DATA_WORK = new Set(['15-2051', '15-2031', '15-1242', '15-1221', '15-1243', '15-2041'])

function monthsOf({ first, last }: { first: string; last: string }): string {
  const month = (date: string) =>
    new Date(`${date.slice(0, 7)}-01T00:00:00Z`).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })
  if (!last) return ''
  const [from, to] = [first.slice(0, 4), last.slice(0, 4)]
  return `${month(first)}${from === to ? '' : ` ${from}`} to ${month(last)} ${to}`
}
