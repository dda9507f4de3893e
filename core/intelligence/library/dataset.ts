// The data set of a pay file: catalogue and references read on demand, the search indexes made on first use.
import { findOccupation, type Catalog } from '../catalog/catalog.ts'
import type { Manifest } from '../catalog/csv.ts'
import { manifestOf } from '../catalog/manifest.ts'
import { openCatalog } from '../catalog/open.ts'
import { openReferences, type References } from '../catalog/references.ts'
import type { Row } from '../file/layout.ts'
import type { PayFile } from '../file/pay-file.ts'
import { runCooperatively } from '../../kernel/cooperative.ts'
import { buildCityIndex, type CityIndex, type PlaceEntry } from '../search/cities.ts'
import { titleModelSteps, type TitleModel } from '../search/occupations.ts'
import { isSameTitle, roleIndexSteps, type RoleIndex } from '../search/roles.ts'

/** The data that estimates are computed from. */
export interface Dataset {
  catalog: Catalog
  references: References
}

export interface FullDataset extends Dataset {
  file: PayFile
  readonly manifest: Manifest
  /** Built on first use in short steps, so that the event loop is not blocked. */
  roleIndex(): Promise<RoleIndex>
  cityIndex(): CityIndex
}

/** Opens the data set of a file without reading its tables. */
export function openDataset(file: PayFile): FullDataset {
  const catalog = openCatalog(file)
  let roles: Promise<RoleIndex> | undefined
  let cities: CityIndex | undefined
  return {
    file,
    catalog,
    references: openReferences(file),
    get manifest() {
      return manifestOf(file)
    },
    roleIndex: () => (roles ??= runCooperatively(roleIndexOf(file, catalog))),
    cityIndex: () => (cities ??= buildCityIndex(catalog.cities, Array.from(file.rows('suburbs'), placeIn))),
  }
}

function* roleIndexOf(file: PayFile, catalog: Catalog): Generator<void, RoleIndex> {
  const entries = catalog.roles.map(({ slug, title, soc }) => ({
    ...{ slug, title, soc },
    isOfficial: isSameTitle(title, findOccupation(catalog, soc)?.title ?? ''),
    aliases: Array.from(file.rows('aliases', slug), ([, text = '', weight]) => ({
      text,
      weight: Number(weight),
    })),
  }))
  yield
  const index = yield* roleIndexSteps(entries, yield* titleModel(file))
  // The index now contains these wordings; keeping eighty thousand of them twice took six megabytes.
  for (const entry of entries) entry.aliases = []
  return index
}

function* titleModel(file: PayFile): Generator<void, TitleModel> {
  const socs = Array.from(file.rows('title_socs'), ([soc = '']) => soc)
  const features = Array.from(file.rows('title_features'), ([feature = '', weights = '']) => ({
    feature,
    weights,
  }))
  yield
  const counts = Array.from(file.rows('title_counts'), ([title = '', counts = '']) => ({ title, counts }))
  yield
  const rare = Array.from(file.rows('title_rare'), ([soc, hashes = '']) => ({ soc: Number(soc), hashes }))
  yield
  return yield* titleModelSteps(socs, features, counts, rare)
}

/** A row of suburbs.csv as an entry of the index. */
const placeIn = ([name = '', state = '', city = '', kind]: Row): PlaceEntry => ({
  name,
  state,
  city,
  kind: kind === 'nickname' || kind === 'namesake' ? kind : 'suburb',
})
