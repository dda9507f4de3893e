/** The offers of one title of an occupation, which the survey does not count apart. */
import type { Catalog, Role } from '../catalog/catalog.ts'

/** Groups of fewer offers or employers are not shown. */
const MIN_OFFERS = 20
const MIN_EMPLOYERS = 5

/** The number of offers of a role held in the nation, and their median; null for too few to show. */
export function offersOfTitle(
  catalog: Pick<Catalog, 'offers'>,
  { slug }: Pick<Role, 'slug'>,
): { offers: number; median: number } | null {
  const { offers = 0, employers = 0, median = null } = catalog.offers(slug, '') ?? {}
  return offers >= MIN_OFFERS && employers >= MIN_EMPLOYERS && median !== null ? { offers, median } : null
}
