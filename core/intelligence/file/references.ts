// Tables other than pay: market, skills, sponsors, levels, pay mix. Rows are read by key, when they are asked for. Records
// have the field names of responses.
import { numberOf, type Row } from './layout.ts'
import type { PayFile } from './pay-file.ts'
import { cachedList, record, rowsBy } from './records.ts'

const outlookOf = record(
  {
    employment_2024_thousands: 'numberOrNull',
    employment_2034_thousands: 'numberOrNull',
    change_pct: 'numberOrNull',
    openings_thousands_a_year: 'numberOrNull',
    education: 'textOrNull',
    experience: 'textOrNull',
    training: 'textOrNull',
  },
  2,
)

/** An employer's filings in an occupation. `place` is a state or a city's slug; empty means the nation. */
const sponsorOf = record(
  { place: 'text', name: 'text', filings: 'number', offers: 'number', median: 'numberOrNull' },
  1,
)
export type Sponsor = ReturnType<typeof sponsorOf>

const technologyOf = record({ name: 'text', group: 'text', hot: 'flag', in_demand: 'flag' }, 1)
export type Technology = ReturnType<typeof technologyOf>

const premiumOf = record({
  ...{ skill: 'text', keywords: 'text', premium: 'number', low: 'number', high: 'number' },
  ...{ offers: 'number', groups: 'number' },
})
export type Premium = ReturnType<typeof premiumOf>

const levelOf = record({
  ...{
    company: 'text',
    track: 'text',
    order: 'number',
    code: 'text',
    title: 'text',
    generic_level: 'numberOrNull',
  },
  ...{ scope: 'text', observed_rows: 'numberOrNull', median_years_experience: 'numberOrNull' },
  ...{ evidence: 'text', source: 'text', confidence: 'text' },
})
export type LevelRow = ReturnType<typeof levelOf>

const sizeOf = record({
  ...{ major: 'text', filings: 'text', effect: 'number', margin: 'number' },
  ...{ offers: 'number', employers: 'number' },
})
export type SizeBand = ReturnType<typeof sizeOf>

const remotePayOf = record({ year: 'number', differential: 'number', offers: 'number' })
const pointOf = record({ month: 'text', value: 'number' }, 2)
const ratingOf = ([, skill = '', importance]: Row) => [skill, Number(importance)] as const
const relatedOf = record({ soc: 'text', index: 'number' }, 1)

/** Median bonus and equity as shares of base, in the self-reports of a job family. */
const mixOf = ([family = '', years = '', rows, , equity, , , , bonus]: Row) => ({
  ...{ family, years, rows: Number(rows), equity: Number(equity), bonus: Number(bonus) },
})

export type References = ReturnType<typeof openReferences>

export const openReferences = (file: PayFile) => ({
  outlook: (soc: string) => Array.from(file.rows('outlook', soc), outlookOf)[0] ?? null,
  sponsors: rowsBy(file, 'sponsors', sponsorOf),
  sizes: cachedList(file, 'sponsor_size', sizeOf),
  technologies: rowsBy(file, 'technologies', technologyOf),
  allTechnologies: cachedList(file, 'technologies', (row) => ({ soc: row[0] ?? '', ...technologyOf(row) })),
  premiums: cachedList(file, 'skill_premiums', premiumOf),
  /** Importance (1–5) of general skills by occupation. */
  skills: (soc: string): ReadonlyMap<string, number> => new Map(rowsBy(file, 'skills', ratingOf)(soc)),
  related: rowsBy(file, 'related', relatedOf),
  sectors: rowsBy(file, 'sectors', ([, naics = '', employment, , p25, median, p75]) => ({
    ...{ naics, title: file.get('sector_names', naics)?.[1] ?? naics, employment: numberOf(employment) },
    ...{ p25: numberOf(p25), median: numberOf(median), p75: numberOf(p75) },
  })),
  /** Monthly figures by the name of the series and its sector. */
  series: rowsBy(file, 'series', pointOf),
  remotePay: cachedList(file, 'remote_pay', remotePayOf),
  payMix: cachedList(file, 'pay_mix', mixOf),
  levels: cachedList(file, 'levels', levelOf),
})
