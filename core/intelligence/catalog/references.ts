// The tables besides pay: market, skills, sponsors, levels, pay mix. Loaded once and grouped by key.
import { numberOf, readGroups, readRows, readTable, type Tables } from './csv.ts'

export type Outlook = {
  employment2024: number | null; employment2034: number | null; changePct: number | null; openings: number | null
  education: string | null; experience: string | null; training: string | null
} // prettier-ignore
export type Sponsor = { employer: string; filings: number; offers: number; median: number | null }
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
  company: string; track: string; order: number; code: string; title: string; genericLevel: number | null; scope: string
  observed: number | null; yearsExperience: number | null; evidence: string; source: string; confidence: string
} // prettier-ignore
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
export type SizeBand = { filings: string; effect: number; margin: number; offers: number; employers: number }

export type References = {
  outlook: ReadonlyMap<string, Outlook>
  sponsors: ReadonlyMap<string, readonly Sponsor[]>
  sizes: readonly SizeBand[]
  technologies: ReadonlyMap<string, readonly Technology[]>
  premiums: readonly Premium[]
  /** Importance 1-5 of general skills by occupation. */
  skills: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Related occupations, closest first. */
  related: ReadonlyMap<string, readonly { soc: string; index: number }[]>
  sectors: ReadonlyMap<string, readonly SectorPay[]>
  /** Keyed by `series|sector`, oldest first. */
  series: ReadonlyMap<string, readonly SeriesPoint[]>
  remotePay: readonly { year: number; differential: number; offers: number }[]
  /** Keyed by city slug: component → index (nation = 100). */
  parities: ReadonlyMap<string, ReadonlyMap<string, number>>
  payMix: readonly FamilyMix[]
  extraPay: readonly { industry: string; rows: number; share: number; median: number }[]
  levels: readonly LevelRow[]
}

/** Reads the reference tables from the package's `sql/data`. */
export function loadReferences(folder: Tables): References {
  const naics = new Map(readRows(folder, 'sector_names', ([code = '', title = '']) => [code, title] as const))
  return {
    outlook: new Map(readRows(folder, 'outlook', outlookOf)),
    sponsors: readGroups(folder, 'sponsors', ([soc = '', employer = '', filings, offers, middle]) => [soc, { employer, filings: Number(filings), offers: Number(offers), median: numberOf(middle) }]),
    sizes: readRows(folder, 'sponsor_size', ([filings = '', effect, margin, offers, employers]) => ({ filings, effect: Number(effect), margin: Number(margin), offers: Number(offers), employers: Number(employers) })),
    technologies: readGroups(folder, 'technologies', ([soc = '', name = '', group = '', hot, demand]) => [soc, { name, group, hot: hot === '1', inDemand: demand === '1' }]),
    premiums: readRows(folder, 'skill_premiums', ([skill = '', keywords = '', premium, low, high, offers, groups]) => ({ skill, keywords, premium: Number(premium), low: Number(low), high: Number(high), offers: Number(offers), groups: Number(groups) })),
    skills: nested(folder, 'skills'),
    related: readGroups(folder, 'related', ([from = '', soc = '', index]) => [from, { soc, index: Number(index) }]),
    sectors: readGroups(folder, 'sectors', ([soc = '', code = '', employment, mean, p25, median, p75]) => [soc, { naics: code, title: naics.get(code) ?? code, employment: numberOf(employment), mean: numberOf(mean), p25: numberOf(p25), median: numberOf(median), p75: numberOf(p75) }]),
    series: readGroups(folder, 'series', ([series = '', sector = '', month = '', value]) => [`${series}|${sector}`, { month, value: Number(value) }]),
    remotePay: readRows(folder, 'remote_pay', ([year, differential, offers]) => ({ year: Number(year), differential: Number(differential), offers: Number(offers) })),
    parities: nested(folder, 'parities'),
    payMix: readRows(folder, 'pay_mix', mixOf),
    extraPay: readRows(folder, 'extra_pay', ([industry = '', count, share, median]) => ({ industry, rows: Number(count), share: Number(share), median: Number(median) })),
    levels: readRows(folder, 'levels', levelOf),
  } // prettier-ignore
}

function nested(folder: Tables, name: string): Map<string, Map<string, number>> {
  const outer = new Map<string, Map<string, number>>()
  readTable(folder, name, ([key = '', inner = '', value]) => {
    const group = outer.get(key) ?? new Map<string, number>()
    outer.set(key, group.set(inner, Number(value)))
  })
  return outer
}

function outlookOf(cells: string[]): [string, Outlook] {
  const text = (at: number) => (cells[at] === undefined || cells[at] === '' ? null : cells[at])
  const figures = {
    employment2024: numberOf(cells[2]),
    employment2034: numberOf(cells[3]),
    changePct: numberOf(cells[4]),
    openings: numberOf(cells[5]),
  }
  return [cells[0] ?? '', { ...figures, education: text(6), experience: text(7), training: text(8) }]
}

function mixOf(cells: string[]): FamilyMix {
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

function levelOf(cells: string[]): LevelRow {
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
  return { company, track, order: Number(order), code, title, genericLevel: numberOf(level), scope, observed: numberOf(observed), yearsExperience: numberOf(years), evidence, source, confidence } // prettier-ignore
}
