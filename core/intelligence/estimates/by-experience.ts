/** Pay at every level of experience: places in the surveyed distribution, so that it rises everywhere. */
import type { Catalog } from '../file/catalog.ts'
import { estimate } from './estimate.ts'
import { BANDS, type Band } from './experience.ts'

type BandPay = { median: number; p25: number; p75: number }

/** Median and quartiles of every level, dollars a year; null when the role has no figure. Modelled. */
export function byExperience(
  catalog: Catalog,
  role: string,
  city: string | null,
): Record<Band, BandPay> | null {
  const bands = BANDS.flatMap((experience) => {
    const found = estimate(catalog, { role, city, experience })
    return 'missing' in found
      ? []
      : [[experience, { median: found.median, p25: found.low, p75: found.high }] as const]
  })
  // All bands or none: what is missing depends on the role and the place alone.
  return bands.length === 0 ? null : (Object.fromEntries(bands) as Record<Band, BandPay>)
}
