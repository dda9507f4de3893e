// The words for pay in all languages, with the meanings of each phrase.
import pay from '../../sql/data/reading/pay.json' with { type: 'json' }
import { folded } from '../kernel/folded.ts'
import { entriesOf } from '../kernel/narrow.ts'
import { once } from '../kernel/once.ts'

/** Kinds of amounts. Only `base` and `pay` are a job's pay. */
export type AmountKind =
  | ('base' | 'pay' | 'total' | 'target' | 'bonus' | 'signing')
  | ('equity' | 'allowance' | 'reward' | 'business' | 'later')

/** `year`, `2 week`, `0.5 month`, `15 minute`; `?` for a word that means several periods. */
export type SpanCode = string

const PLAIN_KINDS = [
  ...(['leads', 'joins', 'openers', 'ands', 'atLeast', 'atMost', 'orMore', 'orLess'] as const),
  ...(['plain', 'net', 'without', 'pieces', 'not', 'instalments', 'thirteenth'] as const),
]
type PlainKind = (typeof PLAIN_KINDS)[number]

/** The pay words of one language; sql/data/README.md describes the format. */
type PayWords = Partial<Readonly<Record<PlainKind, string>>> & {
  readonly [Name in 'multiples' | 'currencies' | 'periods' | 'nouns' | 'counts']?: Readonly<
    Record<string, string>
  >
} & { readonly labels?: Readonly<Partial<Record<AmountKind, string>>> }

/** If languages give a word different kinds, the first language counts. If they give it different periods, it is unclear. */
const LANGUAGES: readonly PayWords[] = Object.values(pay)

export interface Meaning {
  readonly multiple?: number
  readonly currency?: string | null
  readonly period?: SpanCode
  readonly noun?: SpanCode
  readonly count?: number
  readonly label?: AmountKind
  readonly kinds: ReadonlySet<PlainKind>
}

const CJK = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u

/** The key of a phrase: its words and signs without accents, hyphens and apostrophes. */
export const keyOf = (phrase: string): string =>
  folded(phrase.replace(/[-'’.]/g, ' ').replace(/[/&]/g, ' $& '))
    .replace(/\s+/g, ' ')
    .trim()

type Draft = { -readonly [Name in keyof Omit<Meaning, 'kinds'>]: Meaning[Name] } & { kinds: Set<PlainKind> }

function compile(): { meanings: Map<string, Draft>; cjk: RegExp } {
  const meanings = new Map<string, Draft>()
  const cut = new Set<string>()
  const at = (phrase: string): Draft => {
    if (CJK.test(phrase)) cut.add(phrase)
    const key = keyOf(phrase)
    const found = meanings.get(key) ?? { kinds: new Set() }
    meanings.set(key, found)
    return found
  }
  const each = (list: string | undefined, put: (draft: Draft) => void) => {
    for (const phrase of list?.split(', ').filter(Boolean) ?? []) put(at(phrase))
  }
  for (const words of LANGUAGES) {
    for (const kind of PLAIN_KINDS) each(words[kind], ({ kinds }) => kinds.add(kind))
    for (const [factor, list] of Object.entries(words.multiples ?? {}))
      each(list, (draft) => (draft.multiple ??= Number(factor)))
    for (const [code, list] of Object.entries(words.currencies ?? {}))
      each(list, (draft) => addCurrency(draft, code === 'null' ? null : code))
    for (const [count, list] of Object.entries(words.counts ?? {}))
      each(list, (draft) => (draft.count ??= Number(count)))
    for (const name of ['periods', 'nouns'] as const)
      for (const [span, list] of Object.entries(words[name] ?? {}))
        each(list, (draft) => addSpan(draft, name === 'periods' ? 'period' : 'noun', span))
    for (const [label, list] of entriesOf(words.labels ?? {})) each(list, (draft) => (draft.label ??= label))
  }
  const longest = [...cut].toSorted((one, other) => other.length - one.length)
  return { meanings, cjk: new RegExp(longest.join('|'), 'gu') }
}

function addCurrency(draft: Draft, code: string | null): void {
  draft.currency = draft.currency === undefined || draft.currency === code ? code : null
}

function addSpan(draft: Draft, name: 'period' | 'noun', span: SpanCode): void {
  draft[name] = draft[name] === undefined || draft[name] === span ? span : '?'
}

const vocabulary = once(compile)

export const meaningOf = (key: string): Meaning | undefined => vocabulary().meanings.get(key)

/** Puts spaces around known words of languages without spaces: `年収600万円` becomes `年収 600 万 円`. */
export const cutCjk = (text: string): string =>
  CJK.test(text) ? text.replace(vocabulary().cjk, ' $& ') : text
