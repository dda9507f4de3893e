/** Loads the shipped tables that estimates need into a Catalog; `references.ts` loads the other tables. */
import { isTrainingTitle, readForEffects } from '../estimates/effects.ts'
import { lognormalOf } from '../estimates/percentiles.ts'
import { cellAt, type Catalog, type Cells, type City, type NationalYear, type Occupation, type OfferCount, type Role } from './catalog.ts' // prettier-ignore
import { hasTable, numberOf, readGroups, readRows, readTable, readVintages, type Tables } from './csv.ts'

/**
 * Reads all of `sql/data` (about 0.3 s and 40 MB; throws when a
 * file is missing), or the rows selected for one estimate.
 */
export function loadCatalog(folder: Tables): Catalog {
  const vintages = readVintages(folder)
  const occupations = loadOccupations(folder)
  const roles = loadRoles(folder)
  const cities = loadCities(folder)
  const occupationAt = indexOf(occupations, (row) => row.soc)
  const cityAt = indexOf(cities, (row) => row.slug)
  const { effects, effectOffers } = loadEffects(folder)
  return {
    version: vintages.version,
    benchmark: vintages.benchmark,
    cellsYear: vintages.cells_year,
    occupations,
    occupationAt,
    roles,
    roleAt: indexOf(roles, (row) => row.slug),
    cities,
    cityAt,
    cells: loadCells(folder, { occupationAt, cityAt }),
    national: loadNational(folder),
    metro: loadMetro(folder, { occupationAt, cityAt }),
    effects,
    effectOffers,
    offers: loadOffers(folder),
  }
}

function indexOf<T>(rows: readonly T[], key: (row: T) => string): Map<string, number> {
  return new Map(rows.map((row, at) => [key(row), at]))
}

function loadOccupations(folder: Tables): Occupation[] {
  return readRows(folder, 'occupations', (cells) => {
    const [soc = '', title = '', major = '', minor = '', broad = '', zone] = cells
    const calibration =
      cells[6] === '' ? null : { factors: cells.slice(6, 11).map(Number), sigma: Number(cells[11]) }
    return {
      soc,
      title,
      major,
      minor,
      broad,
      jobZone: numberOf(zone),
      calibration,
      filings: Number(cells[12]),
      definition: cells[13] ?? '',
      titleEffect: Number(cells[14]),
      bandTitleEffect: Number(cells[15]),
      levelled: cells[16] === '1',
    }
  })
}

function loadRoles(folder: Tables): Role[] {
  return readRows(
    folder,
    'roles',
    ([
      slug = '',
      title = '',
      soc = '',
      onet = '',
      reason = '',
      sure,
      finer,
      filings,
      share,
      effect,
      ofBand,
    ]) => {
      const confidence = sure === 'high' || sure === 'medium' ? sure : 'low'
      return {
        slug,
        title,
        soc,
        onet,
        reason,
        confidence,
        specialized: finer === '1',
        filings: Number(filings),
        share: numberOf(share),
        effect: Number(effect),
        bandEffect: Number(ofBand),
        isTraining: isTrainingTitle(soc, readForEffects(title)),
      }
    },
  )
}

function loadCities(folder: Tables): City[] {
  return readRows(
    folder,
    'cities',
    ([slug = '', name = '', state = '', area = '', areaName = '', rpp, housing]) => {
      return { slug, name, state, area, areaName, rpp: Number(rpp), rppHousing: Number(housing) }
    },
  )
}

function loadCells(folder: Tables, places: Pick<Catalog, 'occupationAt' | 'cityAt'>): Cells {
  const size = places.occupationAt.size * places.cityAt.size
  const cells = {
    mean: new Float64Array(size).fill(Number.NaN),
    sigma: new Float32Array(size),
    sharing: new Uint16Array(size),
  }
  readTable(folder, 'cells', ([soc = '', city = '', mean, lowerThird, sharing]) => {
    const at = cellAt(places, soc, city)
    const curve = at === undefined ? null : lognormalOf(Number(mean), Number(lowerThird))
    if (at === undefined || !curve) return
    cells.mean[at] = Number(mean)
    cells.sigma[at] = curve.sigma
    cells.sharing[at] = Number(sharing)
  })
  return cells
}

function loadNational(folder: Tables): Map<string, NationalYear[]> {
  return readGroups(folder, 'national', ([soc = '', ...cells]) => [soc, publishedIn(cells)])
}

/** Reads a row's cells: year, employment, mean, p10 … p90, mean_rse, employment_rse, top_coded. */
function publishedIn(cells: readonly string[]): NationalYear {
  return {
    year: Number(cells[0]), employment: numberOf(cells[1]), mean: numberOf(cells[2]),
    percentiles: cells.slice(3, 8).map(numberOf), meanRse: numberOf(cells[8]), employmentRse: numberOf(cells[9]), topCoded: cells[10] === '1',
  } // prettier-ignore
}

function loadMetro(
  folder: Tables,
  places: Pick<Catalog, 'occupationAt' | 'cityAt'>,
): Map<number, NationalYear> {
  const metro = new Map<number, NationalYear>()
  if (!hasTable(folder, 'metro')) return metro
  readTable(folder, 'metro', ([soc = '', city = '', ...cells]) => {
    const at = cellAt(places, soc, city)
    if (at !== undefined) metro.set(at, publishedIn(cells))
  })
  return metro
}

function loadEffects(folder: Tables): { effects: Map<string, number>; effectOffers: Map<string, number> } {
  const effects = new Map<string, number>()
  const effectOffers = new Map<string, number>()
  readTable(folder, 'effects', ([key = '', effect, offers]) => {
    effects.set(key, Number(effect))
    effectOffers.set(key, Number(offers))
  })
  return { effects, effectOffers }
}

function loadOffers(folder: Tables): Map<string, OfferCount> {
  const offers = new Map<string, OfferCount>()
  readTable(folder, 'offers', ([slug = '', city = '', count, employers, middle]) => {
    offers.set(`${slug}|${city}`, {
      offers: Number(count),
      employers: Number(employers),
      median: numberOf(middle),
    })
  })
  return offers
}
