// Whose offers an occupation's employers are: those of the city, of its state, or of the nation.
import type { City } from '../file/catalog.ts'
import type { References, Sponsor } from '../file/references.ts'
import type { Scope } from '../offers/offers.ts'

/** Employers with fewer filings are not named, and medians of fewer offers not shown. */
export const MIN_GROUP_SIZE = 5

/** Employers of the narrowest place that has some, most filings first; scope null where none has. */
export function employersIn(
  references: References,
  soc: string,
  city: City | null,
): { scope: Scope | null; employers: readonly Sponsor[] } {
  const all = references.sponsors.get(soc) ?? []
  const places: [string, Scope][] = city
    ? [
        [city.slug, 'city'],
        [city.state, 'state'],
        ['', 'national'],
      ]
    : [['', 'national']]
  for (const [place, scope] of places) {
    const employers = all.filter((one) => one.place === place && one.filings >= MIN_GROUP_SIZE)
    if (employers.length > 0) return { scope, employers: employers.map(shown) }
  }
  return { scope: null, employers: [] }
}

const shown = (sponsor: Sponsor): Sponsor =>
  sponsor.offers < MIN_GROUP_SIZE ? { ...sponsor, median: null } : sponsor
