// A minimal data set for one response, read in one round trip; loading everything takes half a second.
import type { Sql } from '../../database/connect.ts'
import { DATA_UPDATED, type Edition } from '../attribution.ts'
import { loadCatalog } from '../catalog/load.ts'
import { loadReferences } from '../catalog/references.ts'
import { levelKeys, readForEffects, titleKeys } from '../estimates/effects.ts'
import * as store from '../store.ts'
import type { Found, PayAhead, Question } from '../intelligence.ts'
import { effectKey, SLUG, type PaySlugs } from './extract-keys.ts'
import type { KeptIndex } from './kept-index.ts'
import { exactly, foundOf, slugLike, type Meant } from './meant.ts'

/** Where rows and the index of titles are read from. */
interface Source {
  sql: Sql
  folder: string | undefined
  kept: () => Promise<KeptIndex | null>
  ahead: PayAhead | null | undefined
}

type Picked = ReadonlyMap<string, readonly string[][]>

/** The selected data, and its edition. */
interface PickedAnswer {
  found: Found
  edition: Edition
}

/**
 * The data for a request; null when the tables are empty, or when
 * its text can only be resolved with the whole data set.
 */
export async function pickShelf(source: Source, question: Question): Promise<PickedAnswer | null> {
  const { sql, folder, kept } = source
  const slug = slugLike(question.role)
  const city = question.city === undefined ? undefined : slugLike(question.city)
  const rows = SLUG.test(slug) ? await pick(source, { role: slug, city: city ?? null }) : null
  if (rows && !rows.has('manifest')) return null
  const isRole = rows?.has('roles')
  if (rows && isRole && (city === undefined || rows.has('cities')))
    return open(rows, exactly(slug), city ? exactly(city) : null)
  const { roleOf, placeOf } = await import('./words.ts')
  // Role and city are looked up in parallel. If both are unknown, the error is the role's.
  const placed = question.city === undefined ? null : placeOf(sql, folder, question.city)
  placed?.catch(() => {})
  const role = isRole ? exactly(slug) : await roleOf(sql, question.role, kept)
  if (!role?.slug) return null
  const place = await placed
  const meant = await pick(source, { role: role.slug, city: place?.slug ?? null })
  if (!meant.has('roles')) return null
  return open(role.exact ? meant : await withTitle(sql, meant, role.text), role, place)
}

/** The rows of the requested extracts by table; several extracts may have rows of the same table. */
async function pick({ sql, ahead }: Source, slugs: PaySlugs): Promise<Picked> {
  const isAhead = ahead?.role === slugs.role && ahead.city === slugs.city
  const rows = new Map<string, readonly string[][]>()
  for (const { tables } of await (isAhead ? ahead.extracts : store.listPayExtracts(sql, slugs)))
    for (const [name, more] of Object.entries(tables)) rows.set(name, [...(rows.get(name) ?? []), ...more])
  return rows
}

/** Adds the effects of the words of a title. */
async function withTitle(sql: Sql, rows: Picked, text: string): Promise<Picked> {
  const [, title = '', soc = ''] = rows.get('roles')?.[0] ?? []
  const reading = readForEffects(text)
  const own = { ...reading, base: readForEffects(title).base }
  const keys = [...titleKeys(soc, reading), ...levelKeys(soc, reading), ...levelKeys(soc, own)]
  const found = await store.listExtracts(sql, [...new Set(keys)].map(effectKey))
  const effects = found.flatMap(({ tables }) => tables['effects'] ?? [])
  return new Map([...rows, ['effects', [...(rows.get('effects') ?? []), ...effects]]])
}

function open(rows: Picked, role: Meant, city: Meant | null): PickedAnswer {
  const found = foundOf({ catalog: loadCatalog(rows), references: loadReferences(rows) }, role, city)
  const [, benchmark = '', , updated] = rows.get('manifest')?.[0] ?? []
  return { found, edition: { benchmark, updated: updated || DATA_UPDATED } }
}
