// The data set by what asks for it: rows of all tables that an answer about a role, an occupation or a city needs, under
// one key each. A change of what is in them needs a migration that empties intelligence_data.
import { hasTable, readTable, readVintages, type WholeTables } from '../catalog/csv.ts'
import { bandKeys, BANDS, cityBandKey, readForEffects, settingKeys, titleKeys } from '../estimates/effects.ts'

/** Rows by the name of their table, each as the cells of its shipped file. */
export type Rows = Record<string, string[][]>

export interface Extract {
  key: string
  /** The occupation of a role. */
  soc: string | null
  tables: Rows
}

/** What every answer needs. */
export const ANY = 'any'
/** All cities, for the nation's answer and for finding one by its name. */
export const CITIES = 'cities'
export const roleKey = (slug: string): string => `role ${slug}`
/** What offers say of one word, pair or title: for questions in plain words. */
export const effectKey = (key: string): string => `effect ${key}`
export const cityKey = (slug: string): string => `city ${slug}`
/** A prefix: the code of an occupation follows. */
export const OCCUPATION = 'occupation '

/** Of all occupations together. */
const ALL_OCCUPATIONS = '00-0000'
/** Employers of an occupation, most filings first: more than any answer shows. */
const MOST_SPONSORS = 60
const SERIES = ['posted_wage_growth', 'remote_share_pct']

/** Every extract of a data set; `updated` is the day something was last imported, empty when nothing is. */
export function extractsOf(tables: WholeTables, updated: string): Extract[] {
  const table = (name: string) => rowsOf(tables, name)
  const cities = table('cities')
  const effects = grouped(table('effects'))
  return [
    { key: ANY, soc: null, tables: anyOf(tables, updated) },
    { key: CITIES, soc: null, tables: citiesOf(cities, effects) },
    ...cities.map((row): Extract => ({ key: cityKey(row[0]!), soc: null, tables: citiesOf([row], effects) })),
    ...occupationsOf(tables, { cities, effects }),
    ...rolesOf(tables, effects),
    ...[...effects]
      .filter(([key]) => OF_WORDS.test(key))
      .map(([key, rows]): Extract => ({ key: effectKey(key), soc: null, tables: { effects: rows } })),
  ]
}

/** Those that no role, occupation or city has of itself. */
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

/** Cities, with what each pays the bands of experience. */
function citiesOf(cities: string[][], effects: Groups): Rows {
  const keys = cities.flatMap(([city = '']) => BANDS.map((band) => cityBandKey(city, band)))
  return { cities, effects: known(effects, keys) }
}

function occupationsOf(
  tables: WholeTables,
  { cities, effects }: { cities: readonly string[][]; effects: Groups },
): Extract[] {
  const table = (name: string) => grouped(rowsOf(tables, name))
  const [national, cells, outlook, sponsors] = ['national', 'cells', 'outlook', 'sponsors'].map(table)
  const metro = hasTable(tables, 'metro') ? table('metro') : null
  return rowsOf(tables, 'occupations').map((row) => {
    const [soc = ''] = row
    const own = (groups: Groups | undefined) => groups?.get(soc) ?? []
    const places = [null, ...cities.map(([slug = '']) => slug)]
    const keys = [
      ...places.flatMap((city) => settingKeys({ soc, city })),
      ...BANDS.flatMap((band) => bandKeys({ soc, city: null }, band)),
    ]
    return {
      key: `${OCCUPATION}${soc}`,
      soc: null,
      tables: {
        occupations: [row],
        cells: own(cells),
        ...(metro && { metro: own(metro) }),
        national: own(national),
        outlook: own(outlook),
        sponsors: own(sponsors).slice(0, MOST_SPONSORS),
        effects: known(effects, keys),
      },
    }
  })
}

function rolesOf(tables: WholeTables, effects: Groups): Extract[] {
  const offers = grouped(rowsOf(tables, 'offers'))
  return rowsOf(tables, 'roles').map((row) => {
    const [slug = '', title = '', soc = ''] = row
    const keys = titleKeys(soc, readForEffects(title))
    return {
      key: roleKey(slug),
      soc,
      tables: { roles: [row], offers: offers.get(slug) ?? [], effects: known(effects, keys) },
    }
  })
}

const known = (effects: Groups, keys: readonly string[]): string[][] =>
  [...new Set(keys)].flatMap((key) => effects.get(key) ?? [])

function rowsOf(tables: WholeTables, name: string): string[][] {
  const rows: string[][] = []
  readTable(tables, name, (cells) => rows.push(cells))
  return rows
}

/** By the first cell, in the order of the table. */
function grouped(rows: readonly string[][]): Groups {
  const groups = new Map<string, string[][]>()
  for (const row of rows) {
    const [key = ''] = row
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
