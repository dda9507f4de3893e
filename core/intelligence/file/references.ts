// The tables besides pay: market, skills, sponsors, levels, pay mix. Read by their key when they are asked for.
import { numberOf, type Row } from './layout.ts'
import type { PayFile } from './pay-file.ts'
import type { Lookup } from './catalog.ts'
import { groups, list } from './open-catalog.ts'

export type Outlook = {
  employment2024: number | null
  employment2034: number | null
  changePct: number | null
  openings: number | null
  education: string | null
  experience: string | null
  training: string | null
}
/** An employer's filings in an occupation; `place` empty: the nation, else a state or the slug of a city. */
export type Sponsor = {
  place: string
  employer: string
  filings: number
  offers: number
  median: number | null
}
export type Technology = { name: string; group: string; hot: boolean; inDemand: boolean }
export type Premium = {
  skill: string
  keywords: string
  premium: number
  low: number
  high: number
  offers: number
  groups: number
}
export type LevelRow = {
  company: string
  track: string
  order: number
  code: string
  title: string
  genericLevel: number | null
  scope: string
  observed: number | null
  yearsExperience: number | null
  evidence: string
  source: string
  confidence: string
}
type Quartiles = { p25: number; median: number; p75: number; share: number }
type FamilyMix = { family: string; years: string; rows: number; equity: Quartiles; bonus: Quartiles }
export type SectorPay = {
  naics: string
  title: string
  employment: number | null
  mean: number | null
  p25: number | null
  median: number | null
  p75: number | null
}
export type SeriesPoint = { month: string; value: number }
export type SizeBand = {
  major: string
  filings: string
  effect: number
  margin: number
  offers: number
  employers: number
}

export type References = {
  outlook: Lookup<Outlook>
  sponsors: Lookup<readonly Sponsor[]>
  readonly sizes: readonly SizeBand[]
  technologies: Lookup<readonly Technology[]>
  readonly technologiesAsked: readonly (Technology & { soc: string })[]
  readonly premiums: readonly Premium[]
  /** Importance 1-5 of general skills by occupation. */
  skills: Lookup<ReadonlyMap<string, number>>
  related: Lookup<readonly { soc: string; index: number }[]>
  sectors: Lookup<readonly SectorPay[]>
  series(name: string, sector: string): readonly SeriesPoint[] | undefined
  readonly remotePay: readonly { year: number; differential: number; offers: number }[]
  /** Keyed by city slug: component → index (nation = 100). */
  parities: Lookup<ReadonlyMap<string, number>>
  readonly payMix: readonly FamilyMix[]
  readonly levels: readonly LevelRow[]
}

export function openReferences(file: PayFile): References {
  const lists = {
    sizes: list(file, 'sponsor_size', sizeOf),
    asked: list(file, 'technologies', (row) => ({ soc: row[0] ?? '', ...technologyOf(row) })),
    premiums: list(file, 'skill_premiums', premiumOf),
    remotePay: list(file, 'remote_pay', remotePayOf),
    payMix: list(file, 'pay_mix', mixOf),
    levels: list(file, 'levels', levelOf),
  }
  const sectorTitle = (code: string) => file.get('sector_names', code)?.[1] ?? code
  return {
    outlook: { get: (soc) => [...file.rows('outlook', soc)].map(outlookOf)[0] },
    sponsors: groups(file, 'sponsors', sponsorOf),
    get sizes() {
      return lists.sizes()
    },
    technologies: groups(file, 'technologies', technologyOf),
    get technologiesAsked() {
      return lists.asked()
    },
    get premiums() {
      return lists.premiums()
    },
    skills: indexes(file, 'skills'),
    related: groups(file, 'related', ([, soc = '', index]) => ({ soc, index: Number(index) })),
    sectors: groups(file, 'sectors', (row) => sectorOf(row, sectorTitle)),
    series(name, sector) {
      const points = Array.from(file.rows('series', name, sector), ([, , month = '', value]) => ({
        month,
        value: Number(value),
      }))
      return points.length ? points : undefined
    },
    get remotePay() {
      return lists.remotePay()
    },
    parities: indexes(file, 'parities'),
    get payMix() {
      return lists.payMix()
    },
    get levels() {
      return lists.levels()
    },
  }
}

const sponsorOf = ([, place = '', employer = '', filings, offers, middle]: Row): Sponsor => ({
  place,
  employer,
  filings: Number(filings),
  offers: Number(offers),
  median: numberOf(middle),
})

const sectorOf = (
  [, code = '', employment, mean, p25, median, p75]: Row,
  titleOf: (code: string) => string,
): SectorPay => ({
  naics: code,
  title: titleOf(code),
  employment: numberOf(employment),
  mean: numberOf(mean),
  p25: numberOf(p25),
  median: numberOf(median),
  p75: numberOf(p75),
})

const remotePayOf = ([year, differential, offers]: Row) => ({
  year: Number(year),
  differential: Number(differential),
  offers: Number(offers),
})

const sizeOf = ([major = '', filings = '', effect, margin, offers, employers]: Row) => ({
  major,
  filings,
  effect: Number(effect),
  margin: Number(margin),
  offers: Number(offers),
  employers: Number(employers),
})

const premiumOf = ([skill = '', keywords = '', premium, low, high, offers, groups]: Row): Premium => ({
  skill,
  keywords,
  premium: Number(premium),
  low: Number(low),
  high: Number(high),
  offers: Number(offers),
  groups: Number(groups),
})

const technologyOf = ([, name = '', group = '', hot, demand]: Row): Technology => {
  return { name, group, hot: hot === '1', inDemand: demand === '1' }
}

/** The second column of a key's rows, with the number in the third. */
const indexes = (file: PayFile, table: string): Lookup<ReadonlyMap<string, number>> => ({
  get(key) {
    const rows = Array.from(file.rows(table, key), ([, inner = '', value]) => [inner, Number(value)] as const)
    return rows.length ? new Map(rows) : undefined
  },
})

function outlookOf(cells: Row): Outlook {
  const text = (at: number) => (cells[at] === undefined || cells[at] === '' ? null : cells[at])
  const figures = {
    employment2024: numberOf(cells[2]),
    employment2034: numberOf(cells[3]),
    changePct: numberOf(cells[4]),
    openings: numberOf(cells[5]),
  }
  return { ...figures, education: text(6), experience: text(7), training: text(8) }
}

function mixOf(cells: Row): FamilyMix {
  const quartiles = (at: number) => ({
    p25: Number(cells[at]),
    median: Number(cells[at + 1]),
    p75: Number(cells[at + 2]),
    share: Number(cells[at + 3]),
  })
  return {
    family: cells[0] ?? '',
    years: cells[1] ?? '',
    rows: Number(cells[2]),
    equity: quartiles(3),
    bonus: quartiles(7),
  }
}

function levelOf(cells: Row): LevelRow {
  const [
    company = '',
    track = '',
    order,
    code = '',
    title = '',
    level,
    scope = '',
    observed,
    years,
    evidence = '',
    source = '',
    confidence = '',
  ] = cells
  return {
    company,
    track,
    order: Number(order),
    code,
    title,
    genericLevel: numberOf(level),
    scope,
    observed: numberOf(observed),
    yearsExperience: numberOf(years),
    evidence,
    source,
    confidence,
  }
}
