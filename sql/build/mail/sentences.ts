// Expands patterns of labelled sentences (`sentences/*.txt`). `{a|b}` means either of them, and each pattern gives
// several sentences.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { featuresOf } from '../../../core/inbox/meaning/features.ts'
import { SENTENCE_CLASSES, type SentenceClass } from '../../../core/inbox/meaning/learned.ts'
import { fold } from '../../../core/inbox/meaning/sentences.ts'
import type { Example } from './regression.ts'

const FILES = ['english', 'german', 'spanish', 'french']
const MOST = 6
/** The weight of a pattern, however many sentences it gives. */
const WEIGHT = 2.5

/** The sentences of a pattern. Its choices alternate at different speeds, so that each one appears. */
export function written(pattern: string): string[] {
  const choices = [...pattern.matchAll(/\{([^{}]*)\}/g)].map(([, inner]) => inner!.split('|'))
  if (!choices.length) return pattern.split('|')
  const all = choices.reduce((product, { length }) => product * length, 1)
  const sentences = Array.from({ length: Math.min(MOST, all) }, (_, turn) => {
    let place = 0
    return pattern
      .replace(/\{([^{}]*)\}/g, (_whole, inner: string) => {
        const options = inner.split('|')
        place += 1
        return options[(turn * (2 * place - 1) + place - 1) % options.length]!
      })
      .replace(/\s+/g, ' ')
  })
  return [...new Set(sentences)]
}

const isSaying = (name: string): name is SentenceClass => (SENTENCE_CLASSES as readonly string[]).includes(name)

function examplesOf(line: string): Example[] {
  const [name = '', ...rest] = line.split(' | ')
  if (!isSaying(name)) throw new Error(`No such saying: ${line}`)
  const sentences = written(rest.join(' | '))
  return sentences.map((quote) => ({
    features: featuresOf({ quote, folded: fold(quote) }),
    target: SENTENCE_CLASSES.indexOf(name),
    weight: WEIGHT / sentences.length,
  }))
}

export const writtenExamples = (): Example[] =>
  FILES.flatMap((name) =>
    readFileSync(join(import.meta.dirname, 'sentences', `${name}.txt`), 'utf8')
      .trim()
      .split('\n')
      .flatMap(examplesOf),
  )
