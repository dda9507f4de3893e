// What stands beside a job title in postings and files but is no part of it: "GS-12 program analyst", "Accountant,
// part-time ($80k)", "Software Engineer (m/f/d) R-12345".

/** A title without its decorations, and those, as typed. */
export interface PlainTitle {
  title: string
  unused: string[]
}

/** Pay grades of the US government; of the army's only with a hyphen, because "E5" is a level at a company. */
const GRADES = [
  /\b(?:GS|GG|GL|GM|GP|WG|WS|WL|NF|NH|NA|FS|FV)[- ]?\d{1,4}(?:[-/]\d{1,2}){0,2}\b/gi,
  /\b[EOW]-\d{1,2}\b/gi,
  /\bSES\b/g,
  /\bpay (?:band|grade) [a-z]?\d{1,2}\b/gi,
]

const AMOUNT = String.raw`(?:\$\s?\d[\d,.]*\s?[km]?|\d{2,3}k)\b\+?`
const PERIOD = String.raw`\s?(?:\/|per|an?)\s?(?:year|yr|annum|month|week|day|hour|hr)\b`
const WORK = String.raw`(?:(?:part|full)[- ]?time|per diem|prn)`

const OTHERS = [
  new RegExp(String.raw`${AMOUNT}(?:\s?(?:-|–|to)\s?${AMOUNT})?(?:${PERIOD})?`, 'gi'),
  /\b(?:r|jr|req|requisition|job|posting|ref)(?: ?(?:id|number|no))?[-:#. ]*\d{4,}\b/gi,
  /(?<=[([|,–-]\s*)[mfwhdx](?:\/[mfwhdx]){1,3}(?=\s*[)\]]|\s*$)/gi,
  new RegExp(String.raw`\b${WORK}(?:\s*(?:\/|or|and)\s*${WORK})?\b`, 'gi'),
  /\b(?:with |w\/ ?)?\d+\+?(?: ?(?:-|–|to) ?\d+)?\+? (?:years?|yrs?)\b(?: of)?(?: experience| exp\b)?/gi,
  /\b(?:w-?2|1099|c2c|corp[- ]to[- ]corp)(?: only)?\b/gi,
  /\b(?:with )?(?:an? )?(?:active )?(?:top )?secret clearance(?: required)?|\bts\/sci\b(?: clearance)?/gi,
  /\bremote(?: (?:in|within|from))?(?: the)? (?:us|usa|u\.s\.|united states|only|first|ok|eligible)(?![\w.])/gi,
]

/** "VP/Director of Sales" is one post with two names of its rank. */
const RANKS =
  /\b(?:vp|svp|avp|evp|vice president|director|head) ?\/ ?(?=(?:vp|svp|avp|evp|vice president|director|head)\b)/gi

/** Titles that mean something else in the government, where programs are not of computers. */
const IN_GOVERNMENT: readonly (readonly [RegExp, string])[] = [
  [/^program analyst$/i, 'management and program analyst'],
]

/** Separates the decorations from a title; a text of nothing else is left as it is. */
export function undecorated(text: string): PlainTitle {
  const grades: string[] = []
  const unused: string[] = []
  const take = (from: string, patterns: readonly RegExp[], into: string[]) =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, (found) => (into.push(found.trim()), ' ')), from)
  const bare = tidied(take(take(text, GRADES, grades), OTHERS, unused).replace(RANKS, ''))
  if (!/[a-z]/i.test(bare)) return { title: text, unused: [] }
  const meaning = grades.length > 0 ? IN_GOVERNMENT.find(([pattern]) => pattern.test(bare)) : undefined
  const isPlain = grades.length + unused.length === 0 && !text.match(RANKS)
  return { title: isPlain ? text : (meaning?.[1] ?? bare), unused: [...grades, ...unused] }
}

/** Removes the brackets and separators that held only decorations. */
const tidied = (text: string): string =>
  text
    .replace(/[([{]\s*[,/|-]*\s*[)\]}]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/(?:^[\s,|/–:·-]+)|(?:[\s,|/–:·-]+$)/g, '')
    .replace(/\s([,|–-])(?: [,|–-])+/g, ' $1')
    .trim()

const SEPARATOR = /\s+[-–—|•·@]\s+|\s*[|•·:!;,]\s+|\s*[([{]\s*|\s*[)\]}]\s*/

/** A part of a text that may be its title, and the other parts. */
export interface TitlePart {
  title: string
  others: string[]
}

/** The parts that separators make of a text: "Truck Driver - Home Daily", "Hiring: accountant"; none of one part. */
export function titleParts(text: string): TitlePart[] {
  const parts = text.split(SEPARATOR).filter((part) => part.trim() !== '')
  if (parts.length < 2) return []
  return parts.map((title) => ({ title, others: parts.filter((part) => part !== title) }))
}
