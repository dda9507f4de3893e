// Asks about a role and a city typed without quotes: `crm salary show staff engineer`, `… senior data engineer sf`.
import { rivalsIn } from '../../core/intelligence/refusals.ts'
import type { getSalary } from '../../core/intelligence/salaries/salary.ts'
import { CrmError } from '../../core/kernel/errors.ts'
import type { AnswerOf } from '../client.ts'

export interface RoleAndPlace {
  role: string
  city?: string | undefined
}

/** A command line: `crm salary <verb> <words>`. */
export interface CommandWords {
  verb: string
  words: readonly string[]
}

type Understood = Pick<AnswerOf<typeof getSalary>, 'understood'>

/** Under this score the words were not understood, and are asked back. */
const UNDERSTOOD = 0.6

/**
 * Asks about what the words mean, which is read where the question is answered. Quotes alone are read here: a word with a
 * space in it is the role or the city as a whole. Words after a role that are in no title can only be a city's name.
 */
export async function askInWords<Answer extends Understood>(
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
