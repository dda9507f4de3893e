/** Builds all shipped tables, in the order in which they are written. */
import { must } from '../../core/kernel/narrow.ts'
import { slugOfTown } from '../../core/intelligence/imports/filings.ts'
import { titleReader, type OfferTitle } from '../../core/intelligence/offers/titles.ts'
import { readCities, readPlaces, type City } from './cities.ts'
import { readFiledTitles } from './filings.ts'
import { byCodeUnits, slugOf } from '../../core/intelligence/words/plain.ts'
import { cellNoise, readGeography, type Geography } from './geography.ts'
import {
  levelTable,
  outlookTable,
  parityTable,
  payMixTable,
  sectorNames,
  sectorTable,
  seriesTable,
} from './market.ts'
import { ALL_OCCUPATIONS } from '../../core/intelligence/file/catalog.ts'
import { BENCHMARK, readNational, type National } from './national.ts'
import { readOccupations, type Occupations } from './occupations.ts'
import { fitModel, placeOffers, type CellOffer } from './offer-model.ts'
import { readOffers } from './offers.ts'
import { field, groupBy, totals, type Raw } from './raw.ts'
import { buildRoles, FORMER_ROLES, ROLE_COLUMNS, roleRow } from './roles.ts'
import { premiumTable, relatedTable, skillTable, technologyTable } from './skills.ts'
import { remoteTable, sizeTable, sponsorTable, placesOf } from './sponsors.ts'
import { byFirst, cellText, round, table, type Cell, type Table } from './table.ts'
import { buildTitleTables } from './titles.ts'
import { pricedOffers, typicalTables } from './typical.ts'
import { compilePayFile, digestOf } from "../../core/intelligence/file/compile.ts";
import { shippedTables } from "../../core/intelligence/file/csv.ts";
import { bytesIn, openPayFile } from "../../core/intelligence/file/pay-file.ts";
import { sourceTables, payTables, type SourceTables } from "../../core/intelligence/file/tables.ts";
import { openDataset, type FullDataset } from "../../core/intelligence/file/dataset.ts";
import { MIN_EMPLOYERS, MIN_OFFERS, weightedQuantiles } from "../../core/intelligence/offers/groups.ts";

/** Pay in filed offers for a title, by stated level and by place. Groups with fewer than five offers or three employers are never shown. */
function offerTable(placed: readonly CellOffer[], titled: (title: string) => OfferTitle): Table {
  const named = placed.flatMap((row) => {
    const { role, isSure, level } = titled(row.offer.title)
    return isSure ? placesOf(row).map((place) => ({ key: `${role}|${level}|${place}`, row })) : []
  })
  const rows = [...groupBy(named, ({ key }) => key)]
    .flatMap(([key, list]) => groupRow(key.split('|'), list.map(({ row }) => row)))
    .sort(byFirst(3))
  return table('offers', 'slug level place offers employers p10 p25 median p75 p90 from to', rows)
} // prettier-ignore

function groupRow(key: readonly string[], list: readonly CellOffer[]): Cell[][] {
  const employers = new Set(list.map(({ offer }) => offer.employer)).size
  if (list.length < MIN_OFFERS || employers < MIN_EMPLOYERS) return []
  const offers = list.map(({ pay, offer }) => ({ pay: Math.exp(pay), employer: offer.employer }))
  const quarters = list.map(({ offer }) => quarterAt(offer.at)).sort()
  const pays = weightedQuantiles(offers).map((pay) => round(pay, -2))
  return [[...key, list.length, employers, ...pays, quarters[0] ?? '', quarters.at(-1) ?? '']]
}

const quarterAt = (at: number): string => `${Math.floor(at)}-Q${Math.floor((at % 1) * 4) + 1}`

/** A data set of these tables. Shipped tables fill in the missing ones. */
function datasetOf(tables: readonly Table[]): FullDataset {
  const built = new Map<string, Table>(tables.map((table) => [table.name, table]))
  const shipped = sourceTables(shippedTables())
  const source: SourceTables = {
    names: () => [...new Set([...shipped.names(), ...built.keys()])],
    columns: (name) => built.get(name)?.columns ?? shipped.columns(name),
    rows: (name) => built.get(name)?.rows.map((row) => row.map(cellText)) ?? shipped.rows(name),
  }
  const bytes = compilePayFile(payTables(source))
  return openDataset(openPayFile(bytesIn('being built', bytes), digestOf(bytes)))
}

/** The joined inputs of the tables, also used for validation. */
export type Inputs = ReturnType<typeof readInputs>

/** Reads and joins all inputs once: occupations, roles, cities, cells, national years, placed offers. */
export function readInputs(raw: Raw) {
  const occupations = readOccupations(raw)
  const filings = readFiledTitles(raw, occupations)
  const catalog = buildRoles(raw, occupations, filings)
  const cities = readCities(raw)
  const places = readPlaces(raw, cities)
  const national = readNational(raw, occupations)
  const offers = readOffers(raw)
  const towns = new Map(places.map(({ name, state, city }) => [`${name}|${state}`, city]))
  const cityOf = (town: string | null, state: string) => (town === null ? null : slugOfTown(towns, town, state))
  const areas = new Map(cities.map((city) => [city.slug, city.area]))
  const perArea = totals(offers, ({ town, state }) => areas.get(cityOf(town, state) ?? ''))
  const geography = readGeography(raw, occupations, cities, national, perArea)
  const socOf = (onet: string) => occupations.resolve(filings.currentCode(onet))
  const placed = placeOffers(offers, national, geography, {
    socOf: (offer) => socOf(offer.onet),
    cityOf: (offer) => cityOf(offer.town, offer.state),
  })
  return {
    raw,
    occupations,
    filings,
    catalog,
    cities,
    places,
    national,
    geography,
    placed,
  }
}

