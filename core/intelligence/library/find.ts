// Finds the role and the city of a request in the whole catalogue.
import type { Found, Question } from '../intelligence.ts'
import { foundOf } from './meant.ts'
import { cityIn, roleIn } from './resolve.ts'
import type { Whole } from './whole.ts'

/** Resolves a request. Throws `role_not_found` and `city_not_found`. */
export async function findIn(whole: Whole, { role, city }: Question): Promise<Found> {
  const roleMeant = await roleIn(whole, role)
  const cityMeant = city === undefined ? null : cityIn(whole.cityIndex, whole.catalog, city)
  return foundOf(whole, roleMeant, cityMeant)
}
