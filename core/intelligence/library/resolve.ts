// Resolves a role or city: slugs directly, plain words by search, and otherwise the closest slugs.
import { findCity, findRole, type Catalog } from '../catalog/catalog.ts'
import { problem, type CrmError } from '../../kernel/errors.ts'
import { NEAREST, SEVERAL } from '../refusals.ts'
import { resolveCity, type CityIndex, type CityMatch, type Elsewhere } from '../search/cities.ts'
import { plainText } from '../search/normalize.ts'
import { resolveRole, suggestRoles, sureRole, type RoleIndex, type RoleResolution } from '../search/roles.ts'
import { nearestTexts } from '../search/trigrams.ts'
import { editsBetween } from '../search/word-similarity.ts'
import { respelt, understand } from '../search/wordings.ts'
import { exactMatch, slugLike, type TextMatch } from './text-match.ts'
import type { FullDataset } from './dataset.ts'

/** Resolves a role. Throws `role_not_found` with the closest slugs, or the candidates if ambiguous. */
export async function matchRole(whole: FullDataset, text: string): Promise<TextMatch & { slug: string }> {
  const slug = slugLike(text)
  if (findRole(whole.catalog, slug)) return { ...exactMatch(slug), slug }
  return matchRoleInIndex(await whole.roleIndex(), text)
}

/** Resolves a text that is not a slug. */
export function matchRoleInIndex(index: RoleIndex, text: string): TextMatch & { slug: string } {
  const slug = slugLike(text)
  const found = resolveRole(index, text)
  if (found.kind === 'none' || isGuess(text, found) || (SLUG.test(slug) && isCorrected(index, slug, found))) {
    const near = found.kind === 'none' ? found.nearest : suggestRoles(index, text)
    throw notFound('role_not_found', text, slugsOf(near), NEAREST, { known: rolesAlike(index, text) })
  }
  if (found.kind === 'ambiguous') throw notFound('role_not_found', text, slugsOf(found.candidates), SEVERAL)
  return {
    text,
    slug: found.role.slug,
    exact: false,
    experience: found.experience,
    score: found.score,
    ...correctedIn(index, text),
  }
}

/** The text as respelt; nothing where a role is called just that: an uber driver is no misspelt "user driver". */
function correctedIn(index: RoleIndex, text: string): Pick<TextMatch, 'corrected'> {
  const query = understand(text)
  if (sureRole(index, query) !== null) return {}
  const { words } = query
  const corrected = respelt(index, words).join(' ')
  return corrected === words.join(' ') ? {} : { corrected }
}

/** Real titles of one or two words are nearly always known; lower scores match some other word. */
const MIN_SHORT_TEXT_SCORE = 0.8
const MAX_SHORT_TEXT_WORDS = 2

/**
 * Text with hyphens like a slug must be a slug, or match a role or
 * city word for word. Only plain words are matched by similarity.
 */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)+$/
/** The lowest score of an exact wording, however rarely it means the role. */
const MIN_EXACT_SCORE = 0.85

function isCorrected(index: RoleIndex, text: string, found: RoleResolution): boolean {
  const { base } = understand(text)
  const [best] = rolesIn(found)
  return !best || best.score < MIN_EXACT_SCORE || respelt(index, base).join(' ') !== base.join(' ')
}

const rolesIn = (found: RoleResolution) =>
  found.kind === 'one' ? [found.role] : found.kind === 'ambiguous' ? found.candidates : found.nearest

/** Whether a short text only resembles a role by its letters: a figure for “banana” would be meaningless. */
function isGuess(text: string, found: RoleResolution): boolean {
  const [best] = rolesIn(found)
  return !best || (best.score < MIN_SHORT_TEXT_SCORE && understand(text).base.length <= MAX_SHORT_TEXT_WORDS)
}

/** Scores of correctly spelled names start here, with a suburb of that name. */
const MIN_CITY_SCORE = 0.9

/** Words for the whole country. */
const NATION = /^(national|nationwide|us|usa|united states|all)$/

