// Reads role, level and place from a question about pay, for all doors.
import { distance } from '../../kernel/nearest.ts'
import { cut } from '../../kernel/plain-characters.ts'
import { asCrmError, CrmError, problem } from '../../kernel/errors.ts'
import type { Book } from './book.ts'
import { TITLE_ITSELF, UNDERSTOOD } from './certainty.ts'
import type { Experience } from './experience.ts'
import { rungIn } from './ladders.ts'
import { splitTitleAndPlace, splitMisspeltPlace, type Split } from './place-in-title.ts'
import { isRegion, isWideArea, resolvePlace, type CityMatch, type Elsewhere } from './places.ts'
import { resolveText, usualMeanings } from './roles.ts'
import { rolesOfField } from './search.ts'
import { isOnlyRank, withoutDecorations } from './title.ts'
import { isWorker } from './worker.ts'
import { NEAREST, ONLY, SEVERAL } from '../refusals.ts'
import { plainText, slugOf } from './plain.ts'

// Errors for a text without a role or city, or with several. Each hint says what to ask instead.
const BROWSE = {
  role_not_found:
    'See crm salary search WORDS or crm salary roles, or GET /api/v1/intelligence/salaries/search?q=WORDS.',
  city_not_found: 'See crm salary cities, or GET /api/v1/intelligence/salaries/cities.',
} as const
const EXAMPLES = {
  role_not_found: 'registered-nurse, software-engineer, electrician',
  city_not_found: 'new-york-ny, los-angeles-ca, chicago-il',
} as const
type Code = keyof typeof BROWSE

const HINTS = 5
const MAX_LETTERS = 40

const refuse = (code: Code, text: string, hint: string, details?: CrmError['details']): CrmError =>
  problem(code, { text: text.slice(0, 100) }, { hint, details })

const severalRoles = (text: string, slugs: readonly string[]): CrmError =>
  refuse('role_not_found', text, `${SEVERAL} ${slugs.slice(0, HINTS).join(', ')}.`)

const ONLY_LEVEL = 'That is a level. Name the work beside it: software engineer'

/** The error for text that names no role. It lists roles with similar words, else with similar spelling. */
function noRole(book: Book, text: string, slugs: readonly string[]): CrmError {
  if (slugs.length > 0)
    return refuse('role_not_found', text, `${NEAREST}: ${slugs.slice(0, HINTS).join(', ')}.`)
  const start = slugOf(text)
  let alike: string[] = []
  for (let letters = Math.min(4, start.length); letters > 0 && alike.length < HINTS; letters--)
    alike = [...book.starting('roles', start.slice(0, letters))].map(([slug = '']) => slug)
  if (alike.length < HINTS)
    for (const [slug = ''] of book.rows('roles')) if (alike.push(slug) >= MAX_COMPARED) break
  return unlike('role_not_found', text, alike)
}

/** The error if several cities fit equally well, or a better known place has no figures. */
function severalCities(text: string, cities: readonly CityMatch[], elsewhere: Elsewhere | null): CrmError {
  const note = elsewhere === null ? '' : ` ${notCovered(elsewhere)}`
  const start = cities.length === 1 ? ONLY : SEVERAL
  const hint = `${start} ${cities.map(cityInHint).join(', ')}.${note}`
  return refuse('city_not_found', text, hint, elsewhere?.country ? { country: elsewhere.country } : undefined)
}

function noCity(book: Book, text: string, cities: readonly CityMatch[], elsewhere: Elsewhere | null) {
  const note = elsewhere?.area ? ` It is in or near ${elsewhere.area}, which has no figures.` : ''
  if (cities.length > 0)
    return refuse('city_not_found', text, `${NEAREST}: ${cities.map(cityInHint).join(', ')}.${note}`)
  const country = elsewhere?.country
  if (country) {
    const why = `It is in ${country}, and only US cities have figures.`
    return refuse('city_not_found', text, `${why} ${BROWSE.city_not_found}`, { country })
  }
  const slugs = [...book.rows('cities')].map(([slug = '']) => slug)
  return unlike('city_not_found', text, slugs)
}

/** A city in a hint, with the suburb that it stands for: `hartford-ct (Berlin, CT)`. */
const cityInHint = ({ slug, matched, isCity }: CityMatch): string => (isCity ? slug : `${slug} (${matched})`)

const notCovered = ({ country, area }: Elsewhere): string =>
  country === undefined
    ? `${area || 'Better-known places of that name'} ${area ? 'has' : 'have'} no figures.`
    : `The city in ${country} has no figures: only US cities do.`

