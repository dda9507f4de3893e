// Normalises company names, job titles and places for comparison; never for display.
import lists from '../../sql/data/reading/names.json' with { type: 'json' }
import { foldedFully, spelledAlike } from '../kernel/folded.ts'
import { keyByWord } from '../kernel/narrow.ts'

const normalised = (text: string) => foldedFully(text).replace(/&/g, ' and ').replace(/['’.]/g, '')

const split = (text: string) => text.split(/[^\p{L}\p{N}+#]+/u).filter((each) => each !== '')

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(', '))

const legalForms = wordSet(lists.legalForms)

function nameParts(name: string): { words: string[]; forms: string[] } {
  const all = split(normalised(name.slice(0, 400).replace(/\.com\b/i, '')))
  const words = all[0] === 'the' && all.length > 1 ? all.slice(1) : all
  let end = words.length
  const isForm = (word = '') => legalForms.has(word) || (word === 'and' && end < words.length)
  while (end > 1 && isForm(words[end - 1])) end -= 1
  return { words: words.slice(0, end), forms: words.slice(end) }
}

/** A company's name without legal form, article, accents and punctuation: "The Acme Co., Inc." → "acme". */
export const normalisedCompany = (name: string): string => nameParts(name).words.join(' ')

const shortForms = keyByWord(lists.formAbbreviations)

/** Whether two names may mean the same legal form: "Acme GmbH" and "Acme Inc" may not; "Acme" may be either. */
export function mayShareForm(one: string, other: string): boolean {
  const [a = [], b = []] = [one, other].map((name) =>
    nameParts(name)
      .forms.filter((form) => !['and', 'co', 'company'].includes(form))
      .map((form) => shortForms.get(form) ?? form),
  )
  return a.every((form) => b.includes(form)) || b.every((form) => a.includes(form))
}

const JOINING = new Set(['and', 'und', 'et', 'y', 'e', 'en', 'och', 'og'])

/** Caches results, because comparisons ask for the same names many times. */
function cached<T extends string | readonly string[]>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const answer = known.get(text) ?? read(text)
    if (known.size >= MAX_CACHED) known.clear()
    known.set(text, answer)
    return answer
  }
}
const MAX_CACHED = 1_000

/** The distinctive words of a company's name: equal for "Müller & Söhne GmbH" and "Mueller und Soehne". */
export const companyWords = cached((name): readonly string[] => {
  const words = normalisedCompany(name).split(' ')
  // Joining words count at the start and end of a name: “E Systems”, “Y Combinator”.
  const telling = words.filter((word, at) => at === 0 || at === words.length - 1 || !JOINING.has(word))
  return telling.map(spelledAlike)
})

/** Joins the words, so that spacing does not matter. */
export const joined = (words: readonly string[]): string => spelledAlike(words.join(''))

const wholeWords = keyByWord(lists.titleAbbreviations)

const spellings: readonly (readonly [RegExp, string])[] = [
  [/\bfront[- ]end\b/g, 'frontend'],
  [/\bback[- ]end\b/g, 'backend'],
  [/\bfull[- ]stack\b/g, 'fullstack'],
  [/\bdev[- ]ops\b/g, 'devops'],
]

const noise = wordSet(lists.titleNoise)

function allTitleWords(title: string): string[] {
  const spelled = spellings.reduce(
    (text, [form, word]) => text.replace(form, word),
    normalised(title.slice(0, 400)),
  )
  // Text in brackets describes the posting: (m/w/d), (Remote), [R-10023].
  const words = split(spelled.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ').replace(requisition, ' ')).map(
    spelledAlike,
  )
  return words.flatMap((word) => (wholeWords.get(word) ?? word).split(' '))
}

const levels = wordSet(lists.levels)

export const titleWords = cached((title): readonly string[] => {
  const words = new Set(allTitleWords(title).filter((word) => !levels.has(word) && !noise.has(word)))
  return [...words].sort()
})

export const levelOf = cached((title): string => {
  const named = new Set(allTitleWords(title).filter((word) => levels.has(word)))
  return [...named].sort().join(' ')
})

export function mayShareLevel(one: string, other: string): boolean {
  const [a, b] = [levelOf(one), levelOf(other)]
  return a === '' || b === '' || a === b
}

// "R-10023", "JR10023", "Req #10023", "#10023"
const requisition = /(?:\b(?:jr|req(?:uisition)?(?: id)?|job id|r)[-_ :#]{0,3}|#)(\d{3,})\b/i

/** The requisition number in a title ("Engineer (R-10023)") as `title:10023`; null if it has none. */
export function requisitionInTitle(title: string): string | null {
  const number = requisition.exec(title.slice(0, 400))?.[1]
  return number === undefined ? null : `title:${number}`
}

const placeNoise = wordSet(lists.placeNoise)

export function placeWords(place: string): string[] {
  const words = split(normalised(place.slice(0, 400)))
  if (words.includes('remote') || words.includes('anywhere')) return []
  return words.filter((word) => !placeNoise.has(word) && word.length > 2).map(spelledAlike)
}
