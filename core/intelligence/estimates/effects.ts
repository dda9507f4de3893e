/** What moves pay within an occupation and a city: title words, seniority, and the market for offers. */
import { readTitle, type Level, type TitleReading } from '../roles/title.ts'
import type { Lookup } from '../catalog/catalog.ts'
import { titleWords } from '../search/phrases.ts'

/** Experience bands, as named in the API; measured as OFLC wage levels I-IV of real offers. */
export const BANDS = ['entry', 'mid', 'senior', 'staff'] as const
export type Band = (typeof BANDS)[number]

/** What is known of seniority: a band, the words of a title (`effectTitle`), or nothing. */
export type Seniority = { band: Band } | { title: string } | null

/** Measured effects in ln points, by key; those of seniority are per unit of the cell's σ. */
export type Effects = Lookup<number>

/** The setting of an offer: effect keys need the occupation, the city if known, and whether it is training. */
export type Setting = { soc: string; city: string | null; isTraining: boolean }

/**
 * Keys of the premium of offers over the surveyed cell, for the occupation and the city. People in training are
 * counted in the occupation they train for and paid otherwise, so they have keys of their own.
 */
export function settingKeys({ soc, city, isTraining }: Setting): string[] {
  if (isTraining) {
    const keys = [`training:${soc.slice(0, 2)}`, `training:${soc}`]
    return city === null ? keys : [...keys, `training:${city}`]
  }
  return city === null
    ? [`soc:${soc}`]
    : [`soc:${soc}`, `city:${soc.slice(0, 2)}:${city}`, `city:${soc}:${city}`]
}

/**
 * Prefixes of the effects that experience bands are computed from: those of the fit on offers whose level is known,
 * for the occupations that have enough of them (`levelled`), and else those of the fit on all.
 */
export const BAND_FITS = { levelled: 'levelled:', all: 'banded:' } as const

/** The keys as named in the fit for experience bands in an occupation. */
export const inBandFit = (occupation: { levelled: boolean }, keys: readonly string[]): string[] =>
  keys.map((key) => `${occupation.levelled ? BAND_FITS.levelled : BAND_FITS.all}${key}`)

/** Keys of a title's words, word pairs and whole base title, within the occupation's major group. */
export function titleKeys(soc: string, { base }: Pick<TitleReading, 'base'>): string[] {
  const major = soc.slice(0, 2)
  const words = base.split(' ')
  const pairs = words.slice(1).map((word, at) => `pair:${words[at]} ${word}`)
  return [
    ...new Set(words.flatMap((word) => [`word:${word}`, `word:${major}:${word}`])),
    ...new Set(pairs),
    `title:${base}`,
    `title:${soc}:${base}`,
  ]
}

/** Keys of a band: overall, in the major group, in the occupation, and in the city. */
export function bandKeys({ soc, city }: Pick<Setting, 'soc' | 'city'>, band: Band): string[] {
  const name = `band:${band}`
  const keys = [name, `${name}:${soc.slice(0, 2)}`, `${name}:${soc}`]
  return city === null ? keys : [...keys, cityBandKey(city, band)]
}

/** Key of a city's effect on a band across all occupations. */
export const cityBandKey = (city: string, band: Band): string => `band:${band}:${city}`

/** Levels with few offers, and the level whose effect theirs is added to. */
const BUILT_ON: Partial<Record<Level, Level>> = {
  'senior-two': 'senior',
  four: 'three',
  five: 'four',
  'senior-staff': 'staff',
  'senior-principal': 'principal',
  distinguished: 'senior-principal',
}

/**
 * Keys of the level a title states, and of those it is built on: overall, in the major group, in the occupation,
 * and with each word and the base title.
 */
export function levelKeys(soc: string, { base, level }: Pick<TitleReading, 'base' | 'level'>): string[] {
  const name = `level:${level}`
  const words = [...new Set(base.split(' '))].map((word) => `${name}:word:${word}`)
  const keys = [name, `${name}:${soc.slice(0, 2)}`, `${name}:${soc}`, ...words, `${name}:title:${base}`]
  const below = BUILT_ON[level]
  return below ? [...keys, ...levelKeys(soc, { base, level: below })] : keys
}

/** Sum of the effects for these keys; unknown keys add nothing. */
export function sumOf(effects: Effects, keys: readonly string[]): number {
  let sum = 0
  for (const key of keys) sum += effects.get(key) ?? 0
  return sum
}

/** Words beyond this number are ignored. */
const MAX_WORDS = 12

/** A title normalised for the measured effects: words of letters and digits only, joined by single spaces. */
export const effectTitle = (title: string): string => titleWords(title).slice(0, MAX_WORDS).join(' ')

/** Wordings of training after a degree that mean the same, so that offers under each count as evidence for all. */
const TRAINING: readonly (readonly [RegExp, string])[] = [
  [/\bpost ?doc(toral)?\b/g, 'postdoctoral'],
  [/\b(pgy ?\d*|residency|house (staff|officer))\b/g, 'resident'],
  [/\bfellowship\b/g, 'fellow'],
]

/**
 * Whether a title is of training after a degree: a postdoctoral researcher, a fellow, or in health a resident, who
 * elsewhere is an engineer on site. A senior fellow is not in training.
 */
export const isTrainingTitle = (
  soc: string,
  { base, level }: Pick<TitleReading, 'base' | 'level'>,
): boolean =>
  level === 'plain' &&
  (/\b(postdoctoral|fellow)\b/.test(base) || (soc.startsWith('29') && /\bresident\b/.test(base)))

/** The parsed title that effect keys are built from. */
export const readForEffects = (title: string): TitleReading =>
  readTitle(TRAINING.reduce((text, [wording, word]) => text.replace(wording, word), effectTitle(title)))
