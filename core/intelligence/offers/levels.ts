// The levels that titles of filed offers state, and the experience each stands for.
import type { Lexicon } from '../words/lexicon.ts'
import { readTitle } from '../words/title.ts'
import { BANDS, type Band } from '../estimates/experience.ts'

/** What the levels of titles stand for, as in the table `offers`; ids of figures may have any of them. */
const EXPERIENCE: Readonly<Record<string, Band>> = {
  intern: 'entry',
  junior: 'entry',
  i: 'entry',
  associate: 'entry',
  ii: 'mid',
  iii: 'senior',
  senior: 'senior',
  'senior-ii': 'senior',
  iv: 'staff',
  lead: 'staff',
  staff: 'staff',
  v: 'principal',
  principal: 'principal',
  'senior-staff': 'principal',
  'senior-principal': 'principal',
  distinguished: 'principal',
}

/** The key of the level that a title states, as it is read everywhere; '' for none. */
export function levelOfTitle(lexicon: Lexicon, title: string): string {
  const { level, experience } = readTitle(lexicon, title)
  return levelKey(level, experience)
}

/** The experience that a level stands for; null for none, and for a level of a company's own ladder. */
export const experienceOf = (key: string): Band | null =>
  BANDS.find((band) => band === key) ?? EXPERIENCE[key] ?? null

/** The group of all levels that stand for one experience. */
export const groupOf = (experience: Band): string => `exp:${experience}`

/** The groups that an offer of a level belongs to: the level, and all levels of its experience. */
export function levelsOf(key: string): string[] {
  const experience = experienceOf(key)
  return experience ? [key, groupOf(experience)] : [key]
}

const NUMERALS = ['i', 'ii', 'iii', 'iv', 'v']

/**
 * The level to look offers up by: the level as understood ("Senior", "II", "level 3") where titles state it, else the
 * experience; '' for neither. It is part of the id of the figure.
 */
export function levelKey(level: string | null, experience: Band | null): string {
  const words = (level ?? '')
    .toLowerCase()
    .replace(/\b(level|grade)\b/g, '')
    .trim()
    .split(/[\s-]+/)
  const key = words.map((word) => NUMERALS[Number(word) - 1] ?? word).join('-')
  return key in EXPERIENCE && (experience === null || EXPERIENCE[key] === experience)
    ? key
    : (experience ?? '')
}
