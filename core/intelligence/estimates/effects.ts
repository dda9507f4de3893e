/** What moves pay within an occupation and a city: title words, seniority, and the market for offers. */
import { readTitle, type TitleReading } from '../roles/title.ts'
import { titleWords } from '../search/phrases.ts'

/** Experience bands, as named in the API; measured as OFLC wage levels I-IV of real offers. */
export const BANDS = ['entry', 'mid', 'senior', 'staff'] as const
export type Band = (typeof BANDS)[number]

/** What is known of seniority: a band, the words of a title (`effectTitle`), or nothing. */
export type Seniority = { band: Band } | { title: string } | null

/** Measured effects in ln points, by key; those of seniority are per unit of the cell's σ. */
export type Effects = ReadonlyMap<string, number>

/** The setting of an offer: effect keys need the occupation and, if known, the city. */
export type Setting = { soc: string; city: string | null }

/** Keys of the premium of offers over the surveyed cell, for the occupation and the city. */
export function settingKeys({ soc, city }: Setting): string[] {
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
export function bandKeys({ soc, city }: Setting, band: Band): string[] {
  const name = `band:${band}`
  const keys = [name, `${name}:${soc.slice(0, 2)}`, `${name}:${soc}`]
  return city === null ? keys : [...keys, cityBandKey(city, band)]
}

/** Key of a city's effect on a band across all occupations. */
export const cityBandKey = (city: string, band: Band): string => `band:${band}:${city}`

/**
 * Keys of the level a title states: overall, in the major group, in
 * the occupation, and with each word and the base title.
 */
export function levelKeys(soc: string, { base, level }: Pick<TitleReading, 'base' | 'level'>): string[] {
  const name = `level:${level}`
  const words = [...new Set(base.split(' '))].map((word) => `${name}:word:${word}`)
  return [name, `${name}:${soc.slice(0, 2)}`, `${name}:${soc}`, ...words, `${name}:title:${base}`]
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

/** The parsed title that effect keys are built from. */
export const readForEffects = (title: string): TitleReading => readTitle(effectTitle(title))
