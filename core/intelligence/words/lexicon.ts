// The word list (sql/data/words.csv), which says what each word of a title means, as maps and sets by kind of word.
import { experienceOf, type Experience } from './experience.ts'

export type Lexicon = ReturnType<typeof openLexicon>

type Entry = { text: string; meaning: string; alone: string }

/** Reads the rows `kind, text, meaning, alone` of the word list. */
export function openLexicon(rows: Iterable<readonly string[]>) {
  const kinds = new Map<string, Entry[]>()
  for (const [kind = '', text = '', meaning = '', alone = ''] of rows)
    kinds.set(kind, [...(kinds.get(kind) ?? []), { text, meaning, alone }])
  const of = (kind: string) => kinds.get(kind) ?? []
  const set = (kind: string) => new Set(of(kind).map(({ text }) => text))
  const map = <T>(kind: string, value: (entry: Entry) => T) =>
    new Map(of(kind).map((entry): [string, T] => [entry.text, value(entry)]))
  const stepOf = (text: string): Experience => experienceOf(text) ?? 'mid'
  return {
    levels: map('level', ({ text, meaning, alone }) => ({
      experience: stepOf(meaning),
      name: alone || text,
    })),
    rankedLevels: map('level_of_ranked', ({ meaning }) => stepOf(meaning)),
    numerals: map('numeral', ({ meaning }) => stepOf(meaning)),
    /** The steps of a numbered scale: "level 3", "L3", "Grade 7". `isWord` is false if letters stand for the scale: "L3". */
    scales: map('scale', ({ meaning, alone }) => ({
      steps: meaning.split(' ').map(stepOf),
      isWord: alone === 'word',
    })),
    rankedWork: set('ranked_work'),
    /** Words that look like a level. Beside the words `others` they belong to the occupation: "staff nurse". */
    kept: keptOf(of('kept')),
    /** Words that only give a rank to a general word ("associate director"), and the words that they rank. */
    ranks: set('rank'),
    ranked: set('ranked'),
    /** The full form inside a title (null if ambiguous), and the titles that an abbreviation means by itself. */
    abbreviations: map('abbreviation', ({ meaning, alone }) => ({
      inside: meaning || null,
      alone: alone ? alone.split('|') : [],
    })),
    /** Words of many kinds of work, with the titles that each may mean. */
    general: map('general', ({ alone }) => alone.split('|')),
    /** For each SOC prefix, the occupation of the managers of that work. The longest prefix is first. */
    managed: of('managed').map(({ text, meaning }) => [text, meaning] as const),
    phrases: map('phrase', ({ meaning }) => meaning),
    compounds: map('compound', ({ meaning }) => meaning),
    symbols: of('symbol').map(({ text, meaning }) => [technologyPattern(text), meaning] as const),
    government: map('government', ({ meaning }) => meaning),
    decorations: of('decoration').map(({ text, meaning }) => ({
      kind: meaning,
      pattern: new RegExp(text, 'gi'),
    })),
    /** Well-known employers, at the start or end of a title or behind a separator. */
    employers: employerPattern(of('employer').map(({ text }) => text)),
    keepsItsS: set('keeps_s'),
    filler: set('filler'),
    noise: set('noise'),
  }
}

function keptOf(entries: readonly Entry[]) {
  const kept = new Map<string, { others: ReadonlySet<string>; isBefore: boolean }[]>()
  for (const { text, meaning, alone } of entries) {
    const rule = { others: new Set(meaning.split('|')), isBefore: alone === 'before' }
    kept.set(text, [...(kept.get(text) ?? []), rule])
  }
  return kept
}

const escaped = (text: string): string => text.replace(/[.+*?^$()[\]{}|\\]/g, '\\$&')

const technologyPattern = (text: string): RegExp =>
  new RegExp(`(?<![a-z0-9])${escaped(text)}(?![a-z0-9])`, 'g')

function employerPattern(names: readonly string[]): RegExp {
  const any = names
    .map((name) => escaped(name).replaceAll("'", "['’]?").replaceAll(' ', '\\s+'))
    .sort((a, b) => b.length - a.length)
    .join('|')
  return new RegExp(`(?:^|\\bat\\s+|[-–|,(@/]\\s*)(${any})(?![\\p{L}\\d])|(?<!\\p{L})(${any})\\s*$`, 'iu')
}
