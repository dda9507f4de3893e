// The word list (sql/data/words.csv) as tables: what each word of a title is, before any title is looked up.
import { experienceOf, type Experience } from './experience.ts'

/** An abbreviation: what it is spelt out as inside a title (none: it has several meanings), and what it means alone. */
interface Abbreviation {
  inside: string | null
  alone: readonly string[]
}

/** A word that is part of an occupation's name, not a level, beside some other words: "staff nurse". */
interface Kept {
  others: ReadonlySet<string>
  isBefore: boolean
}

/** The steps of a numbered scale: "level 3", "L3", "Grade 7". */
interface Scale {
  steps: readonly Experience[]
  /** Whether it is a word of its own before the number; else it is written together with it. */
  isWord: boolean
}

export interface Lexicon {
  levels: ReadonlyMap<string, { experience: Experience; name: string }>
  rankedLevels: ReadonlyMap<string, Experience>
  numerals: ReadonlyMap<string, Experience>
  scales: ReadonlyMap<string, Scale>
  rankedWork: ReadonlySet<string>
  kept: ReadonlyMap<string, readonly Kept[]>
  /** Words that only rank a general one ("associate director"), and those they rank. */
  ranks: ReadonlySet<string>
  ranked: ReadonlySet<string>
  abbreviations: ReadonlyMap<string, Abbreviation>
  /** Words that many kinds of work share, with the titles they could be short for. */
  general: ReadonlyMap<string, readonly string[]>
  /** The occupation of managers by the beginning of the code of what they manage, the longest first. */
  managed: readonly (readonly [string, string])[]
  phrases: ReadonlyMap<string, string>
  compounds: ReadonlyMap<string, string>
  symbols: readonly (readonly [RegExp, string])[]
  government: ReadonlyMap<string, string>
  decorations: readonly { kind: string; pattern: RegExp }[]
  keepsItsS: ReadonlySet<string>
  filler: ReadonlySet<string>
  noise: ReadonlySet<string>
}

type Entry = { text: string; meaning: string; alone: string }

/** Reads the rows `kind, text, meaning, alone` of the word list. */
export function openLexicon(rows: Iterable<readonly string[]>): Lexicon {
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
    scales: map('scale', ({ meaning, alone }) => ({
      steps: meaning.split(' ').map(stepOf),
      isWord: alone === 'word',
    })),
    rankedWork: set('ranked_work'),
    kept: keptOf(of('kept')),
    ranks: set('rank'),
    ranked: set('ranked'),
    abbreviations: map('abbreviation', ({ meaning, alone }) => ({
      inside: meaning || null,
      alone: alone ? alone.split('|') : [],
    })),
    general: map('general', ({ alone }) => alone.split('|')),
    managed: of('managed').map(({ text, meaning }) => [text, meaning] as const),
    phrases: map('phrase', ({ meaning }) => meaning),
    compounds: map('compound', ({ meaning }) => meaning),
    symbols: of('symbol').map(({ text, meaning }) => [literal(text), meaning] as const),
    government: map('government', ({ meaning }) => meaning),
    decorations: of('decoration').map(({ text, meaning }) => ({
      kind: meaning,
      pattern: new RegExp(text, 'gi'),
    })),
    keepsItsS: set('keeps_s'),
    filler: set('filler'),
    noise: set('noise'),
  }
}

function keptOf(entries: readonly Entry[]): Map<string, Kept[]> {
  const kept = new Map<string, Kept[]>()
  for (const { text, meaning, alone } of entries) {
    const rule = { others: new Set(meaning.split('|')), isBefore: alone === 'before' }
    kept.set(text, [...(kept.get(text) ?? []), rule])
  }
  return kept
}

/** A technology's name as a pattern: not inside another word. */
const literal = (text: string): RegExp =>
  new RegExp(`(?<![a-z0-9])${text.replace(/[.+*?^$()[\]{}|\\]/g, '\\$&')}(?![a-z0-9])`, 'g')
