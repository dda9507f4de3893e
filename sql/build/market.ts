/** Builds market tables: outlook, postings, remote share, posted growth, prices, sectors, macro series. */
import type { Occupations } from './occupations.ts'
import { field, figure, groupBy, type Raw, type Row } from './raw.ts'
import { byCodeUnits } from '../../core/intelligence/words/plain.ts'
import { byFirst, round, table, type Table } from './table.ts'

/** Employment Projections 2024-34 by occupation: thousands of jobs, and the usual entry requirements. */
export function outlookTable(raw: Raw, occupations: Occupations): Table {
  const rows = raw.read('bls_ep/ep_2024_34_table_1_2.csv', 1).flatMap((row) => {
    const code = field(row, '2024 National Employment Matrix code')
    const soc = field(row, 'Occupation type') === 'Line item' ? occupations.resolve(code) : null
    const named = (column: string) => (/^[—-]?$/.test(field(row, column)) ? null : field(row, column))
    if (!soc) return []
    return [[
      soc, code, figure(row, 'Employment, 2024'), figure(row, 'Employment, 2034'), figure(row, 'Employment change, percent, 2024–34'),
      figure(row, 'Occupational openings, 2024–34 annual average'), named('Typical education needed for entry'),
      named('Work experience in a related occupation'), named('Typical on-the-job training needed to attain competency in the occupation'),
    ]] // prettier-ignore
  })
  const columns = 'soc nem employment_2024 employment_2034 change_pct openings education experience training'
  return table('outlook', columns, rows.sort(byFirst(2)))
}

/** Pay by NAICS sector, detailed occupations only, May 2024. */
export function sectorTable(raw: Raw, occupations: Occupations): Table {
  const rows = raw.read('bls_oews/oews_natsector_2024.csv.gz').flatMap((row) => {
    const soc = field(row, 'o_group') === 'detailed' ? occupations.resolve(field(row, 'occ_code')) : null
    if (!soc || figure(row, 'a_mean') === null) return []
    return [[soc, field(row, 'naics'), figure(row, 'tot_emp'), figure(row, 'a_mean'), figure(row, 'a_pct25'), figure(row, 'a_median'), figure(row, 'a_pct75')]] // prettier-ignore
  })
  return table('sectors', 'soc naics employment mean p25 median p75', rows.sort(byFirst(2)))
}

export function sectorNames(raw: Raw): Table {
  const rows = raw.read('bls_oews/oews_natsector_2024.csv.gz')
  const names = new Map(rows.map((row) => [field(row, 'naics'), field(row, 'naics_title')]))
  return table('sector_names', 'naics title', [...names].sort((a, b) => byCodeUnits(a[0], b[0])))
}

/** Monthly series in one format: postings, posted wage growth, remote share, prices, earnings. */
export function seriesTable(raw: Raw): Table {
  const rows = [
    ...raw.read('indeed_hiring_lab/us_job_postings_index_by_sector_monthly.csv').map((row) => ['postings_index', field(row, 'sector'), field(row, 'month'), figure(row, 'avg_index_feb2020_100')]),
    ...raw.read('indeed_hiring_lab/us_posted_wage_growth_by_sector.csv').map((row) => ['posted_wage_growth', field(row, 'sector'), monthOf(field(row, 'month')), ratio(row)]),
    ...raw.read('indeed_hiring_lab/us_posted_wage_growth_by_country.csv').map((row) => ['posted_wage_growth', 'all', monthOf(field(row, 'month')), ratio(row)]),
    ...raw.read('indeed_hiring_lab/us_remote_share_postings_monthly.csv').map((row) => ['remote_share_pct', 'all', field(row, 'month'), figure(row, 'remote_or_hybrid_share_pct')]),
    ...raw.read('macro/cpi_u_monthly.csv').map((row) => ['cpi_u', 'all', field(row, 'Date').slice(0, 7), figure(row, 'Index')]),
    ...raw.read('macro/ces_ahe_monthly.csv').map((row) => ['hourly_earnings', 'all', field(row, 'month'), figure(row, 'avg_hourly_earnings_total_private_sa')]),
    ...raw.read('macro/eciwag_quarterly.csv').map((row) => ['eci_wages', 'all', field(row, 'DATE').slice(0, 7), figure(row, 'ECIWAG')]),
  ] // prettier-ignore
  const columns = 'series sector month value'
  return table('series', columns, rows.filter((row) => row[3] !== null && String(row[2]) >= '2012-01'))
}

function ratio(row: Row): number | null {
  const value = figure(row, 'posted_wage_growth_yoy')
  return value === null ? null : round(value, 4)
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "Jan-19" → "2019-01". */
function monthOf(text: string): string {
  const [name = '', year = ''] = text.split('-')
  return `20${year}-${String(MONTHS.indexOf(name) + 1).padStart(2, '0')}`
}

/** Price parities of a city's metropolitan area by component (nation = 100; BEA 2023). */
export function parityTable(raw: Raw): Table {
  const wanted = groupBy(raw.read('bea_rpp/marpp_msa_2023.csv'), (row) => field(row, 'GeoFIPS'))
  const names: Record<string, string> = {
    'RPPs: All items': 'all', 'RPPs: Goods': 'goods', 'RPPs: Services: Housing': 'housing',
    'RPPs: Services: Utilities': 'utilities', 'RPPs: Services: Other': 'other_services',
  } // prettier-ignore
  const rows = raw.read('geo/cities_metro_map.csv').flatMap((city) =>
    (wanted.get(field(city, 'rpp_cbsa_code')) ?? []).map((row) => {
      const name = names[field(row, 'Description')]
      if (!name) throw new Error(`Unknown price parity "${field(row, 'Description')}".`)
      return [field(city, 'city_slug'), name, figure(row, 'RPP 2023')]
    }),
  )
  return table('parities', 'city component index', rows.sort(byFirst(2)))
}

/** Self-reported bonus and equity as shares of base, by job family. */
export function payMixTable(raw: Raw): Table {
  const columns = 'job_family years_of_experience rows equity_to_base_p25 equity_to_base_median equity_to_base_p75 share_with_equity bonus_to_base_p25 bonus_to_base_median bonus_to_base_p75 share_with_bonus' // prettier-ignore
  const rows = raw
    .read('pay_mix/pay_mix_by_job_family_2017_2021.csv')
    .map((row) => columns.split(' ').map((name, at) => (at < 2 ? field(row, name) : figure(row, name))))
  return table('pay_mix', columns, rows)
}

export function levelTable(raw: Raw): Table {
  const columns = 'company track order level_code title generic_level_1_7 generic_scope observed_rows median_years_experience evidence source confidence' // prettier-ignore
  const rows = raw
    .read('leveling/company_levels_facts.csv')
    .map((row) => columns.split(' ').map((name) => field(row, name)))
  return table('levels', columns, rows)
}
