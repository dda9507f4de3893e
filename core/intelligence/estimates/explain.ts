/** The steps behind an estimate, in order, each with its kind, source, formula and value. */
import { yearOf, type Catalog, type City, type NationalYear } from '../file/catalog.ts'
import type { Estimate } from './estimate.ts'
import { STANDING } from './experience.ts'
import { HOURLY_ONLY } from './survey.ts'

export type Step = {
  step: string
  kind: 'published' | 'derived' | 'modelled' | 'interpolated' | 'extrapolated'
  source: string
  formula: string
  value: string
}

/** All steps from the role's name to its figure, in the order of computation. */
export function explain(catalog: Catalog, estimate: Estimate): Step[] {
  return [
    roleStep(estimate),
    ...surveySteps(catalog, estimate),
    ...levelSteps(estimate),
    intervalStep(estimate),
  ]
}

const ROLE_SOURCES: Record<string, string> = {
  occupation: 'soc',
  common_title: 'curated',
  onet_occupation: 'onet',
  filed_title: 'dol_lca_counts',
  reported_title: 'onet',
}

export function roleStep({ role, occupation }: Pick<Estimate, 'role' | 'occupation'>): Step {
  return {
    step: 'role to occupation',
    kind: 'derived',
    source: ROLE_SOURCES[role.reason] ?? 'curated',
    formula: 'one occupation per role; roles of one occupation share its distribution',
    value: `${role.title} is ${role.soc} ${occupation.title} (${role.reason}, confidence ${role.confidence})`,
  }
}

function surveySteps(
  catalog: Catalog,
  { city, occupation, survey, surveyMedian, benchmark }: Estimate,
): Step[] {
  const may = `May ${yearOf(benchmark)}`
  if (!city) {
    const filled = survey.derived
      ? 'published; percentiles above the top code from a lognormal'
      : 'as published'
    const formula = HOURLY_ONLY.has(occupation.soc) ? 'published by the hour × 2,080 hours' : filled
    return [
      {
        step: 'national percentiles',
        kind: survey.derived ? 'derived' : 'published',
        source: 'bls_oews',
        formula,
        value: `median ${surveyMedian}, ${may}`,
      },
    ]
  }
  if (survey.published) return metroSteps({ city, survey, surveyMedian, benchmark }, survey.published)
  const pooled = survey.sharing > 1 ? `, pooled figures that serve ${survey.sharing} areas` : ''
  return [
    {
      step: 'city to wage area',
      kind: 'published',
      source: 'oflc_wages',
      formula: 'the metropolitan area of the city',
      value: `${city.area} ${city.areaName}${pooled}`,
    },
    {
      step: 'percentiles of the cell',
      kind: 'derived',
      source: 'oflc_wages',
      formula: 'σ = z(1/3) − Φ⁻¹(l1 / 3·l3); μ = ln l3 − σ²/2; P = exp(μ + σ·z(p))',
      value: `σ ${survey.sigma.toFixed(3)}`,
    },
    {
      step: 'calibration',
      kind: 'derived',
      source: 'bls_oews',
      formula: `published ${may} ÷ lognormal May ${catalog.cellsYear} national percentile, shape stretched by σ/σ_N`,
      value: `median ${surveyMedian}, ${benchmark}`,
    },
  ]
}

type MetroSurvey = Pick<Estimate, 'survey' | 'surveyMedian' | 'benchmark'> & { city: City }

function metroSteps({ city, survey, surveyMedian, benchmark }: MetroSurvey, row: NationalYear): Step[] {
  const isFilled = row.percentiles.includes(null)
  const formula = isFilled ? 'published; percentiles above the top code from a lognormal' : 'as published'
  const rse = row.meanRse === null ? '' : `, relative standard error ${row.meanRse} %`
  const steps: Step[] = [
    {
      step: 'city to metropolitan area',
      kind: 'published',
      source: 'bls_oews_metro',
      formula: 'the metropolitan area of the city',
      value: `${city.area} ${city.areaName}`,
    },
    {
      step: 'percentiles of the area',
      kind: isFilled ? 'derived' : 'published',
      source: 'bls_oews_metro',
      formula,
      value: `median ${row.percentiles[2]}, May ${row.year}${rse}`,
    },
  ]
  if (survey.growth !== 1)
    steps.push({
      step: 'to the benchmark',
      kind: 'derived',
      source: 'bls_oews',
      formula: `national mean of the occupation, May ${yearOf(benchmark)} ÷ May ${row.year}`,
      value: `× ${survey.growth.toFixed(4)}; median ${surveyMedian}`,
    })
  return steps
}

function levelSteps({ experience, median, surveyMedian }: Estimate): Step[] {
  if (!experience) return []
  const formula = `the ${STANDING[experience]}th percentile of everyone in the occupation there, ln pay linear in z between percentiles`
  const value = `${experience}: × ${(median / surveyMedian).toFixed(3)}`
  return [{ step: 'experience', kind: 'modelled', source: 'curated', formula, value }]
}

function intervalStep({ confidence, city, survey }: Estimate): Step {
  return {
    step: 'interval',
    kind: 'modelled',
    source: city && survey.published ? 'bls_oews_metro' : 'bls_oews',
    formula:
      'exp(± 1.645 × √Σ error²): standard error, derivation, fallback, noise of the cell, mapping, title, level',
    value: `${confidence.lower} to ${confidence.upper} (${confidence.words})`,
  }
}
