// The one rule by which a typed reference names a record: an id, part of an id, or words of its name.
import { folded as withoutAccents } from '../kernel/folded.ts'
import { isId, isShortId, shortId } from '../kernel/id.ts'

export interface NamedRecord {
  id: string
  /** As it is shown: `Acme — Engineer`. */
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
  const said = folded(text)
  if (said === '') return []
  if (isId(said)) return among.filter((one) => idsOf(one).includes(said))
  const exact = among.filter((one) => isItsId(one, said) || isWholeName(said, one))
  if (exact.length) return exact
  const words = wordsOf(said)
  const begun = among.filter((one) => isFragment(one, said) || beginsWords(one, words))
  return begun.length ? begun : among.filter((one) => contains(one, said))
}
