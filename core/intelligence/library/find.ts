// Finds the role and the city of a question in the whole catalogue.
import { findCity, findRole } from '../catalog/catalog.ts'
import type { Found, Question, Understood } from '../intelligence.ts'
import { cityIn, roleIn, type Meant } from './resolve.ts'
import type { Whole } from './whole.ts'

/** Finds role and city in the whole catalogue. */
export async function findIn(whole: Whole, { role, city }: Question): Promise<Found> {
  const roleMeant = await roleIn(whole, role)
  const cityMeant = city === undefined ? null : cityIn(whole.cityIndex, whole.catalog, city)
  return {
    catalog: whole.catalog,
    references: whole.references,
    role: findRole(whole.catalog, roleMeant.slug)!,
    city: cityMeant?.slug ? findCity(whole.catalog, cityMeant.slug) : null,
    experience: roleMeant.experience,
    understood: understoodOf(roleMeant, cityMeant),
  }
}

/** What to say of the words; null when both were slugs. */
export function understoodOf(role: Meant, city: Omit<Meant, 'experience'> | null): Understood | null {
  if (role.exact && (city === null || city.exact)) return null
  return {
    role: role.exact
      ? null
      : { text: role.text, slug: role.slug!, experience: role.experience, score: role.score },
    city: !city || city.exact ? null : { text: city.text, slug: city.slug, score: city.score },
  }
}
