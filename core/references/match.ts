// Matches typed text with records: by id, a part of an id, or words of their names. Nothing else in crm does this.
import { folded as withoutAccents } from '../kernel/folded.ts'
import { distance } from '../kernel/nearest.ts'
import { isId, isShortId, shortId } from '../kernel/id.ts'

export interface NamedRecord {
  id: string
  name: string
  /** Other names of the record, such as a company or an e-mail address. */
  also?: readonly string[] | undefined
  /** A second id that also matches: the id of the job, for an offer. */
  of?: string | undefined
}

/** Shorter text matches ids and names by chance. */
export const MIN_FRAGMENT = 4

const folded = (text: string): string => withoutAccents(text).trim()

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}+#]+/u).filter(Boolean)

const namesOf = ({ name, also = [] }: NamedRecord): string[] => [name, ...also].map(folded)

const idsOf = ({ id, of }: NamedRecord): string[] => (of === undefined ? [id] : [id, of])

const isItsId = (one: NamedRecord, text: string): boolean =>
  idsOf(one).some((id) => (isShortId(text) ? shortId(id) === text : id === text))

export const isWholeName = (text: string, one: NamedRecord): boolean => namesOf(one).includes(folded(text))

/** Four or more digits match at the start of the short id, or at the end of the whole id. */
const isFragment = (one: NamedRecord, text: string): boolean =>
  text.length >= MIN_FRAGMENT &&
  /^[0-9a-f-]+$/.test(text) &&
  idsOf(one).some((id) => shortId(id).startsWith(text) || id.endsWith(text))

function beginsWords(one: NamedRecord, words: readonly string[]): boolean {
  const there = namesOf(one).flatMap(wordsOf)
  return words.length > 0 && words.every((word) => there.some((each) => each.startsWith(word)))
}

const contains = (one: NamedRecord, text: string): boolean => namesOf(one).some((name) => name.includes(text))

/** Words that are no names: “me” does not match Meagle. */
const POINTING =
  /^(?:all|any|both|each|every(?:thing|one|body)?|it|me|mine|my|none|nothing|them|these|this|those|us|you)$/

/** The best matches: by id or whole name, else by beginnings of words, else by any part of a name. */
export function matching<One extends NamedRecord>(text: string, among: readonly One[]): One[] {
  const typed = folded(bare(text))
  if (typed === '') return []
  if (isId(typed)) return among.filter((one) => idsOf(one).includes(typed))
  const exact = among.filter((one) => isItsId(one, typed) || isWholeName(typed, one))
  if (exact.length || POINTING.test(typed)) return exact
  const words = wordsOf(typed.replace(/ at /g, ' '))
  const begun = among.filter((one) => isFragment(one, typed) || beginsWords(one, words))
  const inside = begun.length ? begun : among.filter((one) => contains(one, typed))
  const letters = lettersOf(typed)
  if (inside.length || letters.length < MIN_FRAGMENT) return inside
  return among.filter((one) => namesOf(one).some((name) => lettersOf(name).startsWith(letters)))
}

/** Removes what a printed id has around it: brackets, a hash, or the address of its resource. */
export const bare = (text: string): string =>
  text.trim().replace(/^(?:\[(.+)\]|#(?=[0-9a-f]{4})|crm:\/\/\w+\/)/i, '$1')

/** Letters and digits only, so that “O’Neil” equals “oneil” and “A.I.” equals “AI”. */
const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')

const MAX_NEAR = 3

/** Records whose names differ by a typing error or two. Suggest them to the user, but never act on one. */
export function near<One extends NamedRecord>(text: string, among: readonly One[]): One[] {
  const typed = folded(bare(text))
  const words = wordsOf(typed)
  const isNear = (one: One) => {
    const there = namesOf(one).flatMap(wordsOf)
    const isWritten = namesOf(one).some((name) => isSlip(lettersOf(typed), lettersOf(name)))
    return (
      isWritten || words.every((word) => there.some((each) => each.startsWith(word) || isSlip(word, each)))
    )
  }
  return words.length ? among.filter(isNear).slice(0, MAX_NEAR) : []
}

const isSlip = (one: string, other: string): boolean =>
  one.length >= MIN_FRAGMENT && distance(one, other) <= (one.length > 7 ? 2 : 1)
