// Pay in filed offers for a title. Picks the group of offers for a level and place.
import type { Catalog, City, OfferGroup, Role } from '../file/catalog.ts'
import { ladder, RUNGS, type Rung } from './levels.ts'

export type Scope = 'city' | 'state' | 'national'

/**
 * A group of offers for a title, with the place it covers and the level it states. `scale` is the factor applied to the
 * percentiles, so that pay rises with the level. 1 for most groups.
 */
export type FiledOffers = NonNullable<ReturnType<typeof filedOffers>>

/** From this many offers on, a local group is preferred to a wider one, and p10 and p90 are shown. */
export const ENOUGH = 10

/** How much an employer weighs when levels are pooled (`ladder`), by how local its offers are. */
const NEARNESS = { city: 4, state: 2, national: 1 } as const

/**
 * The narrowest group with ten offers at a level: city, state, then nation. Otherwise the first group that exists, or null. If
 * a higher level would pay less than a lower one, the percentiles are scaled so that pay rises with the level.
 */
export function filedOffers(
  { catalog, role }: { catalog: Pick<Catalog, 'offers'>; role: Pick<Role, 'slug'> },
  level: Rung,
  city: City | null,
) {
  const places = scopesOf(city)
  const groupAt = (rung: Rung) => {
    const found = places.flatMap(({ place, scope }) => {
      const group = catalog.offers(role.slug, rung, place)
      return group ? [{ group, scope }] : []
    })
    return found.find(({ group }) => group.offers >= ENOUGH) ?? found[0]
  }
  const rung = level === 'junior' && !groupAt(level) ? 'entry' : level
  const own = groupAt(rung)
  if (!own) return null
  const steps = ['' as const, ...RUNGS].flatMap((step) => {
    const found = groupAt(step)
    if (!found) return []
    const weight = found.group.employers * NEARNESS[found.scope]
    return [[step, { ln: Math.log(medianOf(found.group)), weight }] as const]
  })
  const scale = Math.exp((ladder(new Map(steps)).get(rung) ?? 0) - Math.log(medianOf(own.group)))
  if (Math.abs(scale - 1) < 1e-9) return { ...own, level: rung, scale: 1 }
  const percentiles = own.group.percentiles.map((pay) => Math.round((pay * scale) / 100) * 100)
  return { ...own, group: { ...own.group, percentiles }, level: rung, scale }
}

const medianOf = ({ percentiles }: OfferGroup): number => percentiles[2] ?? 0

/** The places to search for figures of a city, narrowest first. */
export function scopesOf(city: City | null): { place: string; scope: Scope }[] {
  const nation = { place: '', scope: 'national' } as const
  return city
    ? [{ place: city.slug, scope: 'city' }, { place: city.state, scope: 'state' }, nation]
    : [nation]
}

export const placeName = (scope: Scope, city: City | null): string =>
  !city || scope === 'national'
    ? 'United States'
    : scope === 'state'
      ? city.state
      : `${city.name}, ${city.state}`

export const noOffers = (title: string, level: Rung): string =>
  `There are fewer than five filed offers, or fewer than three employers, for ${title}${level ? ` at this level (${level})` : ''}.`
