// What an answer about pay asks of the database, apart from what else is asked: it may be sent before there is a driver.
import { ANY, CITIES, cityKey, OCCUPATION, roleKey, SLUG, type PaySlugs } from './library/extract-keys.ts'

/**
 * Everything that pay of a role in a city (null: in the nation and in every city) is computed from, in one round trip.
 * Without roles or cities where that is no slug of ours. `ask` is a tag for SQL.
 */
export const payExtracts = <Asked>(
  ask: (text: TemplateStringsArray, ...values: string[]) => Asked,
  { role, city }: PaySlugs,
): Asked => ask`
  select tables from intelligence_extracts
  where key in (${ANY}, ${roleKey(role)}, ${city === null ? CITIES : cityKey(city)},
    ${OCCUPATION} || (select soc from intelligence_extracts where key = ${roleKey(role)}))`

/** The same as text; null where that takes more than quotes. */
export const payQuestion = (slugs: PaySlugs): string | null =>
  SLUG.test(slugs.role) && (slugs.city === null || SLUG.test(slugs.city))
    ? payExtracts((text, ...values) => String.raw(text, ...values.map((value) => `'${value}'`)), slugs)
    : null
