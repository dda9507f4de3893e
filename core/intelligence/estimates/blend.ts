/** Blending two kinds of evidence: a survey of everyone at work, and real offers to people who change jobs. */
import type { Catalog, Occupation } from '../catalog/catalog.ts'
import { newestYear } from '../catalog/catalog.ts'
import { seniorityKeys, settingKeys, sumOf, type Seniority, type Setting } from './effects.ts'

/**
 * How far offers may move an estimate. Measured on held-out employers: with seniority known the error is flat
 * between 0.75 and 1; a headline across all levels leans more on the survey, which knows incumbents.
 */
const TRUST = { known: 0.85, headline: 0.7 }

/** Filings per job at which offers get half of their trust: visa filings are no sample of nurses or teachers. */
const HALF_COVERAGE = 0.003

/** Trust in offers for an occupation, 0-1: filings FY2022-25 against national employment, saturating. */
export function offerTrust(catalog: Catalog, occupation: Occupation, seniority: Seniority): number {
  const jobs = newestYear(catalog, occupation.soc)?.employment
  if (!jobs) return 0
  const coverage = occupation.filings / jobs
  return ((seniority === null ? TRUST.headline : TRUST.known) * coverage) / (coverage + HALF_COVERAGE)
}

/** What moves the surveyed median, in ln points: market (occupation, city, title; already trusted) and seniority. */
export type Shift = { market: number; seniority: number; offers: number; trust: number }

/**
 * The shift for a title in a setting. The fitted effects are shrunk (ridge) towards nothing, so absent evidence
 * moves nothing; `sigma` scales seniority to the spread of the cell. Experience bands apply to every occupation:
 * where offers say nothing of it, they are the places on the distribution that bands take elsewhere.
 */
export function shiftOf(
  catalog: Catalog,
  occupation: Occupation,
  setting: Setting,
  titleEffect: number,
  seniority: Seniority,
  sigma: number,
): Shift {
  const trust = offerTrust(catalog, occupation, seniority)
  return {
    market: trust * (sumOf(catalog.effects, settingKeys(setting)) + titleEffect),
    seniority: sigma * sumOf(catalog.effects, seniorityKeys(setting.soc, seniority)),
    offers: catalog.effectOffers.get(`soc:${setting.soc}`) ?? 0,
    trust,
  }
}
