/** Builds all shipped tables, in the order they are written. */
import { isRemainder } from '../../core/intelligence/estimates/blend.ts'
import { plainTown } from '../../core/intelligence/imports/suburbs.ts'
import { titleResolver } from '../../core/intelligence/roles/resolve.ts'
import { readCities, readPlaces, type City } from './cities.ts'
import { readFiledTitles } from './filings.ts'
import { placeLookup, readGeography, type Geography } from './geography.ts'
import {
  levelTable,
  outlookTable,
  parityTable,
  payMixTables,
  sectorNames,
  sectorTable,
  seriesTable,
} from './market.ts'
import { readNational, type National } from './national.ts'
import { readOccupations, type Occupations } from './occupations.ts'
import { bandEffects, fitModel, placeOffers, shippedEffects, shippedSupport, type Model, type Placed } from './offer-model.ts'
import { readOffers } from './offers.ts'
import { field, type Raw } from './raw.ts'
import { finerEffects, offersBeyondWords, roleEffects, type RoleEffects } from './role-effects.ts'
import { buildRoles, ROLE_COLUMNS, roleRow } from './roles.ts'
import { premiumTable, relatedTable, skillTable, technologyTable } from './skills.ts'
import { offerTable, remoteTable, sizeTable, sponsorTable } from './sponsors.ts'
import { round, type Cell, type Table } from './table.ts'
import { buildTitleTables } from './titles.ts'

/** The joined inputs of the tables, also used for validation. */
export type Inputs = ReturnType<typeof readInputs>

/** Reads and joins all inputs once: occupations, roles, cities, cells, national years, placed offers. */
export function readInputs(raw: Raw) {
  const occupations = readOccupations(raw)
  const filings = readFiledTitles(raw, occupations)
  const catalog = buildRoles(raw, occupations, filings)
  const resolve = titleResolver(catalog.roles, catalog.aliases)
  const cities = readCities(raw)
  const places = readPlaces(raw, cities)
  const national = readNational(raw, occupations)
  const offers = readOffers(raw)
  const cityOf = placeLookup(places, plainTown)
  const areas = new Map(cities.map((city) => [city.slug, city.area]))
  const perArea = new Map<string, number>()
  for (const offer of offers) {
    const area = areas.get(cityOf(offer.town, offer.state) ?? '')
    if (area) perArea.set(area, (perArea.get(area) ?? 0) + 1)
  }
  const geography = readGeography(raw, occupations, cities, national, perArea)
  const socOf = (onet: string) => occupations.resolve(filings.currentCode(onet))
  const roleSocs = new Map(catalog.roles.map((role) => [role.slug, role.soc]))
  const evidence = placeOffers(offers, national, geography, {
    socOf: (offer) => socOf(offer.onet),
    readSoc: (offer) => roleSocs.get(resolve(offer.title)?.slug ?? '') ?? socOf(offer.onet),
    cityOf: (offer) => cityOf(offer.town, offer.state),
  })
  const placed = evidence.filter((row) => row.filed)
  return {
    evidence,
    raw,
    occupations,
    filings,
    catalog,
    resolve,
    cities,
    places,
    national,
    geography,
    placed,
  }
}

/** Builds all tables from the raw folder. */
export function buildTables(raw: Raw): Table[] {
  const inputs = readInputs(raw)
  const { occupations, catalog, cities, places, national, geography, placed } = inputs
  const model = fitModel(inputs.evidence)
  const effects = roleEffectsOf(inputs, model, inputs.evidence)
  return [
    occupationTable(inputs, model, effects),
    { name: 'roles', about: 'One row per role: its occupation, why it has it, how sure that is, and what offers of the title add to surveyed pay, in ln points: at all levels, and at a known level.', sources: ['soc', 'onet', 'dol_lca_counts', 'dol_lca', 'curated'], columns: [...ROLE_COLUMNS, 'effect', 'band_effect'], rows: catalog.roles.map((role) => [...roleRow(role), effects.titled.roles.get(role.slug) ?? 0, effects.banded.roles.get(role.slug) ?? 0]) },
    { name: 'aliases', about: 'Other wordings that lead to a role, with a weight in (0, 1].', sources: ['onet', 'dol_lca_counts', 'curated'], columns: ['slug', 'text', 'weight', 'source'], rows: catalog.aliases.map((alias) => [alias.slug, alias.text, alias.weight, alias.source]) },
    { name: 'cities', about: 'Cities served, their wage area, and price parity (nation = 100, 2023).', sources: ['curated', 'bea_rpp', 'oflc_wages'], columns: ['slug', 'name', 'state', 'area', 'area_name', 'rpp', 'rpp_housing'], rows: cities.map((city) => [city.slug, city.name, city.state, city.area, city.areaName, city.rpp, city.rppHousing]) },
    { name: 'places', about: 'Names of places that belong to a served city’s wage area.', sources: ['curated', 'oflc_wages', 'dol_lca'], columns: ['name', 'state', 'city', 'source'], rows: places.map((place) => [place.name, place.state, place.city, place.source]) },
    cellTable(cities, geography),
    nationalTable(national, occupations),
    effectTable(model, inputs.evidence),
    offerTable(placed, inputs.resolve),
    sponsorTable(raw, occupations, placed, inputs.filings.currentCode),
    sizeTable(raw, placed, model),
    remoteTable(raw),
    premiumTable(placed, model),
    technologyTable(raw, occupations),
    skillTable(raw, occupations),
    relatedTable(raw, occupations),
    outlookTable(raw, occupations),
    sectorNames(raw),
    sectorTable(raw, occupations),
    seriesTable(raw),
    parityTable(raw),
    ...payMixTables(raw),
    levelTable(raw),
    ...buildTitleTables(raw, occupations),
  ] // prettier-ignore
}

