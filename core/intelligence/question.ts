// A question about pay after its words were read: role, city, level, and how they were understood.
import { must } from '../kernel/narrow.ts'
import { estimate } from './estimates/estimate.ts'
import { readQuestion, type PlaceReading, type Question, type RoleReading } from './words/question.ts'
import type { FullDataset } from './file/dataset.ts'

/** A resolved request: the role, the city (null: the nation), and the data to compute from. */
export type LookupResult = ReturnType<typeof lookUp>

/** Reads a question. Throws `role_not_found` or `city_not_found` with possible meanings as a hint. */
export function lookUp({ catalog, references, words }: FullDataset, question: Question) {
  const { role, city } = readQuestion(words, question)
  const { slug, experience, level, words: own } = role
  const all = experience ? estimate(catalog, { role: slug, city: city?.slug ?? null }) : null
  return {
    catalog,
    references,
    role: must(catalog.role(slug)),
    city: city?.slug ? catalog.city(city.slug) : null,
    /** The level of experience to estimate, or null for all levels. */
    experience,
    level,
    /** The words of the title, sorted and without the level. Empty for the role's own title. */
    words: own,
    understood: interpretationOf(role, city, all && !('reason' in all) ? all.median : null),
  }
}

/** How the question was understood, for the response. Null if both texts were slugs. */
function interpretationOf(role: RoleReading, city: PlaceReading | null, median: number | null) {
  if (role.exact && (city === null || city.exact)) return null
  const { exact, words: _, ...meant } = role
  return {
    role: exact ? null : { ...meant, role_median: median },
    city: city && !city.exact ? placeOf(city) : null,
  }
}

const placeOf = ({ exact: _, ...place }: PlaceReading) => place
