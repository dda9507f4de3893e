/** Pay by experience band: entry, mid, senior, staff, calibrated on OFLC wage levels I-IV of real offers. */
import type { Catalog } from '../catalog/catalog.ts'
import { BANDS, type Band } from './effects.ts'
import { estimate } from './estimate.ts'
import type { Level } from '../roles/title.ts'

export type BandPay = { median: number; p25: number; p75: number }

/** Every band's median and quartiles, dollars a year; null when the role has no figure there. Labelled modelled. */
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

/** The band a title's words speak of; "plain" is mid, as the API's default is. */
export const BAND_OF: Record<Level, Band> = {
  intern: 'entry', junior: 'entry', one: 'entry', associate: 'entry', plain: 'mid', two: 'mid', three: 'senior', senior: 'senior',
  four: 'senior', lead: 'senior', 'senior-two': 'senior', five: 'staff', staff: 'staff', principal: 'staff', 'senior-staff': 'staff',
  'senior-principal': 'staff', distinguished: 'staff',
} // prettier-ignore
