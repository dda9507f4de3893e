// The whole data set in memory, for the gateway: catalogue and
// references are loaded immediately, the search indexes on first use.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOccupation, type Catalog } from '../catalog/catalog.ts'
import {
  dataFolder,
  quotedCells,
  readGroups,
  readManifest,
  readRows,
  type Manifest,
  type WholeTables,
} from '../catalog/csv.ts'
import { loadCatalog } from '../catalog/load.ts'
import { loadReferences, type References } from '../catalog/references.ts'
import { runCooperatively } from '../../kernel/cooperative.ts'
import { buildCityIndex, type CityIndex, type PlaceEntry } from '../search/cities.ts'
import { titleModelSteps, type TitleModel } from '../search/occupations.ts'
import { isSameTitle, roleIndexSteps, type RoleIndex } from '../search/roles.ts'

/** The data that estimates are computed from: the whole data set, or only the rows for one estimate. */
export interface Dataset {
  catalog: Catalog
  references: References
}

export interface FullDataset extends Dataset {
  manifest: Manifest
  /** Built on first use in short steps, so that the event loop is not blocked. */
  roleIndex(): Promise<RoleIndex>
  cityIndex(): CityIndex
}

/** Loads all tables in about a third of a second; the role index, on first use, takes twice as long. */
export function loadFullDataset(tables: WholeTables = dataFolder()): FullDataset {
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

function* roleIndexOf(folder: string, catalog: Catalog): Generator<void, RoleIndex> {
  const aliases = readGroups(folder, 'aliases', ([slug = '', text = '', weight]) => [
    slug,
    { text, weight: Number(weight) },
  ])
  const entries = catalog.roles.map(({ slug, title, soc }) => ({
    ...{ slug, title, soc },
    isOfficial: isSameTitle(title, findOccupation(catalog, soc)?.title ?? ''),
    aliases: aliases.get(slug) ?? [],
  }))
  yield
  const index = yield* roleIndexSteps(entries, yield* titleModel(folder))
  // The index now contains these wordings; keeping eighty thousand of them twice took six megabytes.
  for (const entry of entries) entry.aliases = []
  return index
}

function* titleModel(folder: string): Generator<void, TitleModel> {
  const socs = readRows(folder, 'title_socs', ([soc = '']) => soc)
  const features = readRows(folder, 'title_features', ([feature = '', weights = '']) => ({
    feature,
    weights,
  }))
  yield
  const counts = readRows(folder, 'title_counts', ([title = '', counts = '']) => ({ title, counts }))
  yield
  const rare = readRows(folder, 'title_rare', ([soc, hashes = '']) => ({ soc: Number(soc), hashes }))
  yield
  return yield* titleModelSteps(socs, features, counts, rare)
}

/** An index of the cities with their suburbs and nicknames. */
export const openCityIndex = (
  cities: readonly { slug: string; name: string; state: string }[],
  folder = dataFolder(),
): CityIndex => buildCityIndex(cities, readPlaces(folder).map(placeIn))

/** Reads the rows of suburbs and nicknames. */
export function readPlaces(folder: string): string[][] {
  const [, ...lines] = readFileSync(join(folder, 'suburbs.csv'), 'utf8').trimEnd().split('\n')
  return lines.map(quotedCells)
}

/** A row of suburbs.csv as an entry of the index. */
export const placeIn = ([name = '', state = '', city = '', kind]: readonly string[]): PlaceEntry => ({
  name,
  state,
  city,
  kind: kind === 'nickname' || kind === 'namesake' ? kind : 'suburb',
})
