// Turns a sentence into numeric features for the classifier: words, pairs of nearby words, and concepts.
import calendar from '../../../sql/data/mail/calendar.json' with { type: 'json' }
import lists from '../../../sql/data/mail/concepts.json' with { type: 'json' }
import { moneySigns } from '../../reading/currencies.ts'
import { themeAt, says } from './phrases.ts'
import type { Sentence } from './sentences.ts'
import { keysOf } from '../../kernel/narrow.ts'
import cueLists from '../../../sql/data/mail/cues.json' with { type: 'json' }

// The lists of words in sql/data/mail/cues.json, each for one concept that the classifier counts.
const compiled = keysOf(cueLists).map((cue) => ({
  cue,
  expression: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${cueLists[cue].join('|')})(?!\p{L})`, 'u'),
}))

export const BUCKETS = 32_768

/** Hashes a feature's name with FNV-1a. */
function bucketOf(name: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) & (BUCKETS - 1)
}

const WORD = new RegExp(String.raw`https?:\S+|\S+@\S+|[\p{L}']+|\d+(?:[.:,]\d+)*|[${moneySigns}?!%]`, 'gu')
const [DAYS, MONTHS] = [new Set(calendar.day.split(' ')), new Set(calendar.month.split(' '))]
const MAX_WORDS = 60
const STEM = 5
/** Maximum distance between two concepts that form a pair, in words. */
const MAX_APART = 10

/** Normalises a word: all numbers, days, months and addresses become one token each. */
function normalised(word: string): string {
  if (/^\d/.test(word)) return /[:.]\d\d$/.test(word) ? '#time' : word.length < 3 ? '#' : '##'
  if (word.includes('@')) return '@'
  if (word.startsWith('http')) return '/'
  if (DAYS.has(word) || DAYS.has(word.replace(/s$/, ''))) return '#day'
  return MONTHS.has(word) ? '#month' : word
}

/** The concepts of each word, or of each word beginning (`word*`). */
const conceptsByWord = (areBeginnings: boolean): ReadonlyMap<string, string[]> => {
  const meanings = new Map<string, string[]>()
  for (const [concept, words] of Object.entries(lists))
    for (const word of words.split(' ').filter((each) => each.endsWith('*') === areBeginnings)) {
      const key = word.replace('*', '')
      meanings.set(key, [...(meanings.get(key) ?? []), concept])
    }
  return meanings
}
const [WORDS, BEGINNINGS] = [conceptsByWord(false), conceptsByWord(true)]

function conceptsOf(word: string): string[] {
  const meant = [...(WORDS.get(word) ?? [])]
  for (let length = 3; length <= word.length; length += 1)
    meant.push(...(BEGINNINGS.get(word.slice(0, length)) ?? []))
  return meant
}

export function featuresOf({ folded }: Sentence): Int32Array {
  const found = new Set<number>()
  const add = (name: string) => found.add(bucketOf(name))
  const words = (folded.match(WORD) ?? []).slice(0, MAX_WORDS).map(normalised)
  const stems = words.map((word) => word.slice(0, STEM))
  words.forEach((word, at) => {
    add(`w${word}`)
    add(`s${stems[at]}`)
    if (word.length > 6) add(`e${word.slice(-4)}`)
    add(`b${word} ${words[at + 1] ?? '.'}`)
  })
  add(`f${words.slice(0, 2).join(' ')}`)
  const meant = words.map(conceptsOf)
  for (const [at, here] of meant.entries())
    for (const one of here) {
      add(`k${one}`)
      for (const near of meant.slice(at + 1, at + 1 + MAX_APART))
        for (const other of near) if (other !== one) add(`q${[one, other].sort().join(' ')}`)
    }
  const concepts = compiled
    .map(({ cue, expression }) => ({ cue, place: folded.search(expression) }))
    .filter(({ place }) => place >= 0)
  for (const [at, { cue, place }] of concepts.entries()) {
    add(`c${cue}`)
    for (const other of concepts.slice(at + 1))
      if (other.cue !== cue && Math.abs(other.place - place) <= 80) add(`p${cue} ${other.cue}`)
  }
  if (themeAt('condition', folded) >= 0 && !says('conditionNot', folded)) add('if')
  return Int32Array.from(found).sort()
}
