// Lineage of figures that belong to no role: the published pay of an occupation, and the premium of a skill.
import { must } from '../../kernel/must.ts'
import { findOccupation, nationalYear, yearOf, ALL_OCCUPATIONS } from '../file/catalog.ts'
import { HOURLY_ONLY } from '../estimates/survey.ts'
import type { Step } from '../estimates/explain.ts'
import { BREAKS, changeOfYear } from '../history/history.ts'
import type { FullDataset } from '../file/dataset.ts'
import { percentOf } from '../percent.ts'
import { FIRST_YEAR } from '../projections/projections.ts'
import { CAVEAT } from '../skills/skills.ts'
import { parseRolelessId, type RolelessPoint } from './data-point.ts'

interface Roleless {
  point: RolelessPoint
  occupation?: { soc_code: string; soc_title: string }
  skill?: string
  value: number | null
  kind: Step['kind']
  inputs: Record<string, number | string | null>
  steps: Step[]
  note: string | null
}

/** The derivation of a figure of no role; null for other ids, and for what the data do not have. */
export function rolelessOf(dataset: FullDataset, id: string, now: string): Roleless | null {
  const point = parseRolelessId(id)
  if (!point) return null
  return point.kind === 'occupation' ? occupationOf(dataset, point) : premiumOf(dataset, point, now)
}

const ALL_TITLE = 'All occupations'

function occupationOf({ catalog }: FullDataset, point: RolelessPoint): Roleless | null {
  const { of: soc, quarter } = point
  const year = yearOf(quarter)
  const title = soc === ALL_OCCUPATIONS ? ALL_TITLE : findOccupation(catalog, soc)?.title
  const published = nationalYear(catalog, soc, year)
  const [p10 = null, p25 = null, median = null, p75 = null, p90 = null] = published?.percentiles ?? []
  if (title === undefined || !published || median === null) return null
  const { employment, mean } = published
  const before = nationalYear(catalog, soc, year - 1)?.percentiles[2] ?? null
  const change = changeOfYear(catalog, soc, year)
  const formula = HOURLY_ONLY.has(soc) ? 'published by the hour × 2,080 hours' : 'as published'
  const steps: Step[] = [
    {
      step: 'occupation',
      kind: 'published',
      source: 'soc',
      formula: 'the occupation of the code',
      value: `${soc} ${title}`,
    },
    {
      step: 'national percentiles',
      kind: 'published',
      source: 'bls_oews',
      formula,
      value: `median ${median}, May ${year}`,
    },
  ]
  if (change !== null) {
    const value = `${change} % from ${before}, May ${year - 1}`
    steps.push({
      step: 'change',
      kind: 'derived',
      source: 'bls_oews',
      formula: 'median ÷ median of the year before − 1',
      value,
    })
  }
  return {
    point,
    occupation: { soc_code: soc, soc_title: title },
    value: median,
    kind: 'published',
    inputs: {
      ...{ employment, mean, p10, p25, median, p75, p90 },
      ...{ median_year_before: before, median_change_pct: change },
    },
    steps,
    note: BREAKS[year] ? `Not comparable with the year before: ${BREAKS[year]}` : null,
  }
}

function premiumOf({ references }: FullDataset, point: RolelessPoint, now: string): Roleless | null {
  const { of: skill, quarter } = point
  const premium = references.premiums.find((row) => row.skill === skill)
  if (!premium || quarter > now || quarter < `${FIRST_YEAR}-Q2`) return null
  const [mean, low, high] = [premium.premium, premium.low, premium.high].map(percentOf)
  const keywords = premium.keywords.split('|').join(', ')
  const step = (name: string, formula: string, value: string): Step => ({
    ...{ step: name, kind: 'modelled', source: 'dol_lca', formula, value },
  })
  return {
    point,
    skill,
    value: null,
    kind: 'modelled',
    inputs: {
      ...{ premium_pct: must(mean), low_pct: must(low), high_pct: must(high) },
      ...{ offers: premium.offers, groups: premium.groups, keywords },
    },
    steps: [
      {
        ...step('offers', `offers whose title has one of: ${keywords}`, ''),
        kind: 'published',
        value: `${premium.offers} offers in ${premium.groups} groups of one employer and one occupation`,
      },
      step(
        'premium',
        'exp(Σ w × (mean of the group’s offers with the word − mean of those without) ÷ Σ w) − 1; w = n₁n₂ ÷ (n₁ + n₂); each offer is ln pay less what its occupation, city and level predict',
        `${mean} %`,
      ),
      step('interval', 'exp(ln premium ± 1.96 × standard error between groups) − 1', `${low} % to ${high} %`),
    ],
    note: CAVEAT,
  }
}
