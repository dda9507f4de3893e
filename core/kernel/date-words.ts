// The words that dates are made of, to tell a slip in one of them.
import { MONTHS, WEEKDAYS } from './named-days.ts'
import { nearest } from './nearest.ts'

const OTHERS = ['today', 'tomorrow', 'yesterday', 'next', 'last', 'week', 'weeks', 'month', 'noon', 'days']
const WORDS = [...OTHERS, ...WEEKDAYS, ...MONTHS]

/** The text with each word that is unknown, but close to one of those, as that one. */
export const respelt = (text: string): string =>
  text.replace(/[a-z]{4,}/gi, (word) =>
    WORDS.includes(word.toLowerCase()) ? word : (nearest(word, WORDS) ?? word),
  )
