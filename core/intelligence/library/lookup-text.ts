// Resolves plain words in a process that handles one request,
// without loading the whole catalogue. Slugs do not need this.
import type { Sql } from '../../database/connect.ts'
import { buildCityIndex, isNamed, namesIn } from '../search/cities.ts'
import { understand } from '../search/wordings.ts'
import type { LookupQuery } from '../intelligence.ts'
import * as store from '../store.ts'
import { mayNamePlace, misspeltPlaceInTitle, placeInTitle, placesIn } from './place-in-title.ts'
import type { IndexCache } from './index-cache.ts'
import type { TextMatch } from './text-match.ts'
import { matchCity, matchRoleInIndex } from './resolve.ts'
import { openCityIndex, placeIn } from './dataset.ts'

/** The role that a text means; null when only the whole catalogue can tell. */
export async function lookUpRole(
  sql: Sql,
  text: string,
  indexCache: () => Promise<IndexCache | null>,
): Promise<TextMatch | null> {
  const certain = await lookUpUnambiguousRole(sql, text)
  if (certain) return certain
  const index = (await indexCache())?.read()
  return index ? matchRoleInIndex(index, text) : null
}

/** Looks up a wording that names exactly one role, with the seniority words interpreted. */
async function lookUpUnambiguousRole(sql: Sql, text: string): Promise<TextMatch | null> {
  const query = understand(text)
  if (query.words.length === 0 || query.readings.length > 0) return null
  const [all, base] = [query.words.join(' '), query.base.join(' ')]
  const found = new Map((await store.listWordings(sql, [all, base])).map(({ words, role }) => [words, role]))
  const slug = found.has(all) ? found.get(all) : found.get(base)
  // The scores that search gives to a match with and without the seniority words.
  const score = found.has(all) ? 1 : 0.99
  return slug ? { text, slug, exact: false, experience: query.experience, score } : null
}

/** The query with the city that its role's words end in as its city, where that can be told. */
export async function separateCity(
  sql: Sql,
  query: LookupQuery,
  indexCache: () => Promise<IndexCache | null>,
): Promise<LookupQuery> {
  const { role } = query
  const names = placesIn(role)
  if (names.length === 0 || (await lookUpUnambiguousRole(sql, role))) return query
  const { places } = await readPlacesNamed(sql, names)
  const index = mayNamePlace(places, role) ? (await indexCache())?.read() : null
  return (index && placeInTitle(index, places, role)) ?? query
}

/** The query's role, and the misspelt city among its words, for a text that is no certain role. */
export async function separateMisspeltCity(
  { sql, folder }: { sql: Sql; folder: string | undefined },
  text: string,
  indexCache: () => Promise<IndexCache | null>,
): Promise<ReturnType<typeof placeInTitle>> {
  const index = (await indexCache())?.read()
  if (!index) return null
  const { cities } = await readPlacesNamed(sql, [])
  return misspeltPlaceInTitle(index, openCityIndex(cities, folder), text)
}

/** The city that a text means: among the places of that name, else the most similar of all places. */
export async function lookUpPlace(sql: Sql, folder: string | undefined, text: string): Promise<TextMatch> {
  const { cities, places } = await readPlacesNamed(sql, namesIn(text))
  const known = { cities, cityAt: new Map(cities.map(({ slug }, at) => [slug, at])) }
  const index = () => (isNamed(places, text) ? places : openCityIndex(cities, folder))
  return matchCity(index, known, text)
}

/** All cities, and an index of them with only the suburbs and nicknames of these names. */
async function readPlacesNamed(sql: Sql, names: readonly string[]) {
  const tables = (await store.listPlaces(sql, names)).map((row) => row.tables)
  const rowsOf = (name: string) => tables.flatMap((rows) => rows[name] ?? [])
  const cities = rowsOf('cities').map(([slug = '', name = '', state = '']) => ({ slug, name, state }))
  return { cities, places: buildCityIndex(cities, rowsOf('places').map(placeIn)) }
}
