/** Reads individual offers from LCA disclosure files into one format: title, occupation, place, annual base wage. */
import { createHash } from 'node:crypto'
import { isPlausibleWage, PER_YEAR } from '../../core/intelligence/imports/filings.ts'
import { onetCode } from './filings.ts'
import { field, figure, type Raw, type Row } from './raw.ts'

export type Offer = ReturnType<typeof offer>

/** Reads all full-time offers with a plausible yearly wage. */
export function readOffers(raw: Raw): Offer[] {
  const q1 = raw.read('dol_lca/lca_fy2024_q1_all_occupations.csv.gz').map((row) => offer(row, 2023.87))
  const data = raw
    .read('dol_lca/lca_fy2025_data_db_math_occupations.csv.gz')
    .map((row) => offer(row, quarterTime(field(row, 'fiscal_quarter'))))
  const health = raw
    .read('dol_lca/lca_fy2025_q2_health_occupations.csv.gz')
    .map((row) => offer(row, quarterTime('Q2')))
  return [...q1, ...data, ...health].filter((row) => isPlausibleWage(row.wage))
}

/** The middle of a fiscal quarter of FY2025 (Q1 = October to December 2024). */
const quarterTime = (quarter: string): number => 2024.875 + 0.25 * (Number(quarter.slice(1)) - 1)

/** An offer. `at` is its approximate certification date as a decimal year (2025.4 = May 2025), used to move it to the benchmark. */
function offer(row: Row, at: number) {
  const code = field(row, 'soc_code')
  const scale = PER_YEAR[field(row, 'wage_unit_of_pay').toLowerCase()] ?? Number.NaN
  const pwScale = PER_YEAR[(row['pw_unit_of_pay'] ?? '').toLowerCase()]
  const prevailing = 'prevailing_wage' in row ? figure(row, 'prevailing_wage') : null
  return {
    employer: field(row, 'employer_name'),
    title: field(row, 'job_title'),
    onet: onetCode(code),
    rawSoc: code.slice(0, 7),
    state: field(row, 'worksite_state'),
    town: row['worksite_city'] === undefined ? null : field(row, 'worksite_city'),
    /** Lower end of the offered base wage, dollars a year. */
    wage:
      (row['full_time_position'] ?? 'Y') === 'N'
        ? Number.NaN
        : (figure(row, 'wage_rate_of_pay_from') ?? Number.NaN) * scale,
    prevailing: prevailing !== null && pwScale !== undefined ? prevailing * pwScale : null,
    pwLevel: row['pw_wage_level'] ?? '',
    at,
  }
}

/** The employer's fold (0–4), by a hash of its normalised name. Fold 0 is held out to measure errors. */
export function foldOf(employer: string): number {
  const name = employer.toLowerCase().replace(/[^a-z0-9]+/g, ' ').trim() // prettier-ignore
  return createHash('sha256').update(name).digest().readUInt32BE(0) % 5
}
