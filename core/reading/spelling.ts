// Corrects misspelled words in dates.
import { nearest } from '../kernel/nearest.ts'
import { englishNames } from './names.ts'
import { englishWords } from './words.ts'

/** Replaces each unknown word by the closest date word, if one is close. */
export function respelt(text: string): string {
  const words = [...englishWords(), ...englishNames('month'), ...englishNames('weekday')]
  return text.replace(/[a-z]{4,}/gi, (word) =>
    words.includes(word.toLowerCase()) ? word : (nearest(word, words) ?? word),
  )
}
