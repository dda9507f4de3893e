// The words of pay in all languages, merged: what a phrase can mean.
import { folded } from '../kernel/folded.ts'
import { entriesOf } from '../kernel/narrow.ts'
import { once } from '../kernel/once.ts'
import { PAY as cs } from './languages/cs.ts'
import { PAY as da } from './languages/da.ts'
import { PAY as de } from './languages/de.ts'
import { PAY as el } from './languages/el.ts'
import { PAY as en } from './languages/en.ts'
import { PAY as es } from './languages/es.ts'
import { PAY as fi } from './languages/fi.ts'
import { PAY as hr } from './languages/hr.ts'
import { PAY as fr } from './languages/fr.ts'
import { PAY as id } from './languages/id.ts'
import { PAY as hu } from './languages/hu.ts'
import { PAY as it } from './languages/it.ts'
import { PAY as ja } from './languages/ja.ts'
import { PAY as ko } from './languages/ko.ts'
import { PAY as nl } from './languages/nl.ts'
import { PAY as no } from './languages/no.ts'
import type { AmountKind, PayWords, SpanCode } from './languages/pay-words.ts'
import { PAY as pl } from './languages/pl.ts'
import { PAY as pt } from './languages/pt.ts'
import { PAY as ro } from './languages/ro.ts'
import { PAY as ru } from './languages/ru.ts'
import { PAY as sv } from './languages/sv.ts'
import { PAY as vi } from './languages/vi.ts'
import { PAY as tr } from './languages/tr.ts'
import { PAY as zh } from './languages/zh.ts'

/** Where languages disagree about a word, the first one counts, but for time spans: those become unclear. */
const LANGUAGES: readonly PayWords[] = [
  en,
  de,
  fr,
  es,
  pt,
  it,
  nl,
  sv,
  da,
  no,
  fi,
  pl,
  cs,
  ru,
  hu,
  ro,
  tr,
  id,
  vi,
  el,
  hr,
  ja,
  zh,
  ko,
]

type PlainKind =
  | 'leads'
  | 'joins'
  | 'openers'
  | 'ands'
  | 'atLeast'
  | 'atMost'
  | 'orMore'
  | 'orLess'
  | 'plain'
  | 'without'
  | 'pieces'
  | 'not'

export interface Meaning {
  readonly multiple?: number
  readonly currency?: string | null
  readonly period?: SpanCode
  readonly noun?: SpanCode
  readonly count?: number
  readonly label?: AmountKind
  readonly kinds: ReadonlySet<PlainKind>
}

const PLAIN_KINDS: readonly PlainKind[] = [
  'leads',
  'joins',
  'openers',
  'ands',
  'atLeast',
  'atMost',
  'orMore',
  'orLess',
  'plain',
  'without',
  'pieces',
  'not',
]

const CJK = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u

/** The key of a phrase: its words and signs without accents, hyphens and apostrophes. */
export const keyOf = (phrase: string): string =>
  folded(phrase.replace(/[-'’.]/g, ' ').replace(/[/&]/g, ' $& '))
    .replace(/\s+/g, ' ')
    .trim()

/** A meaning while it is being put together. */
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

/** Sets every known word of languages without spaces apart: `年収600万円` becomes `年収 600 万 円`. */
export const cutCjk = (text: string): string =>
  CJK.test(text) ? text.replace(vocabulary().cjk, ' $& ') : text
