// What of a text its title leaves unsaid: words that are in no title of any list or filing, and what only stands beside one.
import type { Book } from './book.ts'
import { plainText, singular } from './plain.ts'
import { holdersOf, joined, respelt } from './spelling.ts'
import type { Title } from './title.ts'

/** As typed: `unknown` words may have meant anything; numbers and the name of an employer only stand beside a title. */
interface Strangers {
  unknown: string[]
  numbers: string[]
  company: string | null
}

/** The words of a text that no role is found by. */
export function strangersIn(book: Book, text: string, title: Title): Strangers {
  const tokens = text.split(/[\s,;:()[\]{}|/]+/).filter((token) => /[\p{L}\d]/u.test(token))
  const unread = tokens.filter((token) => !title.unused.some((part) => part.includes(token)))
  const company = companyIn(book, tokens)
  const strange = [...new Set(title.base)].filter((word) => isStrange(book, word))
  const typed = strange.map((word) => tokens.find((token) => spelled(book, token) === word) ?? word)
  return {
    unknown: [
      ...typed.filter((word) => word !== company),
      ...unread.filter((token) => plainText(token) === ''),
    ],
    numbers: unread.filter((token) => NUMBER.test(token)),
    company,
  }
}

/** The employer named before a title, or after "at": one whose ladder is published. */
function companyIn(book: Book, tokens: readonly string[]): string | null {
  const [first = '', last = '', before] = [tokens[0], tokens.at(-1), tokens.at(-2)]
  const isCompany = (token: string) => !book.rows('ladders', plainText(token))[Symbol.iterator]().next().done
  if (tokens.length < 2) return null
  if (before === 'at' && isCompany(last)) return last
  return isCompany(first) ? first : null
}

/** A number of a requisition, or a ZIP code without figures; 911 is a kind of work. */
const NUMBER = /^(?!911$)\d{3,}$/

const spelled = (book: Book, token: string): string => singular(plainText(token), book.lexicon().keepsItsS)

function isStrange(book: Book, word: string): boolean {
  if (word.length < 2 || !/[a-z]/.test(word) || book.lexicon().filler.has(word)) return false
  if (holdersOf(book, word) > 0 || book.get('title_features', word)) return false
  return joined(book, [respelt(book, word)]).some((part) => holdersOf(book, part) === 0)
}
