// What somebody meant by a role or a city, and what is said of it.
import { findCity, findRole } from '../catalog/catalog.ts'
import { seniorityOf } from '../estimates/blend.ts'
import { estimate } from '../estimates/estimate.ts'
import type { Found, Understood } from '../intelligence.ts'
import type { Experience } from '../search/seniority.ts'
import type { Shelf } from './whole.ts'

/** What a text means. `slug` is null only for a place that is no city: "remote", "national". */
export interface Meant {
  text: string
  slug: string | null
  /** The text was the slug itself. */
  exact: boolean
  experience: Experience | null
  score: number
}

export const exactly = (slug: string): Meant => ({
  text: slug,
  slug,
  exact: true,
  experience: null,
  score: 1,
})

/** As slugs are written. */
export const slugLike = (text: string): string => text.trim().toLowerCase()

/** What a question asks about: the role and the city that were meant, and what the words say of seniority. */
export function foundOf({ catalog, references }: Shelf, role: Meant, city: Place | null): Found {
  const { experience, text, exact } = role
  const found = findRole(catalog, role.slug!)!
  const place = city?.slug ? findCity(catalog, city.slug) : null
  const seniority = exact ? null : seniorityOf(catalog, found, text, experience)
  const asked = { role: found.slug, city: place?.slug ?? null }
  const ofTitle = seniority !== null && 'title' in seniority
  const all = ofTitle ? estimate(catalog, asked) : null
  return {
    catalog,
    references,
    role: found,
    city: place,
    experience,
    seniority,
    understood: understoodOf(role, city, all && !('missing' in all) ? all.median : null),
  }
}

/** What to say of the words; null when both were slugs. */
function understoodOf(role: Meant, city: Place | null, roleMedian: number | null): Understood | null {
  if (role.exact && (city === null || city.exact)) return null
  const { text, slug, experience, score } = role
  return {
    role: role.exact ? null : { text, slug: slug!, experience, score, role_median: roleMedian },
    city: !city || city.exact ? null : { text: city.text, slug: city.slug, score: city.score },
  }
}

type Place = Omit<Meant, 'experience'>
