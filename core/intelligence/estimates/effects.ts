/** What moves pay within an occupation and a city: the words of a title, seniority, and the market for offers. */
import { readTitle, type Level, type TitleReading } from '../roles/title.ts'

/** Experience bands, as the API names them; measured as OFLC wage levels I-IV of real offers. */
export const BANDS = ['entry', 'mid', 'senior', 'staff'] as const
export type Band = (typeof BANDS)[number]

/** How much is known of seniority: a band, words of the title, or nothing (pay across all levels). */
export type Seniority = { band: Band } | { level: Level } | null

/** One measured effect in natural log points; those of seniority are per unit of the cell's σ. */
export type Effects = ReadonlyMap<string, number>

/** Where an offer is: the effect keys need the occupation and, if known, the city. */
export type Setting = { soc: string; city: string | null }

/** Keys of the occupation's and the city's own premium of offers over the surveyed cell. */
export function settingKeys({ soc, city }: Setting): string[] {
  const major = soc.slice(0, 2)
  return city === null ? [`soc:${soc}`] : [`soc:${soc}`, `city:${major}:${city}`]
}

/** Keys of a title's words, pairs of words, and the whole base title, within the occupation's major group. */
export function titleKeys(soc: string, reading: TitleReading): string[] {
  const major = soc.slice(0, 2)
  const words = reading.base.split(' ')
  const pairs = words.slice(1).map((word, at) => `pair:${words[at]} ${word}`)
  return [
    ...new Set(words.flatMap((word) => [`word:${word}`, `word:${major}:${word}`])),
    ...new Set(pairs),
    `title:${reading.base}`,
    `title:${soc}:${reading.base}`,
  ]
}

/** Keys of seniority: overall, in the major group, in the occupation. */
export function seniorityKeys(soc: string, seniority: Seniority): string[] {
  if (seniority === null) return []
  const name = 'band' in seniority ? `band:${seniority.band}` : `level:${seniority.level}`
  return [name, `${name}:${soc.slice(0, 2)}`, `${name}:${soc}`]
}

/** Sum of the effects a table knows for these keys; unknown keys add nothing. */
export function sumOf(effects: Effects, keys: readonly string[]): number {
  let sum = 0
  for (const key of keys) sum += effects.get(key) ?? 0
  return sum
}

/** The title as the effects read it. */
export function readForEffects(title: string): TitleReading {
  const reading = readTitle(title)
  const words = reading.base.split(' ').filter((word) => !/^\d{2,}$|^[a-z]{1,3}\d{2,}$/.test(word))
  return { ...reading, base: words.join(' ') }
}
