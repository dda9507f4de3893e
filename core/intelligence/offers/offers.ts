// What employers wrote into filed offers for a title: the group of them that answers for a level and a place.
import type { Catalog, City, OfferGroup, Role } from '../file/catalog.ts'
import type { Band } from '../estimates/experience.ts'
import { experienceOf, groupOf } from './levels.ts'

export type Scope = 'city' | 'state' | 'national'

/** Offers of a title, where they are from, and the level they state; `level` null: none. */
type FiledOffers = { group: OfferGroup; scope: Scope; level: string | null }

/** From so many offers a median is surer than a wider place, or a neighbouring level, would be. */
export const ENOUGH = 10

/**
 * The narrowest group of ten offers or more: first those that state the very level, in the city, the state, the nation, then
 * those of its experience. Failing that the first group there is; null where all are too small to show.
 * `key` is a level as `levelKey` gives it.
 */
export function filedOffers(
  { catalog, role }: { catalog: Pick<Catalog, 'offers'>; role: Pick<Role, 'slug'> },
  key: string,
  city: City | null,
): FiledOffers | null {
  const places = scopesOf(city)
  const found = askedLevels(key).flatMap(({ level, key: named }) =>
    places.flatMap(({ place, scope }) => {
      const group = catalog.offers(role.slug, named, place)
      return group ? [{ group, scope, level }] : []
    }),
  )
  return found.find(({ group }) => group.offers >= ENOUGH) ?? found[0] ?? null
}

function scopesOf(city: City | null): { place: string; scope: Scope }[] {
  const nation = { place: '', scope: 'national' } as const
  return city
    ? [{ place: city.slug, scope: 'city' }, { place: city.state, scope: 'state' }, nation]
    : [nation]
}

/** The groups of a level, the surest first: the level itself, then all levels of its experience. */
function askedLevels(key: string): { key: string; level: string | null }[] {
  const experience: Band | null = experienceOf(key)
  if (!experience) return [{ key, level: key || null }]
  return [
    { key, level: key },
    { key: groupOf(experience), level: experience },
  ]
}

/** Why there is no figure of offers. */
export const noOffers = (title: string, key: string): string =>
  `Fewer than five filed offers, or of fewer than three employers, are held for ${title}${key ? ` at this level (${key})` : ''}.`
