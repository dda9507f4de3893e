// Parses a pay query and says how its words were understood; picks the figure to print, and checks it against --min and --max.
import { CrmError, problem } from '../../core/kernel/errors.ts'
import { textOf, type AnswerOf, type Client, type Option, type Run, misused, withHint } from '../command.ts'
import { counted, dollars } from '../../core/kernel/amounts.ts'
import { candidatesIn } from '../../core/intelligence/refusals.ts'
import { CERTAIN, UNDERSTOOD } from '../../core/intelligence/words/certainty.ts'
import type { getSalary } from '../../core/intelligence/salaries/salary.ts'
import { createProgress } from '../ui/progress.ts'
import { yearlyPayOf } from './yearly-pay.ts'

/** Exit codes: there is no figure; the figure is out of bounds. */
export const NO_DATA = 3
export const OUT_OF_BOUNDS = 5

const PERCENTILES = [10, 25, 50, 75, 90] as const
export type Percentile = (typeof PERCENTILES)[number]

export interface FigureQuery {
  /** A percentile of the survey; null for the typical figure. */
  percentile: Percentile | null
  min: number | null
  max: number | null
}

export const FIGURE_OPTIONS: Option[] = [
  {
    flags: '--percentile <n>',
    about: 'Show and check a percentile of the survey instead of typical pay: 10, 25, 50, 75 or 90.',
  },
  { flags: '--min <amount>', about: 'Exit 5 if the figure is lower: 150000, 150k.' },
  { flags: '--max <amount>', about: 'Exit 5 if the figure is higher.' },
]

export function wantedOf(options: Run['options']): FigureQuery {
  const text = textOf(options, 'percentile')
  const percentile = PERCENTILES.find((known) => String(known) === text?.replace(/^p|th$/g, '')) ?? null
  if (text !== undefined && !percentile)
    misused(`--percentile: there is no ${text}, only ${PERCENTILES.join(', ')}.`)
  const [min, max] = [boundOf(options, 'min'), boundOf(options, 'max')]
  if (min !== null && max !== null && min > max) misused('--min is above --max.')
  return { percentile, min, max }
}

function boundOf(options: Run['options'], name: 'min' | 'max'): number | null {
  const given = textOf(options, name)
  return given === undefined ? null : yearlyPayOf(`--${name}`, given, { inDollars: true })
}

/** The figure in whole dollars a year: the typical one, or a percentile of the survey. Null if there is no data. */
export function figureOf(answer: Salary, percentile: Percentile | null): number | null {
  const { typical, estimate, distribution } = answer
  if (percentile === null && typical) return typical.median
  const named = percentile ?? 50
  if (distribution) return distribution[`p${named}`]
  if (!estimate) return null
  return { 10: null, 25: estimate.low, 50: estimate.median, 75: estimate.high, 90: null }[named]
}

export const nameOf = (percentile: Percentile | null): string =>
  percentile === null ? 'typical' : percentile === 50 ? 'median' : `${percentile}th percentile`

type Subject = Pick<Salary, 'role' | 'city' | 'understood'> & Partial<Pick<Salary, 'typical'>>

/** The subject in words: `Software Engineer, staff level, in San Francisco, CA`. */
export function subjectOf({ role, city, understood, typical }: Subject, exp?: string): string {
  const band = exp ?? understood?.role?.experience
  const place = city ? `in ${city.name}, ${city.state}` : 'nationwide'
  return `${role.title}${band ? `, ${band} level,` : ''} ${place}${pricedAs(role, typical)}`
}

/** The survey title that prices a role without its own offers. */
const pricedAs = ({ priced_as: survey }: Salary['role'], typical: Salary['typical'] | undefined): string =>
  typical?.basis === 'survey' && !survey.own_series
    ? ` (as ${survey.soc_title}; ${survey.roles_sharing} titles share it)`
    : ''

/** Says why a figure fails the command. Returns the exit code: it could not be checked, it is out of bounds, or neither. */
export function checkBounds(out: Run['out'], answer: Salary, wanted: FigureQuery, exp?: string): number {
  const guess = uncertaintyProblem(answer, wanted)
  const wrong = guess ?? boundViolation(answer, wanted, exp)
  if (wrong !== null) out.note(`crm: ${wrong}`)
  return guess !== null ? NO_DATA : wrong !== null ? OUT_OF_BOUNDS : 0
}

