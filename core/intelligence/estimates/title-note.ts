// Says of the national figure of a common title that it is that of its whole occupation.
import type { Catalog, Occupation, Role } from '../catalog/catalog.ts'
import { titleWords } from '../search/phrases.ts'
import type { Estimate } from './estimate.ts'

/** Groups of fewer offers or employers are not shown. */
const MIN_OFFERS = 20
const MIN_EMPLOYERS = 5
/** Offers whose median is further from the figure, in ln points, are mentioned. */
const FAR = 0.2

/** What a national figure for all levels is of, where a role is one of several titles of an occupation; else null. */
export function titleNote(catalog: Catalog, pay: Estimate): string | null {
  const { city, seniority, role, occupation, shift } = pay
  if (city || seniority || shift.market !== 0 || !isTitleWithin(occupation, role)) return null
  return `The figure is that of ${occupation.title} as a whole: the survey has none for this title alone.${offersAside(catalog, pay)}`
}

/** Whether a role is one of several common titles of its occupation, not the occupation by its own name. */
const isTitleWithin = (occupation: Occupation, role: Role): boolean =>
  role.reason === 'common_title' &&
  titleWords(role.title).join(' ') !== titleWords(occupation.title).join(' ')

/** What offers of the title ask for, where that is far from the figure. */
function offersAside(catalog: Catalog, { role, median }: Estimate): string {
  const { offers = 0, employers = 0, median: asked = null } = catalog.offers.get(`${role.slug}|`) ?? {}
  const isShown = offers >= MIN_OFFERS && employers >= MIN_EMPLOYERS && asked !== null
  return isShown && Math.abs(Math.log(asked / median)) > FAR
    ? ` The ${offers} visa offers of this title that are held have a median of $${asked.toLocaleString('en-US')}; they are no sample of everybody in it.`
    : ''
}
