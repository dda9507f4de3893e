// What somebody meant by a role or a city, and what is said of it.
import type { Understood } from '../intelligence.ts'
import type { Experience } from '../search/seniority.ts'

/** What a text means. `slug` is null only for a place that is no city: "remote", "national". */
export interface Meant {
  text: string
  slug: string | null
  /** The text was the slug itself. */
  exact: boolean
  experience: Experience | null
  score: number
}

export const exactly = (slug: string): Meant => ({
  text: slug,
  slug,
  exact: true,
  experience: null,
  score: 1,
})

/** As slugs are written. */
export const slugLike = (text: string): string => text.trim().toLowerCase()

/** What to say of the words; null when both were slugs. */
export function understoodOf(role: Meant, city: Omit<Meant, 'experience'> | null): Understood | null {
  if (role.exact && (city === null || city.exact)) return null
  return {
    role: role.exact
      ? null
      : { text: role.text, slug: role.slug!, experience: role.experience, score: role.score },
    city: !city || city.exact ? null : { text: city.text, slug: city.slug, score: city.score },
  }
}
