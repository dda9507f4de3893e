/** What moves pay within an occupation and a city: the words of a title, seniority, and the market for offers. */
import { readTitle, type TitleReading } from '../roles/title.ts'
import { titleWords } from '../search/phrases.ts'

/** Experience bands, as the API names them; measured as OFLC wage levels I-IV of real offers. */
export const BANDS = ['entry', 'mid', 'senior', 'staff'] as const
export type Band = (typeof BANDS)[number]

/** What is known of somebody besides role and place: a band, the words of a title (`effectTitle`), or nothing. */
export type Seniority = { band: Band } | { title: string } | null

/** One measured effect in natural log points; those of seniority are per unit of the cell's σ. */
export type Effects = ReadonlyMap<string, number>

/** Where an offer is: the effect keys need the occupation and, if known, the city. */
export type Setting = { soc: string; city: string | null }

/** Keys of the occupation's and the city's own premium of offers over the surveyed cell. */
export function settingKeys({ soc, city }: Setting): string[] {
  return city === null
    ? [`soc:${soc}`]
    : [`soc:${soc}`, `city:${soc.slice(0, 2)}:${city}`, `city:${soc}:${city}`]
}

/** Keys of a title's words, pairs of words, and the whole base title, within the occupation's major group. */
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

/** Keys of a band: overall, in the major group, in the occupation, in the city. */
export function bandKeys({ soc, city }: Setting, band: Band): string[] {
  const name = `band:${band}`
  const keys = [name, `${name}:${soc.slice(0, 2)}`, `${name}:${soc}`]
  return city === null ? keys : [...keys, cityBandKey(city, band)]
}

/** What a city pays a band, whatever the occupation. */
export const cityBandKey = (city: string, band: Band): string => `band:${band}:${city}`

/** Keys of the level a title states: overall, in the major group, in the occupation, and with the words it stands by. */
export function levelKeys(soc: string, { base, level }: Pick<TitleReading, 'base' | 'level'>): string[] {
  const name = `level:${level}`
  const words = [...new Set(base.split(' '))].map((word) => `${name}:word:${word}`)
  return [name, `${name}:${soc.slice(0, 2)}`, `${name}:${soc}`, ...words, `${name}:title:${base}`]
}

/** Sum of the effects a table knows for these keys; unknown keys add nothing. */
export function sumOf(effects: Effects, keys: readonly string[]): number {
  let sum = 0
  for (const key of keys) sum += effects.get(key) ?? 0
  return sum
}

/** More words than this say no more of the work. */
const MOST_WORDS = 12

/** A title in the words that effects are measured for, joined by single spaces: letters and digits only. */
export const effectTitle = (title: string): string => titleWords(title).slice(0, MOST_WORDS).join(' ')

/** The title as the effects read it. */
export const readForEffects = (title: string): TitleReading => readTitle(effectTitle(title))