/** The effects of the roles in both fits, from all offers that are given. */
export function roleEffectsOf(
  { catalog, occupations, resolve }: Pick<Inputs, 'catalog' | 'occupations' | 'resolve'>,
  model: Model,
  rows: readonly Placed[],
): { titled: RoleEffects; banded: RoleEffects } {
  const known = new Map<string, string | null>()
  const roleOf = (title: string) => {
    const slug = known.get(title)
    if (slug !== undefined) return slug
    const found = resolve(title)?.slug ?? null
    known.set(title, found)
    return found
  }
  const remainders = new Set(occupations.list.filter(isRemainder).map(({ soc }) => soc))
  const beyond = offersBeyondWords(model.titled, remainders)
  const ofTitles = (finer: ReadonlyMap<string, number>) =>
    roleEffects(rows, () => model.titled, catalog.roles, roleOf, finer, beyond)
  const finer = finerEffects(rows, model.titled, ofTitles(new Map()))
  const titled = ofTitles(finer)
  // A title is as far beyond its words at a known level as at all levels.
  const asTitled = ({ slug }: { slug: string }) => titled.beyondWords.get(slug) ?? 0
  const banded = roleEffects(rows, (soc) => bandEffects(model, soc), catalog.roles, roleOf, finer, asTitled)
  return { titled, banded }
}

function occupationTable(
  { raw, occupations, national, filings }: Inputs,
  { levelledSocs }: Model,
  { titled, banded }: ReturnType<typeof roleEffectsOf>,
): Table {
  const zones = new Map(
    raw
      .read('oflc_wages/job_zones_2025_26.csv')
      .map((row) => [occupations.resolve(field(row, 'SOC Code')), field(row, 'Job Zone')]),
  )
  const filed = new Map<string, number>()
  for (const title of filings.bases.values()) {
    for (const [code, count] of title.codes) {
      const soc = occupations.resolve(code)
      if (soc) filed.set(soc, (filed.get(soc) ?? 0) + count)
    }
  }
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
      titled.occupations.get(entry.soc) ?? 0,
      banded.occupations.get(entry.soc) ?? 0,
      levelledSocs.has(entry.soc),
    ]
  })
  return {
    name: 'occupations',
    about:
      'Occupations of OEWS May 2025, job zone, the factor per percentile that makes the lognormal national figure the published one, LCA filings FY2022-25, the middle effect of the titles of its offers, in ln points, at all levels and at a known level, and whether its experience bands have a fit of their own.',
    sources: ['soc', 'bls_oews', 'onet', 'dol_lca_counts', 'dol_lca'],
    columns: [
      'soc',
      'title',
      'major',
      'minor',
      'broad',
      'job_zone',
      'c10',
      'c25',
      'c50',
      'c75',
      'c90',
      'sigma',
      'filings',
      'definition',
      'title_effect',
      'band_title_effect',
      'levelled',
    ],
    rows,
  }
}

function cellTable(cities: readonly City[], geography: Geography): Table {
  const socs = [...new Set([...geography.cells.values()].map((cell) => cell.soc))].sort()
  const rows = socs.flatMap((soc) =>
    cities.flatMap((city): Cell[][] => {
      const cell = geography.cells.get(`${soc}|${city.area}`)
      return cell ? [[soc, city.slug, round(cell.mean), round(cell.lowerThird), cell.sharing]] : []
    }),
  )
  return {
    name: 'cells',
    about:
      'Pay of an occupation in a city’s area, dollars a year, May 2024: mean, mean of the lowest-paid third, and how many areas share the figures (1 = own).',
    sources: ['oflc_wages'],
    columns: ['soc', 'city', 'mean', 'lower_third', 'sharing'],
    rows,
  }
}

function nationalTable(national: National, occupations: Occupations): Table {
  const known = new Set(['00-0000', ...occupations.list.map((entry) => entry.soc)])
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
    .sort((a, b) =>
      String(a[0]) < String(b[0]) ? -1 : String(a[0]) > String(b[0]) ? 1 : Number(a[1]) - Number(b[1]),
    )
  return {
    name: 'national',
    about:
      'National employment and pay by occupation and May of each year; rse in percent; top_coded: some figure was withheld as above the top code.',
    sources: ['bls_oews'],
    columns: [
      'soc',
      'year',
      'employment',
      'mean',
      'p10',
      'p25',
      'median',
      'p75',
      'p90',
      'mean_rse',
      'employment_rse',
      'top_coded',
    ],
    rows,
  }
}

function effectTable(model: Model, placed: readonly Placed[]): Table {
  const offersBehind = shippedSupport(placed, model)
  const rows = [...shippedEffects(model)].map(([key, effect]): Cell[] => [
    key,
    round(effect, 4),
    offersBehind(key),
  ])
  return {
    name: 'effects',
    about:
      'What an occupation, city, title word or seniority adds to surveyed pay, in ln points (seniority: per unit of the cell’s sigma), with offers behind it; levelled and banded: for experience bands.',
    sources: ['dol_lca'],
    columns: ['key', 'effect', 'offers'],
    rows: rows.filter((row) => row[1] !== 0),
  }
}
