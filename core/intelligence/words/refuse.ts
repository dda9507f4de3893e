// The refusals of words that name no role or city, or several: each says what to ask instead.
import { problem, type CrmError } from '../../kernel/errors.ts'
import { NEAREST, SEVERAL } from '../refusals.ts'
import type { Book } from './book.ts'
import type { CityMatch, Elsewhere } from './places.ts'
import { plainText, slugOf } from './plain.ts'
import { editsBetween } from './spelling.ts'

const BROWSE = {
  role_not_found:
    'Search in other words (crm salary search …, GET /api/v1/intelligence/salaries/search?q=…) or list all (crm salary roles, GET /api/v1/intelligence/salaries/roles).',
  city_not_found: 'See crm salary cities, or GET /api/v1/intelligence/salaries/cities.',
} as const
const EXAMPLES = {
  role_not_found: 'registered-nurse, software-engineer, electrician',
  city_not_found: 'new-york-ny, los-angeles-ca, chicago-il',
} as const
type Code = keyof typeof BROWSE

const HINTS = 5
const MAX_LETTERS = 40

const refuse = (code: Code, text: string, hint: string): CrmError =>
  problem(code, { text: text.slice(0, 100) }, { hint })

/** Several roles are as likely. */
export const severalRoles = (text: string, slugs: readonly string[]): CrmError =>
  refuse('role_not_found', text, `${SEVERAL}: ${slugs.slice(0, HINTS).join(', ')}.`)

/** A level is named, and no work. */
export const noWork = (text: string): CrmError =>
  refuse(
    'role_not_found',
    text,
    `That is a level. Name the work beside it: software engineer ${text.slice(0, 40)}.`,
  )

/** No role is meant: those of similar words, else of a similar spelling. */
export function noRole(book: Book, text: string, slugs: readonly string[]): CrmError {
  if (slugs.length > 0)
    return refuse('role_not_found', text, `${NEAREST}: ${slugs.slice(0, HINTS).join(', ')}.`)
  const start = slugOf(text)
  let alike: string[] = []
  for (let letters = Math.min(4, start.length); letters > 0 && alike.length < HINTS; letters--)
    alike = [...book.starting('roles', start.slice(0, letters))].map(([slug = '']) => slug)
  if (alike.length < HINTS)
    for (const [slug = ''] of book.rows('roles')) if (alike.push(slug) >= COMPARED) break
  return refuse('role_not_found', text, unlike('role_not_found', 'No role has a name like it.', text, alike))
}

/** Several cities are as likely, or a better-known place has no figures. */
export function severalCities(
  text: string,
  cities: readonly CityMatch[],
  elsewhere: Elsewhere | null,
): CrmError {
  const note = elsewhere === null ? '' : ` ${notCovered(elsewhere)}`
  return refuse('city_not_found', text, `${SEVERAL}: ${cities.map(placed).join(', ')}.${note}`)
}

/** No city with figures is meant. */
export function noCity(
  book: Book,
  text: string,
  cities: readonly CityMatch[],
  elsewhere: Elsewhere | null,
): CrmError {
  const note = elsewhere?.area ? ` It is in or near ${elsewhere.area}, which has no figures.` : ''
  if (cities.length > 0)
    return refuse('city_not_found', text, `${NEAREST}: ${cities.map(placed).join(', ')}.${note}`)
  const why = elsewhere?.country
    ? `It is in ${elsewhere.country}, and only US cities have figures.`
    : 'No city has a name like it.'
  const slugs = [...book.rows('cities')].map(([slug = '']) => slug)
  return refuse('city_not_found', text, unlike('city_not_found', why, text, slugs))
}

/** A city in a hint, with the suburb it stands for: `hartford-ct (Berlin, CT)`. */
const placed = ({ slug, matched, isCity }: CityMatch): string => (isCity ? slug : `${slug} (${matched})`)

const notCovered = ({ country }: Elsewhere): string =>
  country === undefined
    ? 'Better-known places of that name have no figures.'
    : `The city in ${country} has no figures: only US cities do.`

/** The hint for a text that names nothing here: it says why, and has the nearest slugs all the same. */
function unlike(code: Code, why: string, text: string, known: readonly string[]): string {
  // To a text without a Latin letter or a digit any slug is as near as another.
  const near = /[a-z\d]/.test(plainText(text))
    ? `Nearest by spelling: ${closest(text, known).join(', ')}.`
    : `Names here are in English, such as ${EXAMPLES[code]}.`
  return `${why} ${near} ${BROWSE[code]}`
}

/** The slugs with the fewest edits for their length. */
function closest(text: string, known: readonly string[]): string[] {
  const typed = slugOf(text).slice(0, MAX_LETTERS)
  const near = known.slice(0, COMPARED).map((slug) => ({
    slug,
    rank: editsBetween(typed, slug, MAX_LETTERS) / Math.min(MAX_LETTERS, Math.max(typed.length, slug.length)),
  }))
  near.sort((a, b) => a.rank - b.rank || (a.slug < b.slug ? -1 : 1))
  return near.slice(0, HINTS).map(({ slug }) => slug)
}

/** Comparing a long text with thousands of slugs takes a tenth of a second. */
const COMPARED = 150
