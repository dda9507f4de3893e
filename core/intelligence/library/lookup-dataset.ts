// Finds the role and the city of a request in the whole catalogue.
import { findRole } from '../catalog/catalog.ts'
import type { LookupResult, LookupQuery } from '../intelligence.ts'
import { undecorated } from '../search/decorations.ts'
import { matchQuery } from './match-query.ts'
import { mayNamePlace, misspeltPlaceInTitle, placeInTitle } from './place-in-title.ts'
import { lookupResult, slugLike, withUnused } from './text-match.ts'
import { matchCity, matchRole } from './resolve.ts'
import type { FullDataset } from './dataset.ts'

/** Resolves a request. Throws `role_not_found` and `city_not_found`. */
export async function lookUpInDataset(whole: FullDataset, query: LookupQuery): Promise<LookupResult> {
  const isSlug = findRole(whole.catalog, slugLike(query.role)) !== null
  const { title, unused } = isSlug ? { title: query.role, unused: [] } : undecorated(query.role)
  const plain = { ...query, role: title }
  const asked = query.city === undefined ? await separateCity(whole, plain) : plain
  const split = async () => misspeltPlaceInTitle(await whole.roleIndex(), whole.cityIndex(), asked.role)
  const { role, city } = await matchQuery(asked, { match: (text) => matchRole(whole, text), split })
  const cityMeant = city === undefined ? null : matchCity(whole.cityIndex, whole.catalog, city)
  return lookupResult(whole, withUnused(role, unused), cityMeant)
}

/** The query with the city that its role's words end in as its city. */
async function separateCity(whole: FullDataset, query: LookupQuery): Promise<LookupQuery> {
  const { role } = query
  if (findRole(whole.catalog, slugLike(role)) || !mayNamePlace(whole.cityIndex(), role)) return query
  return placeInTitle(await whole.roleIndex(), whole.cityIndex(), role) ?? query
}