/** The error when a guessed role or city makes the bounds unreliable. */
function uncertaintyProblem({ understood }: Salary, { min, max }: FigureQuery): string | null {
  if (min === null && max === null) return null
  const { role, city } = understood ?? {}
  const guess = [role, city].find((one) => one && one.score < CERTAIN)
  if (!guess) return null
  return `“${guess.text}” was only guessed to be ${guess.slug ?? 'the whole nation'} (${guess.score.toFixed(2)}): bounds are checked only for certain matches. Use its slug.`
}

function boundViolation(answer: Salary, { percentile, min, max }: FigureQuery, exp?: string): string | null {
  const figure = figureOf(answer, percentile)
  if (figure === null) return null
  const [bound, word] = min !== null && figure < min ? [min, 'below'] : [max ?? figure, 'above']
  if (word === 'above' && figure <= bound) return null
  const off = bound === 0 ? '' : ` by ${Math.abs((figure / bound - 1) * 100).toFixed(1)} %`
  return `${subjectOf(answer, exp)}: the ${nameOf(percentile)}${percentile ? '' : ' pay'} of ${dollars(figure)} is ${word} ${dollars(bound)}${off}.`
}

export function offersInWords(answer: Pick<Salary, 'offers' | 'offers_reason'>): string {
  const { offers, offers_reason: reason } = answer
  if (!offers) return `none shown: ${reason ?? 'there are too few.'}`
  const level = offers.level ? `, level ${offers.level}` : ''
  const wider = offers.scope === 'national' ? 'the nation' : offers.place
  return `median ${dollars(offers.median)}, ${dollars(offers.p25)} to ${dollars(offers.p75)} for the middle half; ${counted(offers.count)} offers that ${counted(offers.employers)} employers stated in visa filings (LCA) for ${offers.title}${level}, in ${wider}, ${offers.from} to ${offers.to}`
}

export type Salary = AnswerOf<typeof getSalary>

export const BANDS = ['entry', 'mid', 'senior', 'staff', 'principal'] as const
export type Band = (typeof BANDS)[number]

export interface Question {
  role: string
  city?: string | undefined
  exp?: Band | undefined
}

export const ROLE = { name: 'role', about: 'A slug or plain words: registered-nurse, "staff swe".' }
export const CITY = {
  name: 'city...?',
  about: 'A slug or plain words: austin-tx, sf, new york (default: nationwide).',
}

export const EXP_OPTION: Option = {
  flags: '--exp <band>',
  about: 'Experience: entry, mid, senior, staff or principal; or put it in the role: "senior nurse".',
}

export function bandOf(options: Run['options']): Band | undefined {
  const text = textOf(options, 'exp')
  if (text === undefined) return undefined
  const band = BANDS.find((name) => name === text.toLowerCase())
  return band ?? misused(`--exp: “${text}” is none of ${BANDS.join(', ')}.`)
}

/** The role argument. A blank one is a usage error, locally and on a remote server. */
export const roleIn = (text: string | undefined, example = 'crm salary show "staff swe" sf'): string =>
  text?.trim() ? text : misused(`Name a role: ${example}`)

/** Building the index of titles takes seconds, once after an installation or an import. */
const SLOW_MS = 1_100

export const askAbout = <Answer extends Understood>({ rest, client }: Run, verb: string, ask: Ask<Answer>) =>
  asUsage(withProgress(client, roleIn(rest[0]), () => askInWords(rest, verb, ask)))

/** Whether to ask for every city's figures. They take half of the time, and only some outputs show them. */
export const citiesShown = (isShown: boolean) => (isShown ? {} : { cities: 'none' as const })

/** Turns unknown roles and cities into usage errors, as in a list, because exit code 5 means out of bounds. */
export const asUsage = <Answer>(asking: Promise<Answer>): Promise<Answer> =>
  asking.catch((error: unknown) => {
    if (!(error instanceof CrmError) || error.kind !== 'invalid') throw error
    throw problem('usage', { problem: error.message }, { hint: error.hint, cause: error })
  })

/** Makes the call. If words fit several roles or cities equally well, the error lists the candidates. */
export async function withProgress<Answer>(
  client: Client,
  role: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const progress = createProgress()
  const slow = setTimeout(() => progress.update('Looking through the titles …'), SLOW_MS)
  const end = () => {
    clearTimeout(slow)
    progress.end()
  }
  try {
    return await call().finally(end)
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    const rivals = candidatesIn(error.hint)
    if (!rivals) throw error
    // The city may be among the role's words, so the message quotes the relevant part.
    const { code, message } = error
    const text = /“(.+)”/.exec(message)?.[1] ?? role
    const { candidates, note } = rivals
    const shown = code === 'city_not_found' ? candidates : await describeCandidates(client, text, candidates)
    throw ambiguity(text, shown, note)
  }
}

