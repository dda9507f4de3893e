// Compiles cities, suburbs, area names and ZIP codes into tables, so that a place is looked up with a few reads.
import { must } from '../../kernel/narrow.ts'
import type { Row } from '../file/layout.ts'
import type { Rows } from './book.ts'
import { bucketOf } from './compile-titles.ts'
import { nameOf } from './place-name.ts'
import { plainText } from './plain.ts'

/** The names of an area without pay data: each of its cities, and all together ("Davenport-Moline-Rock Island"). */
function namesOfArea(label: string): string[] {
  const [cities = ''] = label.split(', ')
  return [...new Set([...cities.split(cities.includes('--') ? '--' : /[-/]/), cities])]
}

/**
 * Rows `name, kind, label, state, target`: all places with a name. `target` is a city's slug, the slugs of a region, the
 * slugs nearest to an area without figures, a state code (its `label` lists its cities, largest first), or a country.
 */
export function* placeNameRows(source: Rows): Generator<Row> {
  for (const [slug = '', name = '', state = ''] of source.rows('cities'))
    yield [nameOf(name), 'city', `${name}, ${state}`, state, slug]
  for (const [name = '', state = '', city = '', kind = ''] of source.rows('suburbs'))
    yield [nameOf(name), kind, `${name}, ${state}`, state, city]
  const named = [...source.rows('place_names')]
  const covered = citiesByState(source)
  const nearest = new Map(named.filter(([kind]) => kind === 'area').map((row) => [row[1], row[3] ?? '']))
  for (const [kind = '', name = '', state = '', target = ''] of named) {
    if (kind === 'area') yield* areaRows(name, target)
    else if (kind === 'in_area')
      yield [nameOf(name), 'area', target, statesOf(target), nearest.get(target) ?? '']
    else if (kind === 'county')
      yield [nameOf(`${name} county`), kind, `${capitalized(name)} County, ${state}`, state, target]
    else if (kind === 'state')
      yield* [name, state.toLowerCase()].map((key) => [key, kind, covered.get(state) ?? '', '', state])
    else if (kind === 'nation' || kind === 'remote') yield [plainText(name), kind, name, state, target]
    // `nameOf` would drop "metro", and then "Metro East" and "MetroWest" would match every "east" and "west".
    else if (kind === 'nickname')
      yield [/^metro /.test(name) ? plainText(name) : nameOf(name), kind, capitalized(name), state, target]
    else yield [nameOf(name), kind, name, state, target]
  }
}

/** Rows `name, state, kind, label, target` of places with a ZIP code, each in a city's area or in an area without figures. */
export function* townRows(source: Rows): Generator<Row> {
  const seen = new Set<string>()
  for (const [, , place = '', state = '', city = '', area = '', near = ''] of source.rows('zips')) {
    const row = [
      nameOf(place),
      state,
      ...(city ? ['suburb', `${place}, ${state}`, city] : ['area', area, near]),
    ]
    const key = row.join('|')
    if (!seen.has(key)) yield row
    seen.add(key)
  }
}

function citiesByState(source: Rows): Map<string, string> {
  const codes = new Map<string, number>()
  for (const [first, last, , , city = ''] of source.rows('zips'))
    codes.set(city, (codes.get(city) ?? 0) + Number(last) - Number(first) + 1)
  const cities = [...source.rows('cities')].sort(
    (a, b) => (codes.get(must(b[0])) ?? 0) - (codes.get(must(a[0])) ?? 0),
  )
  const states = new Map<string, string>()
  for (const [slug = '', , state = ''] of cities)
    states.set(state, `${states.get(state) ?? ''} ${slug}`.trim())
  return states
}

function* areaRows(label: string, target: string): Generator<Row> {
  for (const [at, name] of namesOfArea(label).entries())
    yield [nameOf(name), at === 0 ? 'area_city' : 'area', label, statesOf(label), target]
}

const statesOf = (label: string): string => (label.split(', ')[1] ?? '').split(' ')[0] ?? ''
const capitalized = (name: string): string => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

/** Rows `bucket, names`: place names for spelling correction, by first letter and length. */
export function* placeSpellingRows(source: Rows): Generator<Row> {
  const buckets = new Map<string, Set<string>>()
  for (const [name = '', kind = ''] of placeNameRows(source)) {
    if (name.length < MIN_LETTERS || !MAY_BE_MISSPELT.has(kind)) continue
    const bucket = bucketOf(name, name.length)
    buckets.set(bucket, (buckets.get(bucket) ?? new Set()).add(name))
  }
  for (const [bucket, names] of buckets) yield [bucket, [...names].join('|')]
}

const MAY_BE_MISSPELT: ReadonlySet<string> = new Set(['city', 'suburb', 'nickname', 'county'])
const MIN_LETTERS = 5

/** Rows `zip3, zips` by the first three digits. An entry is "last two digits from-to|place, ST|city|area|near"; semicolons separate entries. */
export function* zipRows(source: Rows): Generator<Row> {
  const groups = new Map<string, string[]>()
  const zips = source.rows('zips')
  for (const [first = '', last = '', place = '', state = '', city = '', area = '', near = ''] of zips)
    for (let zip3 = Number(first.slice(0, 3)); zip3 <= Number(last.slice(0, 3)); zip3++) {
      const key = String(zip3).padStart(3, '0')
      const range = `${first.startsWith(key) ? first.slice(3) : '00'}-${last.startsWith(key) ? last.slice(3) : '99'}`
      groups.set(key, [...(groups.get(key) ?? []), [range, `${place}, ${state}`, city, area, near].join('|')])
    }
  for (const [zip3, list] of groups) yield [zip3, list.join(';')]
}
