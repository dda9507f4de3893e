// Separates the level from a job title ("Sr. Software Engineer II"), so that
// occupation and experience can be resolved independently. Level words that are
// part of an occupation's name are kept ("staff nurse", "chief of police").
import { isTopRank } from '../roles/title.ts'
import { wordsOf } from './normalize.ts'

/** The four experience bands of the estimates. */
export type Experience = 'entry' | 'mid' | 'senior' | 'staff'

/** A title split into the words of the occupation and the words of the level. */
export interface TitleLevel {
  base: string
  experience: Experience | null
  words: string[]
}

/** Phrases that state a level; a phrase that contains another comes first. */
const LEVEL_PHRASES: readonly (readonly [string, Experience])[] = [
  ['entry level', 'entry'],
  ['new grad', 'entry'],
  ['new graduate', 'entry'],
  ['early career', 'entry'],
  ['mid level', 'mid'],
  ['mid senior', 'senior'],
  ['senior level', 'senior'],
]

const LEVEL_WORDS: Readonly<Record<string, Experience>> = {
  junior: 'entry',
  jr: 'entry',
  jnr: 'entry',
  entry: 'entry',
  intern: 'entry',
  internship: 'entry',
  trainee: 'entry',
  apprentice: 'entry',
  fresher: 'entry',
  graduate: 'entry',
  associate: 'entry',
  intermediate: 'mid',
  mid: 'mid',
  journeyman: 'mid',
  senior: 'senior',
  sr: 'senior',
  snr: 'senior',
  experienced: 'senior',
  expert: 'senior',
  lead: 'staff',
  staff: 'staff',
  principal: 'staff',
  princ: 'staff',
  distinguished: 'staff',
}

/** Numerals at the end of a title; `CODE_STEPS` is for level codes such as L5, E6 and IC4. */
const NUMERALS: Readonly<Record<string, Experience>> = {
  i: 'entry',
  ii: 'mid',
  iii: 'senior',
  iv: 'staff',
  v: 'staff',
  '1': 'entry',
  '2': 'mid',
  '3': 'senior',
  '4': 'staff',
  '5': 'staff',
}
const CODE_STEPS: readonly Experience[] = [
  'entry',
  'entry',
  'entry',
  'mid',
  'senior',
  'staff',
  'staff',
  'staff',
  'staff',
]

/**
 * Patterns in which a level word is part of the occupation's name,
 * matched against the singular words of the title.
 */
const OCCUPATIONS = [
  'staff (nurse|rn|registered nurse|accountant|attorney|pharmacist|physician|auditor|chaplain|assistant|development|psychologist|psychiatrist|therapist|physical therapist|radiologist|veterinarian|dentist|writer|reporter|photographer|sergeant|training|technologist|toxicologist|anesthesiologist|hospitalist)',
  '(of|chief of|technical|medical|nursing|wait|kitchen|support|office) staff',
  '(school|vice|assistant|elementary|elementary school|middle school|high school|associate) principal',
  'principal investigator',
  'lead (generation|abatement|gen|inspector)',
  '(sale|sales|retail|warehouse|store|service|customer service|deli|bakery|production|guest|research|clinical research|investment|dining|produce|front desk|fulfillment|manufacturing|team|program|legal|law|postdoctoral|private equity|banking) associate',
  'associate (dentist|attorney|lawyer|counsel|professor|dean|veterinarian|physician|pastor|justice|judge|optometrist|orthodontist|chiropractor|director|provost|editor|producer)',
  'graduate (teaching|assistant|research|student|school)',
  'senior (living|care|center|citizen|companion|housing)',
  'entry (clerk|operator|specialist)',
  'data entry',
  'order entry',
  'junior (high|college|achievement)',
].map((pattern) => new RegExp(`\\b${pattern}\\b`))

/** Whether words end in a kind of worker ("estimator") rather than a field ("electrical"). */
export function namesWorker(words: string): boolean {
  return WORKER.test(words)
}

