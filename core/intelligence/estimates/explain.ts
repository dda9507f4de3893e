/** Explains an estimate as ordered steps, each with its kind, source, formula and value. */
import { yearOf, type Catalog, type City, type SurveyedYear } from '../file/catalog.ts'
import type { Estimate } from './estimate.ts'
import { STANDING } from './percentiles.ts'
import { HOURLY_ONLY } from './survey.ts'

export type Step = {
  step: string
  kind: 'published' | 'derived' | 'modelled' | 'interpolated' | 'extrapolated'
  source: string
  formula: string
  value: string
}

export const stepMaker =
  (kind: Step['kind'], source: string) =>
  (step: string, formula: string, value: string): Step => ({ step, kind, source, formula, value })

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
  return stepMaker('derived', ROLE_SOURCES[role.reason] ?? 'curated')(
    'role to occupation',
    'one occupation per role; roles of one occupation share its distribution',
    `${role.title} is ${role.soc} ${occupation.title} (${role.reason}, confidence ${role.confidence})`,
  )
}

const publishedFormula = (isFilled: boolean): string =>
  isFilled ? 'published; percentiles above the top code from a lognormal' : 'as published'

export const formulaOfYear = (soc: string, isFilled = false): string =>
  HOURLY_ONLY.has(soc) ? 'published by the hour × 2,080 hours' : publishedFormula(isFilled)

function surveySteps(catalog: Catalog, estimate: Estimate): Step[] {
  const { city, occupation, survey, surveyMedian, benchmark } = estimate
  const may = `May ${yearOf(benchmark)}`
  if (!city) {
    const formula = formulaOfYear(occupation.soc, survey.derived)
    const step = stepMaker(survey.derived ? 'derived' : 'published', 'bls_oews')
    return [step('national percentiles', formula, `median ${surveyMedian}, ${may}`)]
  }
  if (survey.published) return metroSteps(estimate, city, survey.published)
  const pooled = survey.areaCount > 1 ? `, pooled figures that serve ${survey.areaCount} areas` : ''
  return [
    stepMaker('published', 'oflc_wages')(
      'city to wage area',
      'the metropolitan area of the city',
      `${city.area} ${city.areaName}${pooled}`,
    ),
    stepMaker('derived', 'oflc_wages')(
      'percentiles of the cell',
      'σ = z(1/3) − Φ⁻¹(l1 / (3·l3)); μ = ln l3 − σ²/2; P = exp(μ + σ·z(p))',
      `σ ${survey.sigma.toFixed(3)}`,
    ),
    stepMaker('derived', 'bls_oews')(
      'calibration',
      `published ${may} ÷ lognormal May ${catalog.cellsYear} national percentile, shape stretched by σ/σ_N`,
      `median ${surveyMedian}, ${benchmark}`,
    ),
  ]
}

function metroSteps({ survey, surveyMedian, benchmark }: Estimate, city: City, row: SurveyedYear): Step[] {
  const isFilled = row.percentiles.includes(null)
  const rse = row.meanRse === null ? '' : `, relative standard error ${row.meanRse} %`
  const moved = stepMaker('derived', 'bls_oews')(
    'to the benchmark',
    `national mean of the occupation, May ${yearOf(benchmark)} ÷ May ${row.year}`,
    `× ${survey.growth.toFixed(4)}; median ${surveyMedian}`,
  )
  return [
    stepMaker('published', 'bls_oews_metro')(
      'city to metropolitan area',
      'the metropolitan area of the city',
      `${city.area} ${city.areaName}`,
    ),
    stepMaker(isFilled ? 'derived' : 'published', 'bls_oews_metro')(
      'percentiles of the area',
      publishedFormula(isFilled),
      `median ${row.percentiles[2]}, May ${row.year}${rse}`,
    ),
    ...(survey.growth === 1 ? [] : [moved]),
  ]
}

function levelSteps({ experience, median, surveyMedian }: Estimate): Step[] {
  if (!experience) return []
  const formula = `the ${STANDING[experience]}th percentile of everyone in the occupation there, ln pay linear in z between percentiles`
  const value = `${experience}: × ${(median / surveyMedian).toFixed(3)}`
  return [stepMaker('modelled', 'curated')('experience', formula, value)]
}

const intervalStep = ({ confidence, city, survey }: Estimate): Step =>
  stepMaker('modelled', city && survey.published ? 'bls_oews_metro' : 'bls_oews')(
    'interval',
    'exp(± 1.645 × √Σ error²): standard error, derivation, fallback, noise of the cell, mapping, title, level',
    `${confidence.lower} to ${confidence.upper} (${confidence.rating})`,
  )
