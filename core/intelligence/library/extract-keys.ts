// Keys of the data set's extracts (extracts.ts).

/** Rows by table name, each with the cells of its shipped file. */
export type Rows = Record<string, string[][]>

/** The key of the extract that every estimate needs. */
export const ANY = 'any'
/** The key of all cities, for national estimates and for lookups by name. */
export const CITIES = 'cities'
export const roleKey = (slug: string): string => `role ${slug}`
/** The key of the effects of one word, pair or title; used for roles given in plain words. */
export const effectKey = (key: string): string => `effect ${key}`
export const cityKey = (slug: string): string => `city ${slug}`
/** The key of the suburbs and nicknames with a given name. */
export const placeKey = (name: string): string => `place ${name}`
/** Key prefix, followed by an occupation code. */
export const OCCUPATION = 'occupation '

/** The format of slugs; any other text is searched for. */
export const SLUG = /^[a-z0-9-]+$/

/** A role and a city (null: the nation) by their slugs. */
export interface PaySlugs {
  role: string
  city: string | null
}
