// The interpretation of a role or city text, and how it is shown in responses.
import { findCity, findRole } from '../catalog/catalog.ts'
import { estimate } from '../estimates/estimate.ts'
import type { Band } from '../estimates/experience.ts'
import type { LookupResult, Interpretation } from '../intelligence.ts'
import { experienceOf, levelOfTitle } from '../offers/levels.ts'
import type { Dataset } from './dataset.ts'

/** The meaning of a text. `slug` is null only for a place that is not a city: "remote" or "national". */
export interface TextMatch {
  text: string
  slug: string | null
  /** Whether the text was the slug itself. */
  exact: boolean
  experience: Band | null
  score: number
  /** The suburb that the city stands for, such as "Berlin, CT". */
  place?: string | null
  /** The text with its misspelt words corrected, if there were any: pay depends on the words of a title. */
  corrected?: string
  /** What of the text is no part of the title, such as a pay grade. */
  unused?: string[]
}

export const exactMatch = (slug: string): TextMatch => ({
  text: slug,
  slug,
  exact: true,
  experience: null,
  score: 1,
})

/** The match of a title whose text had more than the title in it: it was no slug. */
export const withUnused = <Match extends TextMatch | null>(match: Match, unused: readonly string[]): Match =>
  match && unused.length > 0
    ? { ...match, exact: false, unused: [...unused, ...(match.unused ?? [])] }
    : match

/** Normalises a text for comparison with slugs. */
export const slugLike = (text: string): string => text.trim().toLowerCase()

/** Resolves a request: the role, the city, and the level stated in the text. */
export function lookupResult(
  { catalog, references }: Dataset,
  role: TextMatch,
  city: PlaceMatch | null,
): LookupResult {
  const { text, exact, corrected } = role
  const found = findRole(catalog, role.slug!)!
  const place = city?.slug ? findCity(catalog, city.slug) : null
  const key = exact || role.experience === null ? '' : levelOfTitle(corrected ?? text)
  const level = key || role.experience
  const experience = experienceOf(key) ?? role.experience
  const all = experience ? estimate(catalog, { role: found.slug, city: place?.slug ?? null }) : null
  return {
    catalog,
    references,
    role: found,
    city: place,
    experience,
    level,
    understood: interpretationOf(
      { ...role, experience },
      level,
      city,
      all && !('missing' in all) ? all.median : null,
    ),
  }
}

/** The interpretation shown in the response; null when both texts were slugs. */
function interpretationOf(
  role: TextMatch,
  level: string | null,
  city: PlaceMatch | null,
  roleMedian: number | null,
): Interpretation | null {
  if (role.exact && (city === null || city.exact)) return null
  const { text, slug, experience, score, unused = [] } = role
  return {
    role: role.exact
      ? null
      : { text, slug: slug!, experience, level, score, role_median: roleMedian, unused },
    city:
      !city || city.exact
        ? null
        : { text: city.text, slug: city.slug, score: city.score, place: city.place ?? null },
  }
}

type PlaceMatch = Omit<TextMatch, 'experience'>
