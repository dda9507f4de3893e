// The one rule by which a typed reference names a record: an id, part of an id, or words of its name.
import { folded as withoutAccents } from '../kernel/folded.ts'
import { distance } from '../kernel/nearest.ts'
import { isId, isShortId, shortId } from '../kernel/id.ts'

export interface NamedRecord {
  id: string
  name: string
  /** What else it is called: its company, its e-mail address. */
  also?: readonly string[] | undefined
  of?: string | undefined
}

/** Fewer characters are also found by chance, in ids and names of records that were not meant. */
export const MIN_FRAGMENT = 4

const folded = (text: string): string => withoutAccents(text).trim()

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}+#]+/u).filter(Boolean)

const namesOf = ({ name, also = [] }: NamedRecord): string[] => [name, ...also].map(folded)

const idsOf = ({ id, of }: NamedRecord): string[] => (of === undefined ? [id] : [id, of])

const isItsId = (one: NamedRecord, text: string): boolean =>
  idsOf(one).some((id) => (isShortId(text) ? shortId(id) === text : id === text))

export const isWholeName = (text: string, one: NamedRecord): boolean => namesOf(one).includes(folded(text))

/** At least four digits, from the start of the short form or the end of the id. */
const isFragment = (one: NamedRecord, text: string): boolean =>
  text.length >= MIN_FRAGMENT &&
  /^[0-9a-f-]+$/.test(text) &&
  idsOf(one).some((id) => shortId(id).startsWith(text) || id.endsWith(text))

function beginsWords(one: NamedRecord, words: readonly string[]): boolean {
  const there = namesOf(one).flatMap(wordsOf)
  return words.length > 0 && words.every((word) => there.some((each) => each.startsWith(word)))
}

const contains = (one: NamedRecord, text: string): boolean => namesOf(one).some((name) => name.includes(text))

/** By the closest kind of match: the id or whole name, else beginnings of words, else any part of a name. */
export function matching<One extends NamedRecord>(text: string, among: readonly One[]): One[] {
  const said = folded(bare(text))
  if (said === '') return []
  if (isId(said)) return among.filter((one) => idsOf(one).includes(said))
  const exact = among.filter((one) => isItsId(one, said) || isWholeName(said, one))
  if (exact.length) return exact
  const words = wordsOf(said)
  const begun = among.filter((one) => isFragment(one, said) || beginsWords(one, words))
  const inside = begun.length ? begun : among.filter((one) => contains(one, said))
  const letters = lettersOf(said)
  if (inside.length || letters.length < MIN_FRAGMENT) return inside
  return among.filter((one) => namesOf(one).some((name) => lettersOf(name).startsWith(letters)))
}

/** As an id is printed: in brackets, behind a hash, or as the address of its resource. */
export const bare = (text: string): string =>
  text.trim().replace(/^(?:\[(.+)\]|#(?=[0-9a-f]{4})|crm:\/\/\w+\/)/i, '$1')

/** “O’Neil” and “oneil” are one name, as are “A.I.” and “AI”. */
const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')

const MAX_NEAR = 3

/** Those of which every word that was said is a word, but for a slip of a letter or two: for a question, never for a change. */
export function near<One extends NamedRecord>(text: string, among: readonly One[]): One[] {
  const said = folded(bare(text))
  const words = wordsOf(said)
  const isNear = (one: One) => {
    const there = namesOf(one).flatMap(wordsOf)
    const isWritten = namesOf(one).some((name) => isSlip(lettersOf(said), lettersOf(name)))
    return (
      isWritten || words.every((word) => there.some((each) => each.startsWith(word) || isSlip(word, each)))
    )
  }
  return words.length ? among.filter(isNear).slice(0, MAX_NEAR) : []
}

const isSlip = (one: string, other: string): boolean =>
  one.length >= MIN_FRAGMENT && distance(one, other) <= (one.length > 7 ? 2 : 1)
