/** Confidence of an estimate: a 90 % interval for the median, and a level. */

type Doubts = {
  /** Relative standard error of the national mean, percent (OEWS); null when not released. */
  meanRse: number | null
  /** Whether the percentiles were derived from a lognormal rather than published. */
  derived: boolean
  /** Number of areas that share the cell's figures; 1 means the area has its own. */
  sharing: number
  /** Confidence of the mapping from title to occupation. */
  mapping: 'high' | 'medium' | 'low'
  /** What of the cell's distance from others is likely noise, in ln points. */
  noise: number
  /** Whether the figure is of everyone in an occupation, and the role one of its titles. */
  titled: boolean
  /** Whether the estimate is for a seniority, which is modelled. */
  banded: boolean
}

export type Confidence = {
  level: number
  lower: number
  upper: number
  words: 'high' | 'medium' | 'low'
  relativeError: number
}

/** Level of the interval that `lower` and `upper` bound. */
const CONFIDENCE_LEVEL = 0.9
const Z90 = 1.645

/** Error components in ln points: judgements guided by the measured errors in docs/methodology.md, and by how many medians lie inside. */
const DERIVED_ERROR = 0.07
const FALLBACK_ERROR = 0.07
const BAND_ERROR = 0.06
/** Measured: with it nine in ten titles lie inside, as held-out offers tell them from their occupation (docs/methodology.md). */
const TITLE_ERROR = 0.07
const MAPPING_ERROR = { high: 0.02, medium: 0.05, low: 0.1 }
/** Independent errors add in quadrature. */
function errorOf(doubts: Doubts): number {
  const parts = [
    (doubts.meanRse ?? 5) / 100,
    doubts.derived ? DERIVED_ERROR : 0,
    doubts.sharing > 1 ? FALLBACK_ERROR : 0,
    MAPPING_ERROR[doubts.mapping],
    doubts.noise,
    doubts.titled ? TITLE_ERROR : 0,
    doubts.banded ? BAND_ERROR : 0,
  ]
  return Math.sqrt(parts.reduce((sum, part) => sum + part * part, 0))
}

/** The interval is for the median of the group, not for one person. */
export function confidenceOf(median: number, doubts: Doubts): Confidence {
  const error = errorOf(doubts)
  const words = error < 0.05 ? 'high' : error < 0.1 ? 'medium' : 'low'
  const margin = Math.exp(Z90 * error)
  return {
    level: CONFIDENCE_LEVEL,
    lower: Math.round(median / margin),
    upper: Math.round(median * margin),
    words,
    relativeError: error,
  }
}
