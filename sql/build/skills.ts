/** Builds the skill tables: O*NET's technology flags, skill importance, and premiums measured on offers. */
import keywords from '../data/pay/skill_keywords.json' with { type: 'json' }
import { byCodeUnits, plainWords } from '../../core/intelligence/words/plain.ts'
import type { Occupations } from './occupations.ts'
import { predict, type Effects, type CellOffer } from './offer-model.ts'
import { field, groupBy, type Raw } from './raw.ts'
import { byFirst, round, table, type Cell, type Table } from './table.ts'

/** Technologies of an occupation that O*NET marks hot or in demand. */
export function technologyTable(raw: Raw, occupations: Occupations): Table {
  const held = new Map<string, Cell[]>()
  for (const row of raw.read('onet_29_3/technology_skills.csv.gz')) {
    const soc = occupations.resolve(field(row, 'O*NET-SOC Code'))
    const hot = field(row, 'Hot Technology') === 'Y'
    const demand = field(row, 'In Demand') === 'Y'
    if (!soc || !(hot || demand)) continue
    const name = field(row, 'Example')
    const wasInDemand = held.get(`${soc}|${name}`)?.at(-1) === true
    held.set(`${soc}|${name}`, [soc, name, field(row, 'Commodity Title'), hot, demand || wasInDemand])
  }
  return table('technologies', 'soc name group hot in_demand', [...held.values()].sort(byFirst(2)))
}

/** Importance (1-5) of O*NET's 35 general skills, averaged over the O*NET occupations of one SOC. */
export function skillTable(raw: Raw, occupations: Occupations): Table {
  const rated = raw.read('onet_29_3/skills.csv.gz').filter((row) => field(row, 'Scale ID') === 'IM')
  const groups = groupBy(
    rated,
    (row) => `${occupations.resolve(field(row, 'O*NET-SOC Code')) ?? ''}|${field(row, 'Element Name')}`,
  )
  const rows = [...groups]
    .filter(([key]) => !key.startsWith('|'))
    .map(([key, list]): Cell[] => {
      const mean = list.reduce((sum, row) => sum + Number(field(row, 'Data Value')), 0) / list.length
      return [...key.split('|'), round(mean, 2)]
    })
  return table('skills', 'soc skill importance', rows.sort(byFirst(2)))
}

/** Occupations that O*NET lists as related. Index 1 is the closest. */
export function relatedTable(raw: Raw, occupations: Occupations): Table {
  const best = new Map<string, number>()
  for (const row of raw.read('onet_29_3/related_occupations.csv.gz')) {
    const from = occupations.resolve(field(row, 'O*NET-SOC Code'))
    const to = occupations.resolve(field(row, 'Related O*NET-SOC Code'))
    if (!from || !to || from === to) continue
    const key = `${from}|${to}`
    best.set(key, Math.min(best.get(key) ?? 99, Number(field(row, 'Index'))))
  }
  const rows: Cell[][] = [...best].map(([key, index]) => [...key.split('|'), index])
  rows.sort(
    (a, b) =>
      byCodeUnits(String(a[0]), String(b[0])) ||
      Number(a[2]) - Number(b[2]) ||
      byCodeUnits(String(a[1]), String(b[1])),
  )
  return table('related', 'soc related_soc index', rows)
}

/** Title keywords. Offers with one are compared with the employer's other offers in the same occupation. */
const KEYWORDS: Readonly<Record<string, string>> = keywords
const MIN_OFFERS = 50
const MIN_EMPLOYERS = 5

/**
 * Premium of a keyword: the mean over employers of (offers with the word − offers without it) in ln pay. The offer model,
 * without title words, first removes the effects of occupation, city and seniority. An employer's weight is n₁n₂/(n₁+n₂).
 * The 95 % interval comes from the spread between employers. A premium is an association, not a cause.
 */
export function premiumTable(placed: readonly CellOffer[], effects: Effects): Table {
  const untitled = new Map([...effects].filter(([key]) => !key.startsWith('title:')))
  const rests = placed.map((row) => ({
    row,
    words: ` ${plainWords(row.offer.title).join(' ')} `,
    rest: row.pay - predict(row, untitled),
  }))
  const employers = groupBy(rests, (entry) => `${entry.row.offer.employer}|${entry.row.soc}`)
  const rows: Cell[][] = []
  for (const [skill, pattern] of Object.entries(KEYWORDS)) {
    const test = new RegExp(` (?:${pattern.replaceAll('+', '\\+')}) `)
    const pairs = [...employers.values()].flatMap((list) => {
      const inside = list.filter((entry) => test.test(entry.words))
      if (inside.length === 0 || inside.length === list.length) return []
      const outside = list.filter((entry) => !test.test(entry.words))
      const weight = (inside.length * outside.length) / list.length
      return [{ gap: meanRest(inside) - meanRest(outside), weight, offers: inside.length }]
    })
    const measured = meanAndInterval(pairs)
    if (measured && measured.offers >= MIN_OFFERS && pairs.length >= MIN_EMPLOYERS) rows.push([skill, pattern, ...measured.figures, measured.offers, pairs.length]) // prettier-ignore
  }
  return table('skill_premiums', 'skill keywords premium low high offers groups', rows.sort(byFirst(1)))
}

function meanRest(list: readonly { rest: number }[]): number {
  return list.reduce((sum, entry) => sum + entry.rest, 0) / list.length
}

function meanAndInterval(pairs: readonly { gap: number; weight: number; offers: number }[]) {
  const weight = pairs.reduce((sum, pair) => sum + pair.weight, 0)
  if (weight === 0) return null
  const mean = pairs.reduce((sum, pair) => sum + pair.weight * pair.gap, 0) / weight
  const variance = pairs.reduce((sum, pair) => sum + (pair.weight * (pair.gap - mean)) ** 2, 0) / weight ** 2
  const margin = 1.96 * Math.sqrt(variance)
  const figures = [mean, mean - margin, mean + margin].map((value) => round(Math.exp(value) - 1, 3))
  return { figures, offers: pairs.reduce((sum, pair) => sum + pair.offers, 0) }
}