/** The error for a text that is like no known name. Its hint has the nearest slugs, and where to find all. */
function unlike(code: Code, text: string, known: readonly string[]): CrmError {
  const noun = code === 'role_not_found' ? 'role' : 'city'
  // A text without a Latin letter or digit is not near any slug.
  const near = /[a-z\d]/.test(plainText(text))
    ? `Nearest by spelling: ${closest(text, known).join(', ')}.`
    : `Names here are in English, such as ${EXAMPLES[code]}.`
  return refuse(code, text, `No ${noun} has a name like it. ${near} ${BROWSE[code]}`)
}

function closest(text: string, known: readonly string[]): string[] {
  const typed = slugOf(text).slice(0, MAX_LETTERS)
  const near = known.slice(0, MAX_COMPARED).map((slug) => ({
    slug,
    rank: distance(typed, slug) / Math.min(MAX_LETTERS, Math.max(typed.length, slug.length)),
  }))
  near.sort((a, b) => a.rank - b.rank || (a.slug < b.slug ? -1 : 1))
  return near.slice(0, HINTS).map(({ slug }) => slug)
}

/** Maximum slugs to compare: comparing a long text with thousands of them takes 0.1 s. */
const MAX_COMPARED = 150

/** A role as read from text. `exact`: the text was its slug. */
export interface RoleReading {
  text: string
  slug: string
  exact: boolean
  experience: Experience | null
  /** The word or numeral of the level: "senior", "II", "L5". */
  level: string | null
  score: number
  /** The words without the level, sorted, so that their order does not matter. Empty for the role's own title. */
  words: string
  /** Parts of the text that are not part of the title. */
  unused: string[]
  /** Other roles that the text may mean, if the score is below 0.6. */
  candidates?: string[]
}

/** A place as read from text: a city, or the nation or remote work (`slug` null). `place` is the suburb, if one was named. */
export interface PlaceReading {
  text: string
  slug: string | null
  exact: boolean
  place: string | null
  score: number
}

export interface Question {
  role: string
  city?: string | undefined
}

/** Reads a question. Throws `role_not_found` or `city_not_found` with possible meanings as a hint. */
export function readQuestion(book: Book, { role: whole, city }: Question) {
  const role = spaced(cut(whole, MAX_ROLE))
  const { split, found } =
    city === undefined ? splitQuestion(book, role) : { split: null, found: tryRole(book, role) }
  if (!('slug' in found)) throw city === undefined ? found : withPlace(book, found, city)
  const isBeside = split && (standsBeside(role, split) || isRegion(book, split.place))
  if (split && isBeside && hasNoFigures(book, split.place))
    return { role: { ...found, exact: false, unused: [...found.unused, split.place] }, city: null }
  return { role: found, city: placeOf(book, split?.place ?? city) }
}

/** The error for a role, with the error for the place added, so that the user can correct both at once. */
function withPlace(book: Book, refused: CrmError, city: string): CrmError {
  try {
    placeOf(book, city)
    return refused
  } catch (thrown) {
    const place = asCrmError(thrown)
    const hint = [refused.hint, place.message, place.hint].filter(Boolean).join(' ')
    return new CrmError(refused.code, refused.message, { hint, details: refused.details })
  }
}

/** Splits a text into title and place, and reads the role of the title. `split` is null if the text has no place. */
function splitQuestion(book: Book, whole: string): { split: Split | null; found: RoleReading | CrmError } {
  // A posting's number must not be read as a ZIP code, nor a street as a city.
  const { title: text, unused } = withoutDecorations(book.lexicon(), whole, ['address', 'number'])
  const { split, found } = splitBare(book, text)
  return { split, found: 'slug' in found ? { ...found, unused: [...unused, ...found.unused] } : found }
}

function splitBare(book: Book, text: string): ReturnType<typeof splitQuestion> {
  const split = splitSlugAndPlace(book, text) ?? splitTitleAndPlace(book, text)
  const found = tryRole(book, split?.title ?? text)
  const isSure = 'slug' in found && found.score >= TITLE_ITSELF
  const misspelt = !split && !isSure ? splitMisspeltPlace(book, text) : null
  return misspelt ? { split: misspelt, found: tryRole(book, misspelt.title) } : { split, found }
}

/** Separates title and place as a question about pay does. Null if there is no place. */
export const titleAndPlace = (book: Book, text: string): Split | null =>
  splitQuestion(book, spaced(cut(text, MAX_ROLE))).split

