// A question with its words read: the role and city it is about, the level that they name, and how they were understood.
import { findCity, findRole } from '../catalog/catalog.ts'
import { estimate } from '../estimates/estimate.ts'
import type { LookupQuery, LookupResult, Interpretation } from '../intelligence.ts'
import { readQuestion, type PlaceReading, type RoleReading } from '../words/question.ts'
import type { FullDataset } from './dataset.ts'

/** Reads a question. Throws `role_not_found` and `city_not_found`, with what it could mean as a hint. */
export function lookUp({ catalog, references, words }: FullDataset, question: LookupQuery): LookupResult {
  const { role, city } = readQuestion(words, question)
  const { slug, experience, level } = role
  const all = experience ? estimate(catalog, { role: slug, city: city?.slug ?? null }) : null
  return {
    catalog,
    references,
    role: findRole(catalog, slug)!,
    city: city?.slug ? findCity(catalog, city.slug) : null,
    experience,
    level,
    understood: interpretationOf(role, city, all && !('missing' in all) ? all.median : null),
  }
}

/** The interpretation shown in the response; null when both texts were slugs. */
function interpretationOf(
  role: RoleReading,
  city: PlaceReading | null,
  median: number | null,
): Interpretation | null {
  if (role.exact && (city === null || city.exact)) return null
  const { exact, ...meant } = role
  return {
    role: exact ? null : { ...meant, role_median: median },
    city: city && !city.exact ? placeOf(city) : null,
  }
}

const placeOf = ({ exact: _, ...place }: PlaceReading) => place
