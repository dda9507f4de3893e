// Splits the data set into extracts: the rows of all tables that an estimate for a role, occupation or city
// needs, each under one key. Changing their contents requires a migration that empties intelligence_data.
import { ALL_OCCUPATIONS } from '../catalog/catalog.ts'
import { hasTable, readGroups, readRows, readVintages, type WholeTables } from '../catalog/csv.ts'
import { nameOf } from '../search/place-name.ts'
import { ANY, CITIES, cityKey, effectKey, OCCUPATION, placeKey, roleKey, type Rows } from './extract-keys.ts'
import { readPlaces } from './dataset.ts'
import { BAND_FITS, bandKeys, BANDS, cityBandKey, inBandFit, settingKeys } from '../estimates/effects.ts'

interface Extract {
  key: string
  /** The occupation of a role. */
  soc: string | null
  tables: Rows
}

/** Sponsors kept per occupation, most filings first; more than any response shows. */
const MAX_SPONSORS = 60
const SERIES = ['posted_wage_growth', 'remote_share_pct']

/** All extracts of a data set; `updated` is the day of the last import, or empty. */
export function extractsOf(tables: WholeTables, updated: string): Extract[] {
  const table = (name: string) => rowsOf(tables, name)
  const cities = table('cities')
  const effects = groupsOf(tables, 'effects')
  return [
    { key: ANY, soc: null, tables: anyOf(tables, updated) },
    { key: CITIES, soc: null, tables: citiesOf(cities, effects) },
    ...cities.map((row): Extract => ({ key: cityKey(row[0]!), soc: null, tables: citiesOf([row], effects) })),
    ...placesOf(typeof tables === 'string' ? tables : tables.folder),
    ...occupationsOf(tables, { cities, effects }),
    ...rolesOf(tables),
    ...[...effects]
      .filter(([key]) => OF_WORDS.test(key))
      .map(([key, rows]): Extract => ({ key: effectKey(key), soc: null, tables: { effects: rows } })),
  ]
}

/** Position of `levelled` in rows of `occupations`. */
const LEVELLED = 16

/** Effects of words, which do not belong to one role, occupation or city. */
const OF_WORDS = /^(?:word|pair|title|level):/

type Groups = ReadonlyMap<string, string[][]>

function anyOf(tables: WholeTables, updated: string): Rows {
  const { version, benchmark, cells_year } = readVintages(tables)
  const table = (name: string) => rowsOf(tables, name)
  return {
    manifest: [[version, benchmark, String(cells_year), updated]],
    national: table('national').filter(([soc]) => soc === ALL_OCCUPATIONS),
    series: table('series').filter(([name = '', sector]) => sector === 'all' && SERIES.includes(name)),
    sponsor_size: table('sponsor_size'),
    remote_pay: table('remote_pay'),
    pay_mix: table('pay_mix'),
    extra_pay: table('extra_pay'),
  }
}

function placesOf(folder: string): Extract[] {
  const named = new Map<string, string[][]>()
  for (const row of readPlaces(folder)) {
    const name = nameOf(row[0] ?? '')
    named.set(name, [...(named.get(name) ?? []), row])
  }
  return [...named].map(([name, places]) => ({ key: placeKey(name), soc: null, tables: { places } }))
}

/** Cities, with the effects of each on the experience bands. */
function citiesOf(cities: string[][], effects: Groups): Rows {
  const keys = cities.flatMap(([city = '']) =>
    BANDS.flatMap((band) => Object.values(BAND_FITS).map((fit) => `${fit}${cityBandKey(city, band)}`)),
  )
  return { cities, effects: known(effects, keys) }
}

function occupationsOf(
  tables: WholeTables,
  { cities, effects }: { cities: readonly string[][]; effects: Groups },
): Extract[] {
  const table = (name: string) => groupsOf(tables, name)
  const [national, cells, outlook, sponsors] = ['national', 'cells', 'outlook', 'sponsors'].map(table)
  const metro = hasTable(tables, 'metro') ? table('metro') : null
  const places = [null, ...cities.map(([slug = '']) => slug)]
  return rowsOf(tables, 'occupations').map((row) => {
    const [soc = ''] = row
    const own = (groups: Groups | undefined) => groups?.get(soc) ?? []
    const settings = places.flatMap((city) =>
      [false, true].flatMap((isTraining) => settingKeys({ soc, city, isTraining })),
    )
    const bands = BANDS.flatMap((band) => bandKeys({ soc, city: null }, band))
    const keys = [...settings, ...inBandFit({ levelled: row[LEVELLED] === '1' }, [...settings, ...bands])]
    return {
      key: `${OCCUPATION}${soc}`,
      soc: null,
      tables: {
        occupations: [row],
        cells: own(cells),
        ...(metro && { metro: own(metro) }),
        national: own(national),
        outlook: own(outlook),
        sponsors: own(sponsors).slice(0, MAX_SPONSORS),
        effects: known(effects, keys),
      },
    }
  })
}

function rolesOf(tables: WholeTables): Extract[] {
  const offers = groupsOf(tables, 'offers')
  return rowsOf(tables, 'roles').map((row) => {
    const [slug = '', , soc = ''] = row
    return { key: roleKey(slug), soc, tables: { roles: [row], offers: offers.get(slug) ?? [] } }
  })
}

const known = (effects: Groups, keys: readonly string[]): string[][] =>
  [...new Set(keys)].flatMap((key) => effects.get(key) ?? [])

const rowsOf = (tables: WholeTables, name: string): string[][] => readRows(tables, name, (row) => row)

/** The rows of a table by their first cell. */
const groupsOf = (tables: WholeTables, name: string): Groups =>
  readGroups(tables, name, (row) => [row[0] ?? '', row])
