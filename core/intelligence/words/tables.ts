// The tables of words in the pay file, each with the function that computes it.
import { once } from '../../kernel/once.ts'
import type { Row } from './book.ts'
import { ladderRows } from './ladders.ts'
import * as places from './compile-places.ts'
import * as titles from './compile-titles.ts'

/** All word tables of a source. Titles are read once for all tables; the rest is computed when it is written. */
export function wordTables(source: titles.TitleSources) {
  const indexed = once(() => titles.indexTitles(source))
  const table = (name: string, key: number, columns: string, rows: () => Iterable<Row>) => ({
    name,
    key,
    columns: columns.split(' '),
    rows: { [Symbol.iterator]: () => rows()[Symbol.iterator]() },
  })
  return [
    table('wordings', 1, 'key words roles', () => titles.wordingRows(indexed())),
    table('wording_list', 1, 'number wordings', () => titles.wordingListRows(indexed())),
    table('wording_words', 1, 'word rarity wordings', () => titles.wordingWordRows(indexed())),
    table('wording_weights', 0, 'weights', () => titles.wordingWeightRows(indexed())),
    table('spellings', 1, 'bucket words', () => titles.spellingRows(indexed())),
    table('title_words', 1, 'word slugs', () => titles.titleWordRows(source, indexed())),
    table('title_hashes', 1, 'bucket titles', () => titles.rareTitleRows(source)),
    table('occupation_roles', 1, 'soc slug', () => titles.occupationRoleRows(source)),
    table('places_named', 1, 'name kind label state target', () => places.placeNameRows(source)),
    table('towns', 2, 'name state kind label target', () => places.townRows(source)),
    table('place_spellings', 1, 'bucket names', () => places.placeSpellingRows(source)),
    table('zip_places', 1, 'zip3 zips', () => places.zipRows(source)),
    table('ladders', 2, 'company rung level', () => ladderRows(source)),
  ]
}
