// The whole data set in memory, as the gateway keeps it: catalog and references at once, search when first asked for.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalog } from '../catalog/catalog.ts'
import { dataFolder, quotedCells, readTable } from '../catalog/csv.ts'
import { loadCatalog } from '../catalog/load.ts'
import { loadReferences, type References } from '../catalog/references.ts'
import { loadManifest, type Manifest } from '../lineage/lineage.ts'
import { buildCityIndex, type CityIndex, type PlaceEntry } from '../search/cities.ts'
import { openTitleModel } from '../search/occupations.ts'
import { buildRoleIndex, type RoleIndex } from '../search/roles.ts'

/** What answers are computed from; of the whole data set, or of the few rows one answer needs. */
export interface Shelf {
  catalog: Catalog
  references: References
}

export interface Whole extends Shelf {
  manifest: Manifest
  roleIndex(): RoleIndex
  cityIndex(): CityIndex
}

/** Loads `<folder>` (sql/data). About half a second; the role index takes as long again on its first use. */
export function loadWhole(folder = dataFolder()): Whole {
  const catalog = loadCatalog(folder)
  let roles: RoleIndex | undefined
  let cities: CityIndex | undefined
  return {
    catalog,
    references: loadReferences(folder),
    manifest: loadManifest(folder),
    roleIndex: () => (roles ??= openRoleIndex(folder, catalog)),
    cityIndex: () => (cities ??= openCityIndex(catalog.cities, folder)),
  }
}

function openRoleIndex(folder: string, { roles }: Catalog): RoleIndex {
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
  const index = buildRoleIndex(entries, titleModel(folder))
  // Their wordings are in the index now; eighty thousand of them twice were six megabytes.
  for (const entry of entries) entry.aliases = []
  return index
}

function titleModel(folder: string) {
  const socs: string[] = []
  const features: { feature: string; weights: string }[] = []
  const counts: { title: string; counts: string }[] = []
  readTable(folder, 'title_socs', ([soc = '']) => socs.push(soc))
  readTable(folder, 'title_features', ([feature = '', weights = '']) => features.push({ feature, weights }))
  readTable(folder, 'title_counts', ([title = '', pairs = '']) => counts.push({ title, counts: pairs }))
  return openTitleModel(socs, features, counts)
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
