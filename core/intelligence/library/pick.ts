// A minimal data set for one response, read in one round trip; loading everything takes half a second.
import type { Sql } from '../../database/connect.ts'
import { DATA_UPDATED, type Edition } from '../attribution.ts'
import { loadCatalog } from '../catalog/load.ts'
import { loadReferences } from '../catalog/references.ts'
import { levelKeys, readForEffects, titleKeys } from '../estimates/effects.ts'
import * as store from '../store.ts'
import type { Found, Question } from '../intelligence.ts'
import { effectKey } from './extracts.ts'
import type { KeptIndex } from './kept-index.ts'
import { exactly, foundOf, slugLike, type Meant } from './meant.ts'

/** What may be a slug; all else is words. */
const SLUG = /^[a-z0-9-]+$/

type Picked = ReadonlyMap<string, readonly string[][]>

/** What was picked, and of which edition of the data. */
export interface PickedAnswer {
  found: Found
  edition: Edition
}

/** What a question needs; null when only the whole data set can tell what its words mean, or the tables are empty. */
export async function pickShelf(
  sql: Sql,
  folder: string | undefined,
  question: Question,
  kept: () => Promise<KeptIndex | null>,
): Promise<PickedAnswer | null> {
  const slug = slugLike(question.role)
  const city = question.city === undefined ? undefined : slugLike(question.city)
  const rows = SLUG.test(slug) ? await pick(sql, slug, city ?? null) : null
  if (rows && !rows.has('manifest')) return null
  const isRole = rows?.has('roles')
  if (rows && isRole && (city === undefined || rows.has('cities')))
    return open(rows, exactly(slug), city ? exactly(city) : null)
  const { roleOf, placeOf } = await import('./words.ts')
  // Both are asked at once; of two that are unknown, the role is refused.
  const placed = question.city === undefined ? null : placeOf(sql, folder, question.city)
  placed?.catch(() => {})
  const role = isRole ? exactly(slug) : await roleOf(sql, question.role, kept)
  if (!role?.slug) return null
  const place = await placed
  const meant = await pick(sql, role.slug, place?.slug ?? null)
  if (!meant.has('roles')) return null
  return open(role.exact ? meant : await withTitle(sql, meant, role.text), role, place)
}

/** Rows of what was found by their table; the same table may be in several extracts. */
async function pick(sql: Sql, role: string, city: string | null): Promise<Picked> {
  const rows = new Map<string, string[][]>()
  for (const { tables } of await store.listPayExtracts(sql, role, city))
    for (const [name, more] of Object.entries(tables)) {
      const held = rows.get(name)
      if (held) held.push(...more)
      else rows.set(name, more)
    }
  return rows
}

/** With what offers say of the words of a title. */
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