export function buildTables(raw: Raw): Table[] {
  const inputs = readInputs(raw)
  const { occupations, catalog, cities, places, national, geography, placed } = inputs
  const effects = fitModel(placed)
  const named: Table[] = [
    table('roles', ROLE_COLUMNS, catalog.roles.map(roleRow)),
    table('former_roles', 'slug role', formerRoles(catalog)),
    table('aliases', 'slug text weight source', catalog.aliases.map((alias) => [alias.slug, alias.text, alias.weight, alias.source])),
    table('cities', 'slug name state area area_name rpp rpp_housing', cities.map((city) => [city.slug, city.name, city.state, city.area, city.areaName, city.rpp, city.rppHousing])),
    table('places', 'name state city source', places.map((place) => [place.name, place.state, place.city, place.source])),
    levelTable(raw),
    ...buildTitleTables(raw, occupations, national),
  ]
  const surveys = [cellTable(cities, geography, national), nationalTable(national, occupations)]
  const surveyed = [occupationTable(inputs), ...named, ...surveys]
  const titled = titleReader(datasetOf(surveyed).words)
  const offered = [...surveyed, offerTable(placed, titled)]
  // The new offers are used. With the shipped ones, a second build would differ from the first.
  const dataset = datasetOf(offered)
  return [
    ...offered,
    ...typicalTables(dataset, pricedOffers(placed, titled, dataset, geography)),
    sponsorTable(raw, occupations, placed, inputs.filings.currentCode),
    sizeTable(raw, placed, effects),
    remoteTable(raw),
    premiumTable(placed, effects),
    technologyTable(raw, occupations),
    skillTable(raw, occupations),
    relatedTable(raw, occupations),
    outlookTable(raw, occupations),
    sectorNames(raw),
    sectorTable(raw, occupations),
    seriesTable(raw),
    parityTable(raw),
    payMixTable(raw),
  ] // prettier-ignore
}

function formerRoles({ roles, twins }: Inputs['catalog']): Cell[][] {
  const known = new Set(roles.map(({ slug }) => slug))
  const now = new Map(FORMER_ROLES)
  for (const twin of twins) now.set(slugOf(twin.title), twin.slug)
  // What a role became may have become another role since.
  const roleOf = (slug: string): string => (known.has(slug) ? slug : roleOf(must(now.get(slug))))
  return [...now.keys()].filter((slug) => !known.has(slug)).map((slug) => [slug, roleOf(slug)])
    .sort((a, b) => byCodeUnits(must(a[0]), must(b[0])))
}

function occupationTable({ raw, occupations, national, filings, catalog }: Inputs): Table {
  const roles = groupBy(catalog.roles, ({ soc }) => soc)
  const zoned = raw.read('oflc_wages/job_zones_2025_26.csv')
  const zones = new Map(zoned.map((row) => [occupations.resolve(field(row, 'SOC Code')), field(row, 'Job Zone')]))
  const codes = [...filings.bases.values()].flatMap((title) => [...title.codes])
  const filed = totals(codes, ([code]) => occupations.resolve(code), ([, count]) => count)
  const rows = occupations.list.map((entry): Cell[] => {
    const calibration = national.calibration(entry.soc)
    const factors = calibration
      ? [...calibration.factors, calibration.sigma].map((value) => round(value, 5))
      : [null, null, null, null, null, null]
    const zone = Number(zones.get(entry.soc))
    return [
      entry.soc,
      entry.title,
      entry.major,
      entry.minor,
      entry.broad,
      zone > 0 ? zone : null,
      ...factors,
      filed.get(entry.soc) ?? 0,
      entry.definition,
      roles.get(entry.soc)?.length ?? 0,
    ]
  })
  const columns = 'soc title major minor broad job_zone c10 c25 c50 c75 c90 sigma filings definition roles'
  return table('occupations', columns, rows)
}

function cellTable(cities: readonly City[], geography: Geography, national: National): Table {
  const socs = [...new Set([...geography.cells.values()].map((cell) => cell.soc))].sort()
  const noise = cellNoise(geography.cells.values(), (soc) => national.at(soc, BENCHMARK - 1)?.mean ?? null)
  const rows = socs.flatMap((soc) =>
    cities.flatMap((city): Cell[][] => {
      const key = `${soc}|${city.area}`
      const cell = geography.cells.get(key)
      if (!cell) return []
      return [[soc, city.slug, round(cell.mean), round(cell.lowerThird), cell.sharing, round(noise.get(key) ?? 0, 3)]]
    }),
  )
  return table('cells', 'soc city mean lower_third sharing noise', rows)
} // prettier-ignore

function nationalTable(national: National, occupations: Occupations): Table {
  const known = new Set([ALL_OCCUPATIONS, ...occupations.list.map((entry) => entry.soc)])
  const rows = national.years
    .filter((row) => known.has(row.soc))
    .map((row): Cell[] => [
      row.soc,
      row.year,
      row.employment,
      row.mean,
      ...row.percentiles,
      row.meanRse,
      row.employmentRse,
      row.topCoded,
    ])
    .sort((a, b) => byCodeUnits(String(a[0]), String(b[0])) || Number(a[1]) - Number(b[1]))
  const columns = 'soc year employment mean p10 p25 median p75 p90 mean_rse employment_rse top_coded'
  return table('national', columns, rows)
}

