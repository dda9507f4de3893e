// Whether a text states only what its source states: employers, titles, dates, figures and skills must occur there.

/** Letters and digits of a text in lower case, one space between words; `C++`, `C#` and `.NET` keep their signs. */
export const plain = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’']s\b/g, '')
    .replace(/[^\p{L}\p{N}+#.]+/gu, ' ')
    .replace(/\.(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()} `

/** All texts within a value, joined. */
export function textWithin(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(textWithin).join('\n')
  return typeof value === 'object' && value !== null ? Object.values(value).map(textWithin).join('\n') : ''
}

export interface Source {
  /** Whether these words stand in the source, one after the other. */
  says(text: string): boolean
  /** What of a sentence the source does not say: figures, names and terms. */
  unsupported(sentence: string): string[]
}

const SUFFIX = / (?:inc|llc|ltd|limited|gmbh|ag|corp|corporation|co|company|plc|sa|bv)\.? $/

const FIGURE = /\d[\d.,]*/g
const numbersIn = (text: string): string[] =>
  (text.match(FIGURE) ?? []).map((figure) => figure.replace(/[.,]+$/, '').replace(/,(?=\d{3}\b)/g, ''))

/** A number in words is a figure too; small ones are everyday speech. */
const WORDS: Record<string, string> = {
  dozen: '12',
  hundred: '100',
  thousand: '1000',
  million: '1000000',
  billion: '1000000000',
}

const figuresIn = (text: string): string[] => [
  ...numbersIn(text),
  ...plain(text)
    .split(' ')
    .flatMap((word) => WORDS[word.replace(/s$/, '')] ?? []),
]

/** Words that begin with a capital within a sentence, and whatever mixes case, digits and signs: names and terms. */
function namesIn(sentence: string): string[] {
  const words = sentence.split(/[\s,;:()/"“”]+/).filter(Boolean)
  return words
    .map((word, at) => ({ word: word.replace(/^[^\p{L}\p{N}.]+|[^\p{L}\p{N}+#]+$/gu, ''), at }))
    .filter(({ word, at }) => {
      if (/^\d/.test(word) || word.length < 2) return false
      const mixed = /\p{L}.*[\p{Lu}+#]|[a-z]\.[a-z]/u.test(word)
      return mixed || (at > 0 && /^\p{Lu}/u.test(word))
    })
    .map(({ word }) => word)
}

/** Terms of the posting that a sentence must not borrow: names and technologies it mentions. */
function borrowed(sentence: string, terms: ReadonlySet<string>): string[] {
  return plain(sentence)
    .trim()
    .split(' ')
    .filter((word) => terms.has(word))
}

const SENTENCE = /(?<=[.!?])\s+(?=[\p{Lu}“"])/u

/** The names and technologies of a text: what it writes with a capital within a sentence, and never without. */
function termsOf(text: string): string[] {
  const ordinary = new Set(text.split(/[^\p{L}\p{N}+#.]+/u).filter((word) => word === word.toLowerCase()))
  return text
    .split('\n')
    .flatMap((line) => line.split(SENTENCE))
    .flatMap(namesIn)
    .flatMap((name) => plain(name).trim().split(' '))
    .filter((word) => word.length > 1 && !ordinary.has(word) && !EVERYDAY_WORDS.has(word))
}

const EVERYDAY = new Set(
  'I A An The And Or For With My Our We You Your In On At To As Of By From This That'.split(' '),
)
const EVERYDAY_WORDS = new Set([...EVERYDAY].map((word) => word.toLowerCase()))

/**
 * What a source says. `allowed` are words that may stand although the source lacks them, such as the company that is
 * written to; `tempting` is a text, such as the posting, whose own terms are not to be claimed.
 */
export function sourceOf(source: unknown, { allowed = '', tempting = '' } = {}): Source {
  const text = textWithin(source)
  const known = plain(text)
  const permitted = plain(allowed)
  const figures = new Set([...figuresIn(text), ...figuresIn(allowed)])
  const has = (word: string): boolean => known.includes(plain(word)) || permitted.includes(plain(word))
  const terms = new Set(termsOf(tempting).filter((word) => !has(word)))
  return {
    says: (claim) => {
      const wanted = plain(claim)
      return wanted.trim() !== '' && (known.includes(wanted) || known.includes(wanted.replace(SUFFIX, ' ')))
    },
    unsupported(sentence) {
      const names = namesIn(sentence).filter(
        (name) => !EVERYDAY.has(name) && !has(name) && !partsKnown(name, has),
      )
      const numbers = figuresIn(sentence).filter((figure) => !figures.has(figure))
      return [...new Set([...numbers, ...names, ...borrowed(sentence, terms)])]
    },
  }
}

/** `TypeScript-based` and `Acme/Beta` are known by their parts. */
const partsKnown = (name: string, has: (word: string) => boolean): boolean => {
  const parts = name.split(/[-–—/]/).filter(Boolean)
  return parts.length > 1 && parts.every((part) => !/^\p{Lu}/u.test(part) || has(part))
}

/** A text without the sentences that state what the source does not, and what was wrong with each. */
export function truthful(
  text: string,
  source: Source,
): { text: string; removed: { sentence: string; claims: string[] }[] } {
  const judged = text.split(SENTENCE).map((sentence) => ({ sentence, claims: source.unsupported(sentence) }))
  return {
    text: judged.flatMap(({ sentence, claims }) => (claims.length ? [] : [sentence])).join(' '),
    removed: judged.filter(({ claims }) => claims.length),
  }
}