/** Resolves a city; the slug is null for the nation and for remote work. Throws `city_not_found`. */
export function matchCity(index: () => CityIndex, catalog: Pick<Catalog, 'city'>, text: string) {
  const slug = slugLike(text)
  if (findCity(catalog, slug)) return exactMatch(slug)
  const meant = { text, exact: false, experience: null }
  if (NATION.test(slug)) return { ...meant, slug: null, score: 1 }
  const found = resolveCity(index(), text)
  if (found.kind === 'one' && SLUG.test(slug) && found.score < MIN_CITY_SCORE)
    throw notFound('city_not_found', text, [placed(found.city)], NEAREST)
  if (found.kind === 'remote') return { ...meant, slug: null, score: 1 }
  if (found.kind === 'one')
    return { ...meant, slug: found.city.slug, score: found.score, place: placeOf(found.city) }
  const { elsewhere } = found
  if (found.kind === 'ambiguous')
    throw notFound('city_not_found', text, found.candidates.map(placed), SEVERAL, {
      note: elsewhere && notCovered(elsewhere),
    })
  const { cities } = index()
  if (elsewhere?.country) throw abroad(text, elsewhere.country, cities)
  const note = elsewhere?.area ? `It is in or near ${elsewhere.area}, which has no figures.` : null
  throw notFound('city_not_found', text, found.nearest.map(placed), NEAREST, { note, known: cities })
}

/** The suburb that a city stands for, such as "Berlin, CT"; null for the city itself. */
const placeOf = ({ isSuburb, matched }: CityMatch): string | null => (isSuburb ? matched : null)

/** A city in a hint, with the suburb it stands for: `hartford-ct (Berlin, CT)`. */
const placed = (match: CityMatch): string =>
  match.isSuburb ? `${match.slug} (${match.matched})` : match.slug

const notCovered = ({ country }: Elsewhere): string =>
  country === null
    ? 'Better-known places of that name have no figures.'
    : `The city in ${country} has no figures: only US cities do.`

function abroad(text: string, country: string, cities: readonly Known[]): CrmError {
  const why = `It is in ${country}, and only US cities have figures.`
  return problem(
    'city_not_found',
    { text: text.slice(0, 100) },
    { hint: unlike('city_not_found', why, text, cities) },
  )
}

const slugsOf = (matches: readonly { slug: string }[]) => [...new Set(matches.map(({ slug }) => slug))]

type Known = { slug: string }

const HINTS = 5
const MAX_LETTERS = 40
/** The edits of a long text to thousands of slugs take a tenth of a second, so only the likest are compared. */
const COMPARED = 50

/** The roles whose slugs share most letters with the text; some roles where none shares any. */
function rolesAlike({ slugs, roles }: RoleIndex, text: string): readonly Known[] {
  const near = nearestTexts(slugs, plainText(text), { limit: COMPARED, postings: Infinity })
  const found = near.map(({ text: at }) => roles[at]!)
  return found.length < HINTS ? [...found, ...roles.slice(0, COMPARED)] : found
}

/** The slugs closest by spelling: with the fewest edits for their length. */
function closestSlugs(text: string, known: readonly Known[]): string[] {
  const typed = slugLike(text).slice(0, MAX_LETTERS)
  const near = slugsOf(known).map((slug) => {
    const letters = Math.min(MAX_LETTERS, Math.max(typed.length, slug.length))
    return { slug, rank: editsBetween(typed, slug, MAX_LETTERS) / letters }
  })
  near.sort((a, b) => a.rank - b.rank || (a.slug < b.slug ? -1 : 1))
  return near.slice(0, HINTS).map(({ slug }) => slug)
}

/** The hint for a text that names nothing here: it says why, and has the nearest slugs all the same. */
function unlike(code: keyof typeof BROWSE, why: string, text: string, known: readonly Known[]): string {
  // To a text without a Latin letter or a digit any slug is as near as another.
  const near = /[a-z\d]/.test(slugLike(text))
    ? `Nearest by spelling: ${closestSlugs(text, known).join(', ')}.`
    : `Names here are in English, such as ${EXAMPLES[code]}.`
  return `${why} ${near} ${BROWSE[code]}`
}

const EXAMPLES = {
  role_not_found: 'registered-nurse, software-engineer, electrician',
  city_not_found: 'new-york-ny, los-angeles-ca, chicago-il',
} as const

const BROWSE = {
  role_not_found:
    'Search in other words (crm salary search …, GET /api/v1/intelligence/salaries/search?q=…) or list all (crm salary roles, GET /api/v1/intelligence/salaries/roles).',
  city_not_found: 'See crm salary cities, or GET /api/v1/intelligence/salaries/cities.',
} as const

function notFound(
  code: keyof typeof BROWSE,
  text: string,
  slugs: readonly string[],
  how: string,
  { note = null, known = [] }: { note?: string | null | undefined; known?: readonly Known[] } = {},
): CrmError {
  const near = `${how}: ${slugs.slice(0, HINTS).join(', ')}.`
  const thing = code === 'role_not_found' ? 'role' : 'city'
  const hint = slugs.length
    ? [near, note].filter(Boolean).join(' ')
    : unlike(code, `No ${thing} has a name like it.`, text, known)
  return problem(code, { text: text.slice(0, 100) }, { hint })
}
