// The attribution in every pay response: source, method and quarter.
import changes from '../../sql/data/pay/changes.json' with { type: 'json' }
import { objectSchema } from '../kernel/schema.ts'
import { lastDayOf } from './file/catalog.ts'
import type { Source } from './file/csv.ts'

/** Raise this when a formula changes. Users compare it to tell figures of different methods apart. */
export const METHODOLOGY_VERSION = '2026.11'

/** The day of the newest change of data, method or interface in the changelog. */
export const DATA_UPDATED = changes[0]?.date ?? ''

export type Attribution = ReturnType<typeof attributionAt>

/** The version of the loaded data: the newest quarter its figures represent, and the day it last changed. */
export interface Edition {
  benchmark: string
  updated: string
}

export const methodologyAt = (publicUrl: string): string => `${publicUrl}/api/v1/intelligence/methodology`

export const attributionAt = (publicUrl: string, { benchmark, updated }: Edition) => ({
  source:
    'crm compensation intelligence, derived from BLS OEWS, DOL OFLC and LCA, BEA, O*NET 29.3 (CC BY 4.0) and Indeed Hiring Lab (CC BY 4.0)',
  url: `${publicUrl}/api/v1/intelligence/directory`,
  methodology: methodologyAt(publicUrl),
  methodology_version: METHODOLOGY_VERSION,
  updated,
  version: 'v1',
  as_of: lastDayOf(benchmark),
})

export const SourceOut = objectSchema((z) => ({
  name: z.string(),
  title: z.string(),
  publisher: z.string(),
  vintage: z.string(),
  licence: z.string(),
  attribution: z.string().optional(),
}))

export const sourceView = (name: string, { title, publisher, vintage, licence, attribution }: Source) => ({
  ...{ name, title, publisher, vintage, licence },
  ...(attribution && { attribution }),
})
