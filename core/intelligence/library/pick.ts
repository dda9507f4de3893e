// A minimal data set for one response, read in two round trips; loading everything takes half a second.
import type { Sql } from '../../database/connect.ts'
import { findCity, findRole, type Catalog } from '../catalog/catalog.ts'
import type { Tables } from '../catalog/csv.ts'
import { loadCatalog } from '../catalog/load.ts'
import { loadReferences } from '../catalog/references.ts'
import { BANDS, readForEffects, seniorityKeys, settingKeys, titleKeys } from '../estimates/effects.ts'
import { understand } from '../search/wordings.ts'
import * as store from '../store.ts'
import type { Found, Question } from '../intelligence.ts'
import { understoodOf } from './find.ts'
import type { KeptIndex } from './kept-index.ts'
import { cityIn, exactly, roleMeant, slugLike, type Meant } from './resolve.ts'
import { openCityIndex } from './whole.ts'

type Rows = Map<string, string[][]>

/** What a question needs; null when only the whole data set can tell what its words mean, or the tables are empty. */
export async function pickShelf(
  sql: Sql,
  folder: string | undefined,
  question: Question,
  kept: () => Promise<KeptIndex | null>,
): Promise<Found | null> {
  const city = question.city === undefined ? undefined : slugLike(question.city)
  const rows = await pick(sql, slugLike(question.role), city ?? null)
  const isKnown = rows.has('roles') && (city === undefined || rows.has('cities'))
  if (isKnown) return open(sql, rows, exactly(slugLike(question.role)), city ? exactly(city) : null)
  if (!rows.has('manifest')) return null
  const role = rows.has('roles') ? exactly(slugLike(question.role)) : await roleOf(sql, question.role, kept)
  if (!role?.slug) return null
  const place = question.city === undefined ? null : await placeOf(sql, folder, question.city)
  return open(sql, await pick(sql, role.slug, place?.slug ?? null), role, place)
}

async function pick(sql: Sql, role: string, city: string | null): Promise<Rows> {
  const rows: Rows = new Map()
  for (const { name, cells } of await store.listPayRows(sql, role, city)) {
    const texts = cells.map((cell) => (cell === null ? '' : String(cell)))
    const held = rows.get(name)
    if (held) held.push(texts)
    else rows.set(name, [texts])
  }
  return rows
}

/** The role that words mean; null where that takes the whole catalogue. */
async function roleOf(sql: Sql, text: string, kept: () => Promise<KeptIndex | null>): Promise<Meant | null> {
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

async function placeOf(sql: Sql, folder: string | undefined, text: string): Promise<Meant> {
  const cities = await store.listCityNames(sql)
  const known = { cities, cityAt: new Map(cities.map(({ slug }, at) => [slug, at])) }
  return cityIn(() => openCityIndex(cities, folder), known as unknown as Catalog, text)
}

async function open(sql: Sql, rows: Rows, role: Meant, city: Meant | null): Promise<Found> {
  const [, title = '', soc = ''] = rows.get('roles')?.[0] ?? []
  const effects = await store.listEffectRows(sql, effectKeys(soc, title, rows.get('cities') ?? []))
  rows.set(
    'effects',
    effects.map(({ cells }) => cells.map(String)),
  )
  const tables: Tables = rows
  const catalog = loadCatalog(tables)
  return {
    catalog,
    references: loadReferences(tables),
    role: findRole(catalog, role.slug!)!,
    city: city?.slug ? findCity(catalog, city.slug) : null,
    experience: role.experience,
    understood: understoodOf(role, city),
  }
}

function effectKeys(soc: string, title: string, cities: readonly string[][]): string[] {
  const places = cities.flatMap(([city = '']) => settingKeys({ soc, city }))
  const bands = BANDS.flatMap((band) => seniorityKeys(soc, { band }))
  return [
    ...new Set([
      ...places,
      ...settingKeys({ soc, city: null }),
      ...titleKeys(soc, readForEffects(title)),
      ...bands,
    ]),
  ]
}
