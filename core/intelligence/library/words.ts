// What plain words mean in a process that answers one question, without the whole catalogue. Slugs need none of it.
import type { Sql } from '../../database/connect.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { understand } from '../search/wordings.ts'
import * as store from '../store.ts'
import type { KeptIndex } from './kept-index.ts'
import type { Meant } from './meant.ts'
import { cityIn, roleMeant } from './resolve.ts'
import { openCityIndex } from './whole.ts'

/** The role that words mean; null where that takes the whole catalogue. */
export async function roleOf(
  sql: Sql,
  text: string,
  kept: () => Promise<KeptIndex | null>,
): Promise<Meant | null> {
  const certain = await certainRole(sql, text)
  if (certain) return certain
  const index = (await kept())?.read()
  return index ? roleMeant(index, text) : null
}

/** A wording that names one role beyond doubt, with its words of seniority read. */
async function certainRole(sql: Sql, text: string): Promise<Meant | null> {
  const query = understand(text)
  if (query.words.length === 0 || query.readings.length > 0) return null
  const [all, base] = [query.words.join(' '), query.base.join(' ')]
  const found = new Map((await store.listWordings(sql, [all, base])).map(({ words, role }) => [words, role]))
  const slug = found.has(all) ? found.get(all) : found.get(base)
  // As search scores a wording that matches with its words of seniority, and without.
  const score = found.has(all) ? 1 : 0.99
  return slug ? { text, slug, exact: false, experience: query.experience, score } : null
}

/** The city that words mean. */
export async function placeOf(sql: Sql, folder: string | undefined, text: string): Promise<Meant> {
  const rows = await store.listCities(sql)
  const cities = rows.map(([slug = '', name = '', state = '']) => ({ slug, name, state }))
  const known = { cities, cityAt: new Map(cities.map(({ slug }, at) => [slug, at])) }
  return cityIn(() => openCityIndex(cities, folder), known as unknown as Catalog, text)
}
