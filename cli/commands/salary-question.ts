// Parses a pay query: reports how its words were understood, and lists the candidates if they are ambiguous.
import { rivalsIn } from '../../core/intelligence/refusals.ts'
import type { getSalary } from '../../core/intelligence/salaries/salary.ts'
import { CrmError, fail, problem } from '../../core/kernel/errors.ts'
import type { AnswerOf, Client } from '../client.ts'
import { textOf, type Option, type Run } from '../command.ts'
import type { Output } from '../output.ts'
import { createProgress } from '../ui/progress.ts'

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

/** The band given by `--exp`. */
export function bandOf(options: Run['options']): Band | undefined {
  const text = textOf(options, 'exp')
  if (text === undefined) return undefined
  const band = BANDS.find((name) => name === text.toLowerCase())
  return band ?? fail('usage', { problem: `--exp: “${text}” is none of ${BANDS.join(', ')}.` })
}

/** The role argument. A blank one is a usage error, both locally and on a remote server. */
export const roleIn = (text: string | undefined, example = 'crm salary show "staff swe" sf'): string =>
  text?.trim() ? text : fail('usage', { problem: `Name a role: ${example}` })

/** Building the index of titles takes seconds, once after an installation or an import. */
const SLOW_MS = 1_100

/** Asks in the words of the command line, with progress. */
export const askAbout = <Answer extends Pick<Salary, 'understood'>>(
  client: Client,
  command: CommandWords,
  ask: (reading: RoleAndPlace) => Promise<Answer>,
): Promise<{ reading: RoleAndPlace; answer: Answer }> =>
  asUsage(withProgress(client, { role: roleIn(command.words[0]) }, () => askInWords(command, ask)))

/** Whether to ask for every city's figures: they take half of the time, and only some outputs show them. */
export const citiesShown = (isShown: boolean) => (isShown ? {} : { cities: 'none' as const })

/** What cannot be looked up is a usage error, as it is in a list: 5 means that a figure is out of bounds. */
export const asUsage = <Answer>(asking: Promise<Answer>): Promise<Answer> =>
  asking.catch((error: unknown) => {
    if (!(error instanceof CrmError) || error.kind !== 'invalid') throw error
    throw problem('usage', { problem: error.message }, { hint: error.hint, cause: error })
  })

/** Makes the call. If words fit several roles or cities equally well, the error lists the candidates. */
export async function withProgress<Answer>(
  client: Client,
  { role }: Question,
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
    const rivals = rivalsIn(error.hint)
    if (!rivals) throw error
    // The city may have been typed among the words of the role: the message quotes the part that is meant.
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
  const explained = (hint: string) => ({ hint: [hint, note].filter(Boolean).join(' ') })
  if (!second)
    return problem(
      'usage',
      { problem: `“${text}” is not clear.` },
      explained(`Did you mean ${first}? Use the slug.`),
    )
  const shown = candidates.map((candidate) => `  ${candidate}`).join('\n')
  const slots = { text, count: candidates.length, candidates: shown }
  return problem('ambiguous', slots, explained('Use the slug of the one you mean.'))
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

/** Matches with a lower score are reported as guesses. */
export const CERTAIN_SCORE = 0.9

/** Reports how the words were understood; nothing for slugs, or for JSON, which contains it. */
export function noteInterpretation(out: Output, { understood }: Pick<Salary, 'understood'>): void {
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

/** A suburb has the figures of the city whose area it belongs to. */
const placeIn = ({ slug, place }: { slug: string | null; place: string | null }): string =>
  slug === null ? 'the whole nation' : place ? `${place}, in the area of ${slug}` : slug

const guess = (score: number): string => (score < CERTAIN_SCORE ? ` (a guess, ${score.toFixed(2)})` : '')

interface RoleAndPlace {
  role: string
  city?: string | undefined
}

/** A command line: `crm salary <verb> <words>`. */
interface CommandWords {
  verb: string
  words: readonly string[]
}

type Understood = Pick<Salary, 'understood'>

/** Under this score the words were not understood, and are asked back. */
const UNDERSTOOD = 0.6

/**
 * Asks about what the words mean, which is read where the question is answered. Quotes alone are read here: a word with a
 * space in it is the role or the city as a whole. Words after a role that are in no title can only be a city's name.
 */
async function askInWords<Answer extends Understood>(
  { words, verb }: CommandWords,
  ask: (reading: RoleAndPlace) => Promise<Answer>,
): Promise<{ reading: RoleAndPlace; answer: Answer }> {
  const asked = async (reading: RoleAndPlace) => ({ reading, answer: await ask(reading) })
  const [role = '', ...rest] = words
  if (words.some(isQuoted)) return asked({ role, city: rest.join(' ') || undefined })
  const whole = await asked({ role: words.join(' ') })
  const unread = wordsLeftOver(whole.answer, rest)
  if (unread === 0) return whole
  const cut = words.length - unread
  const apart = { role: words.slice(0, cut).join(' '), city: words.slice(cut).join(' ') }
  return asked(apart).catch((error: unknown) => {
    throw error instanceof CrmError && error.code === 'city_not_found'
      ? explained(error, `crm salary ${verb} "${words.join(' ')}"`)
      : error
  })
}

const isQuoted = (word: string): boolean => /\s/.test(word.trim())

/** How many of the last words were left out of a role that was only guessed. */
function wordsLeftOver({ understood }: Understood, words: readonly string[]): number {
  const { score = 1, unused = [] } = understood?.role ?? {}
  if (score >= UNDERSTOOD) return 0
  return words.length - 1 - words.findLastIndex((word) => !unused.includes(word))
}

/** The error that the last words are no city, which they may not have been meant to be. */
const explained = (error: CrmError, quoted: string): CrmError =>
  rivalsIn(error.hint)
    ? error
    : new CrmError(error.code, error.message, {
        ...error,
        hint: [error.hint, `If all is one title, quote it: ${quoted}`].filter(Boolean).join('\n'),
      })
