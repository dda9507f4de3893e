/** How sure an estimate is: a 90 % interval for the median, a level in words, and whether sources disagree. */

export type Doubts = {
  /** Relative standard error of the national mean, percent (OEWS); null when not released. */
  meanRse: number | null
  /** Percentiles published (0) or derived from a lognormal. */
  derived: boolean
  /** How many areas share the cell's figures; 1 = own. */
  sharing: number
  /** How sure the title is to be of the occupation. */
  mapping: 'high' | 'medium' | 'low'
  /** Size of the shift that offers ask for, in ln points. */
  market: number
  /** Seniority bands are modelled. */
  banded: boolean
} // prettier-ignore

export type Confidence = {
  level: number
  lower: number
  upper: number
  words: 'high' | 'medium' | 'low'
  relativeError: number
}

/** Level of the interval that `lower` and `upper` bound. */
export const CONFIDENCE_LEVEL = 0.9
const Z90 = 1.645

/** Parts of the error in ln points: judgements guided by the measured errors of docs/methodology.md. */
const DERIVED_ERROR = 0.046
const FALLBACK_ERROR = 0.07
const BAND_ERROR = 0.06
const MAPPING_ERROR = { high: 0.02, medium: 0.05, low: 0.1 }
/** What offers tell beyond the survey is unsure by a part of the shift they ask for. */
const SHIFT_ERROR = 0.3

/** Independent doubts add as squares; the interval is for the median of the group, not for one person's pay. */
export function confidenceOf(median: number, doubts: Doubts): Confidence {
  const parts = [
    (doubts.meanRse ?? 5) / 100,
    doubts.derived ? DERIVED_ERROR : 0,
    doubts.sharing > 1 ? FALLBACK_ERROR : 0,
    MAPPING_ERROR[doubts.mapping],
    SHIFT_ERROR * doubts.market,
    doubts.banded ? BAND_ERROR : 0,
  ]
  const error = Math.sqrt(parts.reduce((sum, part) => sum + part * part, 0))
  const words = error < 0.05 ? 'high' : error < 0.09 ? 'medium' : 'low'
  const margin = Math.exp(Z90 * error)
  return {
    level: CONFIDENCE_LEVEL,
    lower: Math.round(median / margin),
    upper: Math.round(median * margin),
    words,
    relativeError: error,
  }
}

/** Offers trusted less are no second source: visa filings are a thousandth of nurses, and no sample of them. */
const LEAST_TRUST = 0.25

/** True when offers ask for more than the survey's own 90 % interval allows (before trust is applied). */
export function sourcesDisagree(market: number, trust: number, relativeError: number): boolean {
  return trust >= LEAST_TRUST && Math.abs(market / trust) > Z90 * relativeError + 0.05
}
