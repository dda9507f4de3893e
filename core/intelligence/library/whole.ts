// The whole data set in memory, as the gateway keeps it: catalogue and references at once, the search index on first
// use.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalog } from '../catalog/catalog.ts'
import {
  dataFolder,
  quotedCells,
  readManifest,
  readTable,
  type Manifest,
  type WholeTables,
} from '../catalog/csv.ts'
import { loadCatalog } from '../catalog/load.ts'
import { loadReferences, type References } from '../catalog/references.ts'
import { runCooperatively } from '../../kernel/cooperative.ts'
import { buildCityIndex, type CityIndex, type PlaceEntry } from '../search/cities.ts'
import { titleModelSteps, type TitleModel } from '../search/occupations.ts'
import { roleIndexSteps, type RoleIndex } from '../search/roles.ts'

/** What answers are computed from; of the whole data set, or of the few rows one answer needs. */
export interface Shelf {
  catalog: Catalog
  references: References
}

export interface Whole extends Shelf {
  manifest: Manifest
  /** Made on first use, in turns: whoever asks for it waits, nobody else does. */
  roleIndex(): Promise<RoleIndex>
  cityIndex(): CityIndex
}

/** Loads all tables. A third of a second; the role index takes twice as long on its first use. */
export function loadWhole(tables: WholeTables = dataFolder()): Whole {
  const folder = typeof tables === 'string' ? tables : tables.folder
  const catalog = loadCatalog(tables)
  let roles: Promise<RoleIndex> | undefined
  let cities: CityIndex | undefined
  return {
    catalog,
    references: loadReferences(tables),
    manifest: readManifest(tables),
    roleIndex: () => (roles ??= runCooperatively(roleIndexOf(folder, catalog))),
    cityIndex: () => (cities ??= openCityIndex(catalog.cities, folder)),
  }
}

function* roleIndexOf(folder: string, { roles }: Catalog): Generator<void, RoleIndex> {
  const aliases = new Map<string, { text: string; weight: number }[]>()
  readTable(folder, 'aliases', ([slug = '', text = '', weight]) => {
    const own = aliases.get(slug)
    if (own) own.push({ text, weight: Number(weight) })
    else aliases.set(slug, [{ text, weight: Number(weight) }])
  })
  const entries = roles.map(({ slug, title, soc }) => ({
    slug,
    title,
    soc,
    aliases: aliases.get(slug) ?? [],
  }))
  yield
  const index = yield* roleIndexSteps(entries, yield* titleModel(folder))
  // Their wordings are in the index now; eighty thousand of them twice were six megabytes.
  for (const entry of entries) entry.aliases = []
  return index
}

function* titleModel(folder: string): Generator<void, TitleModel> {
  const socs: string[] = []
  const features: { feature: string; weights: string }[] = []
  const counts: { title: string; counts: string }[] = []
  readTable(folder, 'title_socs', ([soc = '']) => socs.push(soc))
  readTable(folder, 'title_features', ([feature = '', weights = '']) => features.push({ feature, weights }))
  yield
  readTable(folder, 'title_counts', ([title = '', pairs = '']) => counts.push({ title, counts: pairs }))
  yield
  return yield* titleModelSteps(socs, features, counts)
}

/** Cities with the suburbs and nicknames that lead to them. */
export function openCityIndex(
  cities: readonly { slug: string; name: string; state: string }[],
  folder = dataFolder(),
): CityIndex {
  const [, ...lines] = readFileSync(join(folder, 'suburbs.csv'), 'utf8').trimEnd().split('\n')
  const places = lines.map((line): PlaceEntry => {
    const [name = '', state = '', city = '', kind] = quotedCells(line)
    return { name, state, city, kind: kind === 'nickname' ? 'nickname' : 'suburb' }
  })
  return buildCityIndex(cities, places)
}
