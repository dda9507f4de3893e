// What every answer about pay says of itself: whose figures these are, how they were made, and of which quarter.

/** Raised when a formula changes, so that an old figure can be told from a new one. */
export const METHODOLOGY_VERSION = '2026.1'

/** The quarter the figures represent: OEWS of May 2025 lies in it. */
export const BENCHMARK_QUARTER = '2025-Q2'

/** The last day of that quarter. */
export const BENCHMARK_DATE = '2025-06-30'

/** When the data was last built. */
export const DATA_UPDATED = '2026-11-20'

export interface Attribution {
  source: string
  url: string
  methodology: string
  methodology_version: string
  updated: string
  version: string
  as_of: string
}

/** The attribution of a service reached at `publicUrl`. */
export const attributionAt = (publicUrl: string): Attribution => ({
  source:
    'crm compensation intelligence, derived from BLS OEWS, DOL OFLC and LCA, BEA, O*NET 29.3 (CC BY 4.0) and Indeed Hiring Lab (CC BY 4.0)',
  url: `${publicUrl}/api/v1/intelligence/directory`,
  methodology: `${publicUrl}/api/v1/intelligence/methodology`,
  methodology_version: METHODOLOGY_VERSION,
  updated: DATA_UPDATED,
  version: 'v1',
  as_of: BENCHMARK_DATE,
})
