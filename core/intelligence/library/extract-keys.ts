// What the extracts of the data set are called (extracts.ts).

/** Rows by the name of their table, each as the cells of its shipped file. */
export type Rows = Record<string, string[][]>

/** What every answer needs. */
export const ANY = 'any'
/** All cities, for the nation's answer and for finding one by its name. */
export const CITIES = 'cities'
export const roleKey = (slug: string): string => `role ${slug}`
/** What offers say of one word, pair or title: for questions in plain words. */
export const effectKey = (key: string): string => `effect ${key}`
export const cityKey = (slug: string): string => `city ${slug}`
/** Suburbs and nicknames of a name. */
export const placeKey = (name: string): string => `place ${name}`
/** A prefix: the code of an occupation follows. */
export const OCCUPATION = 'occupation '

/** As slugs are written; all else is words. */
export const SLUG = /^[a-z0-9-]+$/

/** A role and a city (null: the nation) by their slugs. */
export interface PaySlugs {
  role: string
  city: string | null
}
