// The tables of words in the pay file: what each is computed from when the file is compiled.
import * as titles from './compile-titles.ts'

interface WordTable {
  name: string
  key: number
  computed: {
    columns: readonly string[]
    rows: (source: titles.TitleSources) => Iterable<readonly string[]>
  }
}

const table = (name: string, key: number, columns: string, rows: WordTable['computed']['rows']): WordTable => ({
  name,
  key,
  computed: { columns: columns.split(' '), rows },
})

/** All of them. */
export const WORD_TABLES: readonly WordTable[] = [
  table('wordings', 1, 'key words roles', titles.wordingRows),
  table('wording_list', 1, 'number wordings', titles.wordingListRows),
  table('wording_words', 1, 'word rarity wordings', titles.wordingWordRows),
  table('wording_weights', 0, 'weights', titles.wordingWeightRows),
  table('spellings', 1, 'bucket words', titles.spellingRows),
  table('title_words', 1, 'word slugs', titles.titleWordRows),
  table('title_hashes', 1, 'bucket titles', titles.rareTitleRows),
  table('occupation_roles', 1, 'soc slug', titles.occupationRoleRows),
]
