// Slips in the words that dates are made of.
import { nearest } from '../kernel/nearest.ts'
import { englishNames } from './names.ts'
import { englishWords } from './words.ts'

/** The text with each word that is unknown, but close to one of a date, as that one. */
export function respelt(text: string): string {
  const words = [...englishWords(), ...englishNames('month'), ...englishNames('weekday')]
  return text.replace(/[a-z]{4,}/gi, (word) =>
    words.includes(word.toLowerCase()) ? word : (nearest(word, words) ?? word),
  )
}
