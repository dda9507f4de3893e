// Finds the role and the city of a request in the whole catalogue.
import type { LookupResult, LookupQuery } from '../intelligence.ts'
import { lookupResult } from './text-match.ts'
import { matchCity, matchRole } from './resolve.ts'
import type { Whole } from './whole.ts'

/** Resolves a request. Throws `role_not_found` and `city_not_found`. */
export async function lookUpInDataset(whole: Whole, { role, city }: LookupQuery): Promise<LookupResult> {
  const roleMeant = await matchRole(whole, role)
  const cityMeant = city === undefined ? null : matchCity(whole.cityIndex, whole.catalog, city)
  return lookupResult(whole, roleMeant, cityMeant)
}