/** Whether a dash or bracket separates title and place. Such a text is a posting's title, not a question about the place. */
const standsBeside = (text: string, { place }: Split): boolean =>
  /[-–—|(/]\s*(?:(?:remote(?:\s+(?:from|in|within))?|upstate|(?:north|south|east|west)(?:ern)?|central|metro)\s+)?$/i.test(
    text.slice(0, text.lastIndexOf(place.split(' ')[0] ?? '')),
  )

/** Whether a US place has no figures: a town far from covered cities, or a state. Places abroad do not count. */
function hasNoFigures(book: Book, place: string): boolean {
  const found = resolvePlace(book, place)
  return found.kind === 'none'
    ? !found.elsewhere?.country
    : found.kind === 'several' && isWideArea(book, place)
}

/** Adds spaces around a hyphen after a title, so that "Technician-Overland Park KS" is not one word. */
const spaced = (text: string): string =>
  text.replace(/(?<!\p{L})(\p{L}{5,})-(?=\p{Lu}\p{Ll})/gu, (joined, before: string) => {
    const word = before.toLowerCase()
    return isWorker(word) || word === 'associate' ? `${before} - ` : joined
  })

/** Text longer than any title with a place is cut. */
const MAX_ROLE = 400

/** Splits a role slug from a place after it: "registered-nurse el paso". */
function splitSlugAndPlace(book: Book, text: string): Split | null {
  const [, title, place] = /^(\S+-\S+)\s+(\S.*)$/.exec(text.trim()) ?? []
  return title && place && slugIn(book, 'roles', title) !== null ? { title, place } : null
}

const placeOf = (book: Book, city: string | undefined): PlaceReading | null =>
  city === undefined || city.trim() === '' ? null : readPlace(book, city)

export function readRole(book: Book, text: string): RoleReading {
  const found = tryRole(book, text)
  if ('slug' in found) return found
  throw found
}

function slugIn(book: Book, table: 'roles' | 'cities', text: string): string | null {
  const slug = text.trim().toLowerCase()
  if (table === 'roles') {
    const current = currentRole(book, slug)
    if (current !== slug) return current
  }
  return book.get(table, slug) ? slug : null
}

/** The current slug of a role. Slugs of roles that were merged into others stay valid. */
export const currentRole = (book: Book, slug: string): string => book.get('former_roles', slug)?.[1] ?? slug

const exactRole = (text: string, slug: string): RoleReading => ({
  ...{ text, slug, exact: true, experience: null, level: null, score: 1, words: '', unused: [] },
})

/** A text with hyphens must be a slug, or almost the words of a role. crm does not guess what a wrong slug means. */
const LIKE_SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)+$/
const WORD_FOR_WORD = 0.96

/** If no word of a title names a worker, up to this many roles with its words come first among the choices. */
const CHOICES_OF_FIELD = 3

function tryRole(book: Book, text: string): RoleReading | CrmError {
  const exact = slugIn(book, 'roles', text)
  if (exact !== null) return exactRole(text, exact)
  const rung = rungIn(book, text)
  const { title, answer } = resolveText(book, rung?.rest ?? text)
  const ofField = title.readings.length === 0 ? rolesOfField(book, title.base).slice(0, CHOICES_OF_FIELD) : []
  const choices = (others: readonly string[]) => [...new Set([...ofField, ...others])].slice(0, HINTS)
  if (answer.kind === 'several') return severalRoles(text, choices(answer.candidates))
  if (answer.kind === 'none') {
    if (isOnlyRank(title)) return refuse('role_not_found', text, `${ONLY_LEVEL} ${text.slice(0, 40)}.`)
    const usual = usualMeanings(book, title)
    return usual.length > 0
      ? severalRoles(text, [...new Set([...answer.candidates.slice(0, 1), ...usual])])
      : noRole(book, text, answer.candidates)
  }
  if (LIKE_SLUG.test(text.trim()) && answer.score < WORD_FOR_WORD)
    return noRole(book, text, [answer.slug, ...answer.candidates])
  // Words that are the role's own title, as in "associate partner", state no level.
  const { level, experience } = rung ?? (answer.isOwnTitle ? { level: null, experience: null } : title)
  return {
    ...{ text, slug: answer.slug, exact: false, experience, level },
    score: Math.round(answer.score * 1000) / 1000,
    words: answer.isOwnTitle ? '' : [...title.base].sort().join(' '),
    unused: title.unused,
    ...(answer.score < UNDERSTOOD ? { candidates: choices(answer.candidates) } : {}),
  }
}

export function readPlace(book: Book, text: string): PlaceReading {
  const name = text.slice(0, 400)
  const exact = slugIn(book, 'cities', name)
  if (exact !== null) return { text, slug: exact, exact: true, place: null, score: 1 }
  const found = resolvePlace(book, name)
  if (found.kind === 'several') throw severalCities(name, found.cities, found.elsewhere)
  if (found.kind === 'none') throw noCity(book, name, found.cities, found.elsewhere)
  if (found.kind === 'nation') return { text, slug: null, exact: false, place: null, score: 1 }
  const { slug, score, matched, isCity } = found.city
  if (LIKE_SLUG.test(text.trim()) && score < MIN_SPELLED_SCORE) throw noCity(book, name, [found.city], null)
  return { text, slug, exact: false, place: isCity ? null : matched, score: Math.round(score * 1000) / 1000 }
}

/** Minimum score of an exact name. Suburbs have exactly this. */
const MIN_SPELLED_SCORE = 0.9
