// Separates the level from a title ("sr software engineer 2"), so that occupation and experience are read separately. A word
// for a level stays in the title if it belongs to the occupation ("staff nurse").
import { must } from '../../kernel/narrow.ts'
import { higher, type Experience } from './experience.ts'
import type { Lexicon } from './lexicon.ts'
import { isWorker } from './worker.ts'

/** A level and the number of its words. `experience` is null for a number that states no level. */
interface FoundLevel {
  experience: Experience | null
  name: string
  length: number
}

/**
 * Reads normalised words: the title without level words (one that is only a level keeps its words), the level as written
 * ("senior", "II", "L5"), and its step of experience.
 */
export function readLevel(lexicon: Lexicon, words: readonly string[]) {
  const base: string[] = []
  let level: string | null = null
  let experience: Experience | null = null
  for (let at = 0; at < words.length; at++) {
    const found = levelAt(lexicon, words, at, base.length)
    if (!found) {
      base.push(must(words[at]))
      continue
    }
    at += found.length - 1
    if (found.experience === null) continue
    if (higher(experience, found.experience) !== experience) level = found.name
    experience = higher(experience, found.experience)
  }
  return { base: base.length > 0 ? base : [...words], level, experience }
}

function levelAt(lexicon: Lexicon, words: readonly string[], at: number, before: number): FoundLevel | null {
  const word = must(words[at])
  const next = words[at + 1] ?? ''
  if (isKept(lexicon, words, at)) return null
  const phrase = isKept(lexicon, words, at + 1) ? undefined : lexicon.levels.get(`${word} ${next}`)
  if (phrase) return { ...phrase, length: 2 }
  const scaled = levelOnScale(lexicon, word, next)
  if (scaled) return scaled
  const plain = lexicon.levels.get(word)
  if (plain) return { ...plain, length: 1 }
  const ranked = lexicon.rankedLevels.get(word)
  if (ranked && words.some((other, place) => place !== at && lexicon.rankedWork.has(other)))
    return { experience: ranked, name: word, length: 1 }
  const numeral = before > 0 ? lexicon.numerals.get(word) : undefined
  if (!numeral) return null
  return { experience: isBeforeWork(words, at) ? null : numeral, name: roman(word), length: 1 }
}

/** Whether a digit is before the word for the work, as in "AP Chemistry 2 Tutor". */
const isBeforeWork = (words: readonly string[], at: number): boolean =>
  /^\d$/.test(must(words[at])) && !isWorker(must(words[at - 1])) && words.slice(at + 1).some(isWorker)

/** A level on a numbered scale: "level 3", "grade 7", "l5", "ic 4", "tier ii". */
function levelOnScale({ scales, numerals }: Lexicon, word: string, next: string): FoundLevel | null {
  const [, letters = '', digits = ''] = /^([a-z]+)(\d{1,2})$/.exec(word) ?? []
  const attached = scales.get(letters)?.steps[Number(digits) - 1]
  if (attached) return { experience: attached, name: word.toUpperCase(), length: 1 }
  const scale = word.length > 1 ? scales.get(word) : undefined
  const number = ROMAN.indexOf(next) + 1 || Number(/^\d{1,2}$/.exec(next)?.[0] ?? NaN)
  const step = scale?.steps[number - 1]
  if (!scale || !step) return null
  const name = scale.isWord ? `${capitalized(word)} ${number}` : `${word.toUpperCase()}${number}`
  const experience = (word === 'level' && numerals.get(next)) || step
  return { experience, name, length: 2 }
}

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi']
const roman = (word: string): string => (ROMAN[Number(word) - 1] ?? word).toUpperCase()
const capitalized = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

/** Whether neighbouring words make the word a part of the occupation's name. */
function isKept({ kept }: Lexicon, words: readonly string[], at: number): boolean {
  const rules = kept.get(words[at] ?? '') ?? []
  const [before = '', next = ''] = [words[at - 1], words[at + 1]]
  const pair = `${next} ${words[at + 2]}`
  return rules.some(({ others, isBefore }) =>
    isBefore ? others.has(next) || others.has(pair) : others.has(before),
  )
}
