// Reads a role and a city typed without quotes: `crm salary show staff engineer`, `… senior data engineer sf`.
import { NEAREST, rivalsIn } from '../../core/intelligence/refusals.ts'
import { CrmError } from '../../core/kernel/errors.ts'
import { CERTAIN_SCORE, type Salary } from './salary-question.ts'

/** A role and a place, as one of the ways to read the words of a command line. */
export interface RoleAndPlace {
  role: string
  city?: string | undefined
}

/** A command line: `crm salary <verb> <words>`. */
export interface CommandWords {
  verb: string
  words: readonly string[]
}

type Understood = Pick<Salary, 'understood'>
type Ask<Answer> = (reading: RoleAndPlace) => Promise<Answer>

/**
 * Asks about the role and the city that the words mean. The first word is the role and the rest the city
 * (`swe sf`, `"staff nurse" el paso`) unless that is no role and city, and all words are (`staff engineer`).
 * More than two words without a quoted role are read together, as if they were in quotes.
 */
export async function askInWords<Answer extends Understood>(
  { words, verb }: CommandWords,
  ask: Ask<Answer>,
): Promise<{ reading: RoleAndPlace; answer: Answer }> {
  const [role = '', ...rest] = words
  const asked = async (reading: RoleAndPlace) => ({ reading, answer: await ask(reading) })
  const together = { role: words.join(' ') }
  if (rest.length === 0 || (rest.length > 1 && !isQuoted(role))) return asked(together)
  const apart = await attempt(asked({ role, city: rest.join(' ') || undefined }))
  const isSlug = role.includes('-') && apart.error?.code !== 'role_not_found'
  if (words.some(isQuoted) || isSlug || isCertain(apart)) return opened(apart)
  const whole = await attempt(asked(together))
  if (isCertain(whole)) return opened(whole)
  if (apart.error?.code === 'city_not_found') throw explained(apart.error, { words, verb }, whole)
  return opened(apart.error && whole.error ? whole : apart)
}

const isQuoted = (word: string): boolean => /\s/.test(word.trim())

/** An answer, or why there is none: the words name no role, or no city. */
type Attempt<T> = { done: T; error?: undefined } | { done?: undefined; error: CrmError }

async function attempt<T>(asking: Promise<T>): Promise<Attempt<T>> {
  try {
    return { done: await asking }
  } catch (error) {
    if (error instanceof CrmError && UNKNOWN.has(error.code)) return { error }
    throw error
  }
}

const UNKNOWN: ReadonlySet<string> = new Set(['role_not_found', 'city_not_found'])

function opened<T>(attempt: Attempt<T>): T {
  if (attempt.error) throw attempt.error
  return attempt.done
}

function isCertain({ done }: Attempt<{ answer: Understood }>): boolean {
  const { role, city } = done?.answer.understood ?? {}
  return done !== undefined && [role, city].every((match) => !match || match.score >= CERTAIN_SCORE)
}

/** The error that the second word is no city, which it may not have been meant to be. */
function explained(error: CrmError, { words, verb }: CommandWords, whole: Attempt<unknown>): CrmError {
  // Where all words end in the same unknown city, or it has several meanings, they were understood.
  if (rivalsIn(error.hint) || whole.error?.code === 'city_not_found') return error
  const [role = '', city = ''] = words
  const all = words.join(' ')
  const near = whole.error?.hint?.startsWith(NEAREST) ? whole.error.hint.slice(NEAREST.length) : ''
  const isTitle = whole.error ? rivalsIn(whole.error.hint) !== null : true
  // That the role alone is nearest would say nothing new.
  const isNews = near !== '' && !near.split(',')[0]?.includes(role.toLowerCase())
  const asTitle = isNews ? `As one title the nearest are${near}` : `“${all}” is no known title either.`
  const reading = isTitle
    ? `If “${all}” is one title, quote it: crm salary ${verb} "${all}"`
    : `“${role}” was read as the role and “${city}” as the city. ${asTitle}`
  return new CrmError(error.code, error.message, {
    ...error,
    hint: [error.hint, reading].filter(Boolean).join('\n'),
  })
}
