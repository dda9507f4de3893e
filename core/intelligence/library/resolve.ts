// Resolves a role or city: slugs directly, plain words by search, and otherwise the closest slugs.
import { findCity, findRole, type Catalog } from '../catalog/catalog.ts'
import { problem, type CrmError } from '../../kernel/errors.ts'
import { NEAREST, SEVERAL } from '../refusals.ts'
import { resolveCity, type CityIndex } from '../search/cities.ts'
import { findRoles, resolveRole, type RoleIndex, type RoleResolution } from '../search/roles.ts'
import { respelt, understand } from '../search/wordings.ts'
import { exactly, slugLike, type Meant } from './meant.ts'
import type { Whole } from './whole.ts'

/** The role a text means. Throws `role_not_found` with the nearest, or with the several it could be. */
export async function roleIn(whole: Whole, text: string): Promise<Meant & { slug: string }> {
  const slug = slugLike(text)
  if (findRole(whole.catalog, slug)) return { ...exactly(slug), slug }
  return roleMeant(await whole.roleIndex(), text)
}

/** The same of words that are no slug. */
export function roleMeant(index: RoleIndex, text: string): Meant & { slug: string } {
  const slug = slugLike(text)
  const found = resolveRole(index, text)
  if (isGuess(text, found) || (SLUG.test(slug) && isCorrected(index, slug, found)))
    throw notFound('role_not_found', text, slugsOf(findRoles(index, text, 5)), NEAREST)
  if (found.kind === 'one')
    return {
      text,
      slug: found.role.slug,
      exact: false,
      experience: found.experience,
      score: found.score,
    }
  if (found.kind === 'ambiguous') throw notFound('role_not_found', text, slugsOf(found.candidates), SEVERAL)
  throw notFound('role_not_found', text, slugsOf(found.nearest), NEAREST)
}

/** A real title of one or two words is nearly always known; a likeness below this is to another word. */
const SURE_OF_FEW = 0.8
const FEW_WORDS = 2

/** Written as a slug: it is one, or names its role or city word for word. Only plain words are taken for what they resemble. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)+$/
/** What an exact wording is worth at least, however rarely it means the role. */
const WORD_FOR_WORD = 0.85

function isCorrected(index: RoleIndex, text: string, found: RoleResolution): boolean {
  const { base } = understand(text)
  const [best] = rolesIn(found)
  return !best || best.score < WORD_FOR_WORD || respelt(index, base).join(' ') !== base.join(' ')
}

const rolesIn = (found: RoleResolution) =>
  found.kind === 'one' ? [found.role] : found.kind === 'ambiguous' ? found.candidates : found.nearest

/** Whether a text resembles a role by its letters rather than naming one: a figure for “banana” helps nobody. */
function isGuess(text: string, found: RoleResolution): boolean {
  const [best] = rolesIn(found)
  return !best || (best.score < SURE_OF_FEW && understand(text).base.length <= FEW_WORDS)
}

/** The score of a name that is spelt right begins here: a suburb of that name. */
const MISSPELT_BELOW = 0.9

/** Whole-country words that are no city. */
const NATION = /^(national|nationwide|us|usa|united states|all)$/

/** The city a text means; null slug for the nation and for remote work. Throws `city_not_found`. */
export function cityIn(index: () => CityIndex, catalog: Pick<Catalog, 'cities' | 'cityAt'>, text: string) {
  const slug = slugLike(text)
  if (findCity(catalog as Catalog, slug)) return exactly(slug)
  const meant = { text, exact: false, experience: null }
  if (NATION.test(slug)) return { ...meant, slug: null, score: 1 }
  const found = resolveCity(index(), text)
  if (found.kind === 'one' && SLUG.test(slug) && found.score < MISSPELT_BELOW)
    throw notFound('city_not_found', text, [found.city.slug], NEAREST)
  if (found.kind === 'remote') return { ...meant, slug: null, score: 1 }
  if (found.kind === 'one') return { ...meant, slug: found.city.slug, score: found.score }
  if (found.kind === 'ambiguous') throw notFound('city_not_found', text, slugsOf(found.candidates), SEVERAL)
  throw notFound('city_not_found', text, slugsOf(found.nearest), NEAREST)
}

const slugsOf = (matches: readonly { slug: string }[]) => [...new Set(matches.map(({ slug }) => slug))]

const CATALOGUE = {
  role_not_found: '/api/v1/intelligence/salaries/search?q=…',
  city_not_found: '/api/v1/intelligence/salaries/cities',
} as const

function notFound(
  code: 'role_not_found' | 'city_not_found',
  text: string,
  slugs: readonly string[],
  how: string,
): CrmError {
  const hint = slugs.length ? `${how}: ${slugs.slice(0, 5).join(', ')}.` : `See ${CATALOGUE[code]}.`
  return problem(code, { text: text.slice(0, 100) }, { hint })
}
