// A minimal data set for one response, read in one round trip; loading everything takes half a second.
import type { Sql } from '../../database/connect.ts'
import { DATA_UPDATED, type Edition } from '../attribution.ts'
import { loadCatalog } from '../catalog/load.ts'
import { loadReferences } from '../catalog/references.ts'
import { levelKeys, readForEffects, titleKeys } from '../estimates/effects.ts'
import * as store from '../store.ts'
import type { LookupResult, PrefetchedExtracts, LookupQuery } from '../intelligence.ts'
import { effectKey, SLUG, type PaySlugs } from './extract-keys.ts'
import type { IndexCache } from './index-cache.ts'
import { exactMatch, lookupResult, slugLike, withUnused, type TextMatch } from './text-match.ts'

/** Where rows and the index of titles are read from. */
interface Source {
  sql: Sql
  folder: string | undefined
  indexCache: () => Promise<IndexCache | null>
  prefetched: PrefetchedExtracts | null | undefined
}

type ExtractRows = ReadonlyMap<string, readonly string[][]>

/** The selected data, and its edition. */
interface LookupInEdition {
  found: LookupResult
  edition: Edition
}

/**
 * The data for a request; null when the tables are empty, or when
 * its text can only be resolved with the whole data set.
 */
export async function lookUpInExtracts(
  source: Source,
  question: LookupQuery,
): Promise<LookupInEdition | null> {
  const { sql, folder, indexCache } = source
  const slug = slugLike(question.role)
  const city = question.city === undefined ? undefined : slugLike(question.city)
  const rows = SLUG.test(slug) ? await readExtracts(source, { role: slug, city: city ?? null }) : null
  if (rows && !rows.has('manifest')) return null
  const isRole = rows?.has('roles')
  if (rows && isRole && (city === undefined || rows.has('cities')))
    return open(rows, exactMatch(slug), city ? exactMatch(city) : null)
  const { lookUpRole, lookUpPlace, separateCity, separateMisspeltCity } = await import('./lookup-text.ts')
  const { matchQuery } = await import('./match-query.ts')
  const { undecorated } = await import('../search/decorations.ts')
  const { title, unused } = isRole ? { title: slug, unused: [] } : undecorated(question.role)
  const plain = { ...question, role: title }
  const asked = city === undefined ? await separateCity(sql, plain, indexCache) : plain
  // Role and city are looked up in parallel. If both are unknown, the error is the role's.
  const placed = asked.city === undefined ? null : lookUpPlace(sql, folder, asked.city)
  placed?.catch(() => {})
  const named = await matchQuery(asked, {
    match: async (text) => (isRole ? exactMatch(slug) : lookUpRole(sql, text, indexCache)),
    split: () => separateMisspeltCity({ sql, folder }, asked.role, indexCache),
  })
  const role = withUnused(named.role, unused)
  if (!role?.slug) return null
  const place = await (placed ?? (named.city === undefined ? null : lookUpPlace(sql, folder, named.city)))
  const meant = await readExtracts(source, { role: role.slug, city: place?.slug ?? null })
  if (!meant.has('roles')) return null
  return open(role.exact ? meant : await withTitle(sql, meant, role.corrected ?? role.text), role, place)
}

/** The rows of the requested extracts by table; several extracts may have rows of the same table. */
async function readExtracts({ sql, prefetched }: Source, slugs: PaySlugs): Promise<ExtractRows> {
  const isPrefetched = prefetched?.role === slugs.role && prefetched.city === slugs.city
  const rows = new Map<string, readonly string[][]>()
  for (const { tables } of await (isPrefetched ? prefetched.extracts : store.listPayExtracts(sql, slugs)))
    for (const [name, more] of Object.entries(tables)) rows.set(name, [...(rows.get(name) ?? []), ...more])
  return rows
}

/** Adds the effects of the words of a title. */
async function withTitle(sql: Sql, rows: ExtractRows, text: string): Promise<ExtractRows> {
  const [, title = '', soc = ''] = rows.get('roles')?.[0] ?? []
  const reading = readForEffects(text)
  const own = { ...reading, base: readForEffects(title).base }
  const keys = [...titleKeys(soc, reading), ...levelKeys(soc, reading), ...levelKeys(soc, own)]
  const found = await store.listExtracts(sql, [...new Set(keys)].map(effectKey))
  const effects = found.flatMap(({ tables }) => tables['effects'] ?? [])
  return new Map([...rows, ['effects', [...(rows.get('effects') ?? []), ...effects]]])
}

function open(rows: ExtractRows, role: TextMatch, city: TextMatch | null): LookupInEdition {
  const found = lookupResult({ catalog: loadCatalog(rows), references: loadReferences(rows) }, role, city)
  const [, benchmark = '', , updated] = rows.get('manifest')?.[0] ?? []
  return { found, edition: { benchmark, updated: updated || DATA_UPDATED } }
}
