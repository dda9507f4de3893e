// What employers wrote into filed offers for a title: the group of them that answers for a level and a place.
import type { Catalog, City, OfferGroup, Role } from '../file/catalog.ts'
import { ladder, RUNGS, type Rung } from './levels.ts'

export type Scope = 'city' | 'state' | 'national'

/** Offers of a title, where they are from, and the level they state. */
export interface FiledOffers {
  group: OfferGroup
  scope: Scope
  level: Rung
  /** What the percentiles were multiplied by, so that pay rises with the level; 1 for most groups. */
  drawn: number
}

/** From so many offers a median is surer than that of a wider place, and tenths are served. */
export const ENOUGH = 10

/** The weight of an employer in a place's ladder, by the place of its offers. */
const NEARNESS = { city: 4, state: 2, national: 1 } as const

/**
 * The narrowest group of ten offers or more at a level: in the city, the state, the nation; failing that the first group
 * there is, and null where all are too small to show. A group is drawn to the title's ladder where levels would fall.
 */
export function filedOffers(
  { catalog, role }: { catalog: Pick<Catalog, 'offers'>; role: Pick<Role, 'slug'> },
  level: Rung,
  city: City | null,
): FiledOffers | null {
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
  const drawn = Math.exp((ladder(new Map(steps)).get(rung) ?? 0) - Math.log(medianOf(own.group)))
  if (Math.abs(drawn - 1) < 1e-9) return { ...own, level: rung, drawn: 1 }
  const percentiles = own.group.percentiles.map((pay) => Math.round((pay * drawn) / 100) * 100)
  return { ...own, group: { ...own.group, percentiles }, level: rung, drawn }
}

const medianOf = ({ percentiles }: OfferGroup): number => percentiles[2] ?? 0

/** The places that figures of a city are looked for in, the narrowest first. */
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
  `Fewer than five filed offers, or of fewer than three employers, are held for ${title}${level ? ` at this level (${level})` : ''}.`