/** Endings of words for workers, so that "VP, software engineer" does not become a manager. */
const WORKER = /(er|or|ist|ian|yst|ant|ect|ney|ive|ent|eur|man|nurse|clerk|chef|counsel|aide)$/
const RANKS =
  /^(vp|svp|avp|evp|vice president|(assistant|senior|executive|associate|first) vice president|director|associate director|senior director|head|global head)$/

/** Splits a free-text title into its occupation (`base`), the experience it states, and the words for it. */
export function readSeniority(title: string): TitleLevel {
  return levelOf(wordsOf(title))
}

/** The same for words that are already normalised. */
export function levelOf(all: readonly string[]): TitleLevel {
  const kept: string[] = []
  const said: string[] = []
  let experience: Experience | null = null
  const protectedAt = protectedWords(all)
  for (let at = 0; at < all.length; at++) {
    const found = protectedAt.has(at) ? undefined : levelAt(all, at, kept.length)
    if (found === undefined) {
      kept.push(all[at] ?? '')
      continue
    }
    said.push(all.slice(at, at + found.length).join(' '))
    experience = higher(experience, found.experience)
    at += found.length - 1
  }
  // A title of only level words ("Associate", "Principal") is an occupation.
  if (kept.length === 0) return { base: all.join(' '), experience, words: said }
  return withoutRank({ base: kept.join(' '), experience, words: said })
}

interface Found {
  experience: Experience
  length: number
}

function levelAt(words: readonly string[], at: number, kept: number): Found | undefined {
  const word = words[at] ?? ''
  const pair = `${word} ${words[at + 1] ?? ''}`
  const phrase = LEVEL_PHRASES.find(([text]) => text === pair)
  if (phrase) return { experience: phrase[1], length: 2 }
  if (word === 'level' || word === 'lvl' || word === 'grade') return numeralAt(words, at + 1, 2)
  const plain = Object.hasOwn(LEVEL_WORDS, word) ? LEVEL_WORDS[word] : undefined
  if (plain !== undefined || isTopRank(word, words)) return { experience: plain ?? 'staff', length: 1 }
  return codeOf(word) ?? (kept > 0 ? numeralAt(words, at, 1) : undefined)
}

function numeralAt(words: readonly string[], at: number, length: number): Found | undefined {
  const word = words[at] ?? ''
  const experience = Object.hasOwn(NUMERALS, word) ? NUMERALS[word] : undefined
  return experience === undefined ? undefined : { experience, length }
}

/** In L3–L9 and E3–E9 a new graduate is level 3; IC1–IC7 start at 1. */
function codeOf(word: string): Found | undefined {
  const match = /^(l|e|ic)([1-9])$/.exec(word)
  if (!match) return undefined
  const step = Number(match[2]) + (match[1] === 'ic' ? 1 : 0)
  return { experience: CODE_STEPS[step - 1] ?? 'staff', length: 1 }
}

function protectedWords(words: readonly string[]): Set<number> {
  const text = words.join(' ')
  const positions = new Set<number>()
  for (const pattern of OCCUPATIONS) {
    const match = pattern.exec(text)
    if (!match) continue
    const first = match.index === 0 ? 0 : text.slice(0, match.index).trim().split(' ').length
    const length = match[0].split(' ').length
    for (let at = first; at < first + length; at++) positions.add(at)
  }
  return positions
}

/** "Director of engineering" becomes a top-band engineering manager; "VP, software engineer" an engineer. */
function withoutRank(level: TitleLevel): TitleLevel {
  const match = /^(.+?) of (?:the )?(.+)$/.exec(level.base)
  const [rank, field] = match ? [match[1] ?? '', match[2] ?? ''] : leadingRank(level.base)
  if (!RANKS.test(rank) || field === '') return level
  const base = namesWorker(field) ? field : `${field} manager`
  return { base, experience: 'staff', words: [...level.words, rank] }
}

function leadingRank(base: string): [string, string] {
  const match = /^(vp|svp|avp|evp|vice president) (.+)$/.exec(base)
  return [match?.[1] ?? '', match?.[2] ?? '']
}

const ORDER: readonly Experience[] = ['entry', 'mid', 'senior', 'staff']

function higher(a: Experience | null, b: Experience): Experience {
  return a === null || ORDER.indexOf(b) > ORDER.indexOf(a) ? b : a
}
