// The query behind a pay response, in its own module: it may be sent before the database driver is loaded.
import { ANY, CITIES, cityKey, OCCUPATION, roleKey, SLUG, type PaySlugs } from './library/extract-keys.ts'

/**
 * Reads all rows that the pay of a role in a city (null: the nation and every city) is computed from, in one
 * round trip. The result has no roles or no cities when the slug is unknown. `ask` is an SQL template tag.
 */
export const selectPayExtracts = <Asked>(
  ask: (text: TemplateStringsArray, ...values: string[]) => Asked,
  { role, city }: PaySlugs,
): Asked => ask`
  select tables from intelligence_extracts
  where key in (${ANY}, ${roleKey(role)}, ${city === null ? CITIES : cityKey(city)},
    ${OCCUPATION} || (select soc from intelligence_extracts where key = ${roleKey(role)}))`

/** The same query as SQL text; null when a slug would need escaping. */
export const payQuery = (slugs: PaySlugs): string | null =>
  SLUG.test(slugs.role) && (slugs.city === null || SLUG.test(slugs.city))
    ? selectPayExtracts((text, ...values) => String.raw(text, ...values.map((value) => `'${value}'`)), slugs)
    : null
