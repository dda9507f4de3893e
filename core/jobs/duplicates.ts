// Finds jobs that a new job may duplicate: by requisition number, URL, company, title and place. crm reports them, but adds the new
// job anyway.
import { folded } from '../kernel/folded.ts'
import { listIn } from '../kernel/narrow.ts'
import { canonicalUrl, requisitionId } from './canonical-url.ts'
import {
  companyWords,
  joined,
  mayShareLevel,
  titleWords,
  levelOf,
  placeWords,
  requisitionInTitle,
} from './names.ts'

/** The company's name without legal form, punctuation and spaces: “Acme, Inc.” and “Acme Inc” have the same key. */
export const companyKey = (name: string): string => joined(companyWords(name)) || name

/** Maximum jobs of one employer to compare with: the newest ones. */
const MAX_COMPARED = 100
const MOST_WORDS = 6

/** Finds likely duplicates among jobs of the same employer, or of an employer whose name extends the other's name. */
export function duplicateFinder<Job extends Comparable>(jobs: readonly Job[]) {
  const [byName, byBeginning] = [new Map<string, Job[]>(), new Map<string, Job[]>()]
  const namesOf = ({ company }: Comparable): [whole: string, ...shorter: string[]] => {
    const words = companyWords(company).slice(0, MOST_WORDS)
    const key = companyKey(company)
    return [key, ...words.map((_, at) => joined(words.slice(0, at + 1))).filter((name) => name !== key)]
  }
  const add = (job: Job): void => {
    const [whole, ...shorter] = namesOf(job)
    listIn(byName, whole).push(job)
    for (const name of shorter) listIn(byBeginning, name).push(job)
  }
  jobs.forEach(add)
  return {
    add,
    duplicatesOf(job: Comparable): Job[] {
      const [whole, ...shorter] = namesOf(job)
      const near = [...[whole, ...shorter].map((name) => byName.get(name)), byBeginning.get(whole)]
      return near
        .flatMap((found) => found?.slice(-MAX_COMPARED) ?? [])
        .filter((other) => mayBeDuplicates(other, job))
    },
  }
}

/** The first letter of a company's name. Duplicates always share it, and comparing letters first saves comparing most names. */
const initialOf = ({ company }: Comparable) =>
  /[\p{L}\p{N}+#]/u.exec(folded(company).replace(/^[^\p{L}\p{N}+#]*the[^\p{L}\p{N}+#]/u, ''))?.[0]

export function duplicatesAmong<Job extends Comparable>(newest: readonly Job[], job: Comparable): Job[] {
  const initial = initialOf(job)
  return duplicateFinder(newest.filter((other) => initialOf(other) === initial).reverse()).duplicatesOf(job)
}

export interface Comparable {
  readonly company: string
  readonly role: string
  readonly url?: string | null
  readonly location?: string | null
}

/**
 * How likely two jobs are the same; callers only warn. `probable`: the same requisition, the same URL, or the same company with
 * a near-equal title. `possible`: the same company with an overlapping title or another place, or a similar company with a
 * near-equal title. Null if requisition numbers of one system, or the levels in the titles, differ. Symmetric.
 */
export function similarity(a: Comparable, b: Comparable): 'probable' | 'possible' | null {
  const ids = compareIds(a, b)
  if (ids !== null) return ids === 'same' ? 'probable' : null
  const url = a.url ? canonicalUrl(a.url) : null
  if (url !== null && url === canonicalUrl(b.url ?? '')) return 'probable'
  const company = compareCompanies(a.company, b.company)
  const title = compareTitles(a.role, b.role)
  if (company === null || title === null) return null
  const probable = company === 'same' && title === 'same' && !differentPlaces(a.location, b.location)
  if (probable) return 'probable'
  return company === 'same' || title === 'same' ? 'possible' : null
}

/** Compares requisition numbers; null if a job has none or they are of different systems. */
function compareIds(a: Comparable, b: Comparable): 'same' | 'different' | null {
  const url = compareNumbers(a.url ? requisitionId(a.url) : null, b.url ? requisitionId(b.url) : null)
  if (url !== null) return url
  // Numbers in titles belong to the employer, so they are comparable only within one company.
  if (compareCompanies(a.company, b.company) !== 'same') return null
  return compareNumbers(requisitionInTitle(a.role), requisitionInTitle(b.role))
}

function compareNumbers(one: string | null, other: string | null): 'same' | 'different' | null {
  if (one === null || other === null || systemOf(one) !== systemOf(other)) return null
  return one === other ? 'same' : 'different'
}

const systemOf = (id: string) => id.slice(0, id.lastIndexOf(':') + 1)

/** `alike`: one name extends the other ("Google", "Google Cloud"), or they differ by a typo. */
function compareCompanies(one: string, other: string): 'same' | 'alike' | null {
  const [a, b] = [companyWords(one), companyWords(other)]
  const [x, y] = [joined(a), joined(b)]
  if (x === '' || y === '') return null
  if (x === y) return 'same'
  const isNear = overlap(letterPairs(x), letterPairs(y)) >= 0.8
  return beginsWithName(a, y) || beginsWithName(b, x) || isNear ? 'alike' : null
}

/** Whether the first words of a name are the other name, with or without spaces: "J.P. Morgan", "JPMorgan Chase". */
const beginsWithName = (words: readonly string[], other: string): boolean =>
  words.some((_, at) => joined(words.slice(0, at + 1)) === other)

/** Whether two jobs are alike enough to tell the user. One company name may extend the other: "Google", "Google Cloud". */
function mayBeDuplicates(a: Comparable, b: Comparable): boolean {
  const how = similarity(a, b)
  if (how !== 'possible') return how === 'probable'
  const [one, other] = [companyWords(a.company), companyWords(b.company)]
  const isExtended = beginsWithName(one, joined(other)) || beginsWithName(other, joined(one))
  return isExtended && compareTitles(a.role, b.role) === 'same' && !differentPlaces(a.location, b.location)
}

/** `same`: equal words in any order, or a typo. `alike`: most words are shared. */
function compareTitles(one: string, other: string): 'same' | 'alike' | null {
  const [a, b] = [titleWords(one), titleWords(other)]
  if (a.length === 0 || b.length === 0 || !mayShareLevel(one, other)) return null
  const levelled = levelOf(one) === levelOf(other)
  const [x, y] = [a.join(' '), b.join(' ')]
  if (levelled && (x === y || overlap(letterPairs(x), letterPairs(y)) >= 0.9)) return 'same'
  return overlap(a, b) >= 0.6 ? 'alike' : null
}

function differentPlaces(one: string | null | undefined, other: string | null | undefined): boolean {
  const [a, b] = [placeWords(one ?? ''), placeWords(other ?? '')]
  return a.length > 0 && b.length > 0 && !a.some((word) => b.includes(word))
}

function letterPairs(text: string): string[] {
  const letters = text.slice(0, 200).replaceAll(' ', '')
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2))
}

/** Dice's coefficient of two multisets: twice the shared elements over the total, 0 to 1. */
function overlap(a: readonly string[], b: readonly string[]): number {
  const unmatched = new Map<string, number>()
  for (const each of a) unmatched.set(each, (unmatched.get(each) ?? 0) + 1)
  let shared = 0
  for (const each of b) {
    const count = unmatched.get(each) ?? 0
    if (count === 0) continue
    unmatched.set(each, count - 1)
    shared += 1
  }
  return a.length + b.length === 0 ? 0 : (2 * shared) / (a.length + b.length)
}
