/** Pay by experience band: entry, mid, senior, staff, calibrated on OFLC wage levels I-IV of real offers. */
import type { Catalog } from '../catalog/catalog.ts'
import { levelOf } from '../search/seniority.ts'
import { BANDS, type Band, type Seniority } from './effects.ts'
import { estimate } from './estimate.ts'

export type BandPay = { median: number; p25: number; p75: number }

/** Median and quartiles of every band, dollars a year; null when the role has no figure. Modelled. */
export function byExperience(
  catalog: Catalog,
  role: string,
  city: string | null,
): Record<Band, BandPay> | null {
  const bands = BANDS.map((band) => {
    const found = estimate(catalog, { role, city, seniority: { band } })
    return 'missing' in found
      ? null
      : ([band, { median: found.median, p25: found.low, p75: found.high }] as const)
  })
  if (bands.includes(null)) return null
  return Object.fromEntries(bands.filter((band) => band !== null)) as Record<Band, BandPay>
}

/** The given band, or the one that the words of a title state; null when there is none. */
export function bandOf(seniority: Seniority): Band | null {
  if (seniority === null) return null
  return 'band' in seniority ? seniority.band : levelOf(seniority.title.split(' ')).experience
}