/** A single candidate was too uncertain to be used. */
function ambiguity(text: string, candidates: string[], note: string): CrmError {
  const [first = '', second] = candidates
  const way = second ? 'Use the slug of the one you mean.' : `Did you mean ${first}? Use the slug.`
  const hint = [way, note].filter(Boolean).join(' ')
  if (!second) return problem('usage', { problem: `“${text}” is not clear.` }, { hint })
  const shown = candidates.map((candidate) => `  ${candidate}`).join('\n')
  return problem('ambiguous', { text, count: candidates.length, candidates: shown }, { hint })
}

async function describeCandidates(client: Client, text: string, slugs: string[]): Promise<string[]> {
  const { searchRoles } = await import('../../core/intelligence/salaries/catalogue.ts')
  const found = new Map((await client.call(searchRoles, { q: text })).data.map((row) => [row.slug, row]))
  const width = Math.max(...slugs.map((slug) => slug.length))
  return slugs.map((slug) => {
    const row = found.get(slug)
    return row ? `${slug.padEnd(width)}  ${row.title} (${row.score.toFixed(2)})` : slug
  })
}

/** Reports how the words were understood. Prints nothing for slugs, and nothing for JSON, which contains it. */
export function noteInterpretation(out: Run['out'], { understood }: Understood): void {
  if (out.json || !understood) return
  const { role, city } = understood
  const parts = [
    role &&
      `“${role.text}” as ${role.slug}${role.experience ? `, ${role.experience} level` : ''}${guess(role.score)}`,
    city && `“${city.text}” as ${placeIn(city)}${guess(city.score)}`,
  ].filter(Boolean)
  const unused = role?.unused.length ? ` Not used: ${role.unused.map((text) => `“${text}”`).join(', ')}.` : ''
  if (parts.length) out.note(`Understood ${parts.join(', and ')}.${unused}`)
}

/** The city, with the suburb that the words named: a suburb has the figures of its area's city. */
const placeIn = ({ slug, place }: { slug: string | null; place: string | null }): string =>
  slug === null ? 'the whole nation' : place ? `${place}, in the area of ${slug}` : slug

const guess = (score: number): string => (score < CERTAIN ? ` (a guess, ${score.toFixed(2)})` : '')

type RoleAndPlace = Pick<Question, 'role' | 'city'>

type Ask<Answer> = (reading: RoleAndPlace) => Promise<Answer>

type Understood = Pick<Salary, 'understood'>

/**
 * The operation interprets the words. Only quotes are handled here: a word with a space is a whole role or city. After the role,
 * words that occur in no title must be a city.
 */
async function askInWords<Answer extends Understood>(words: string[], verb: string, ask: Ask<Answer>) {
  const asked = async (reading: RoleAndPlace) => ({ reading, answer: await ask(reading) })
  const [role = '', ...rest] = words
  if (words.some((word) => /\s/.test(word.trim()))) return asked({ role, city: rest.join(' ') || undefined })
  const whole = await asked({ role: words.join(' ') })
  const unread = wordsLeftOver(whole.answer, rest)
  if (unread === 0) {
    await refuseRegion(words.join(' '), whole.answer, asked)
    return whole
  }
  const cut = words.length - unread
  const question = { role: words.slice(0, cut).join(' '), city: words.slice(cut).join(' ') }
  return asked(question).catch((error: unknown) => {
    throw error instanceof CrmError && error.code === 'city_not_found'
      ? explained(error, `crm salary ${verb} "${words.join(' ')}"`)
      : error
  })
}

/** A title may name a region in passing; a question asks for it. Throws the choice of cities that it stands for. */
async function refuseRegion(text: string, { understood }: Understood, ask: Ask<unknown>): Promise<void> {
  const places = understood?.role?.unused.filter((part) => /^\p{L}[\p{L}\d -]+$/u.test(part)) ?? []
  for (const city of places)
    await ask({ role: text.replace(city, ''), city }).catch((error: unknown) => {
      if (error instanceof CrmError && error.code === 'city_not_found' && candidatesIn(error.hint))
        throw error
    })
}

/** How many of the last words a guessed role left out. */
function wordsLeftOver({ understood }: Understood, words: readonly string[]): number {
  const { score = 1, unused = [] } = understood?.role ?? {}
  if (score >= UNDERSTOOD) return 0
  return words.length - 1 - words.findLastIndex((word) => !unused.includes(word))
}

/** Explains that the last words are not a city, in case they were not meant as one. */
const explained = (error: CrmError, quoted: string): CrmError =>
  candidatesIn(error.hint) ? error : withHint(error, `If all is one title, quote it: ${quoted}`)
