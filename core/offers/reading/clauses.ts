// Splits the text of an offer into clauses about one part each, without splitting numbers, dates or places.
import { withCurrencyCodes } from '../../reading/money.ts'
import { withDigits } from '../../reading/numbers.ts'
import { plainText } from '../../reading/plain-text.ts'

/** Text beyond this is cut, so that reading stays fast. Offer letters are shorter. */
const MAX_CHARACTERS = 20_000

const SENTENCE_END = new RegExp(
  [
    String.raw`[;\n•|·]|(?:^|\s)\d\)\s`,
    // Does not split “Austin, TX”, “March 1, 2027”, “Friday, December 4” or text between parentheses.
    String.raw`(?<!day),(?=\s|$)(?!\s[A-Z]{2}\b)(?!\s20\d\d\b)(?![^()]{0,200}\))`,
    String.raw`(?<=day),(?=\s|$)(?!\s\p{Lu}\p{Ll}+ \d)(?![^()]{0,200}\))`,
    // Does not split “ca. 10k”, “Fr. 90'000” or “1. März 2027”.
    String.raw`(?<!\b(?:ca|approx|incl|excl|min|max|no|[Tt]sd|[Mm]io|S?Fr|Rs|St|Dr|Mr|Mrs|Ms|p\.a|\d))\.(?=\s+\S|\s*$)|(?<=\d)\.(?=\s+\p{Lu}\p{Ll}+\s(?!\d{4})|\s*$)`,
    String.raw`\s[-*]\s|(?<=\b[Tt]he (?:package|offer|terms|details|summary)|\b(?:[Oo]ffer|[Cc]omp)):\s`,
  ].join('|'),
  'gu',
)

const JOINT =
  /\s\+\s?|\s&\s|\s(?:[Pp]lus|[Aa]nd|[Bb]ut|y|et|och|e|en|as well as|along with|with(?! an? (?:grant|value))|mit|sowie|[Uu]nd)\s/gu

/** Keeps alternatives together: “150k, or 140k and a car” does not offer a car for certain. */
const splitJoints = (sentence: string): string[] =>
  /\bor\b/i.test(sentence) ? [sentence] : sentence.split(JOINT)

/** The clauses in order. Line breaks separate clauses, so they are removed last. “between a and b” stays whole. */
export function clausesOf(text: string): string[] {
  const lines = text
    .slice(0, MAX_CHARACTERS)
    .split(/\r?\n/)
    .map((line) => line.replace(/[~≈](?=\s?\S?\s?\d)/g, 'about '))
    .map((line) => withDigits(withCurrencyCodes(plainText(line))))
    .join('\n')
  return (
    lines
      .replace(/\bp\. ?a\.(?=\W|$)/gi, 'p.a')
      .replace(/(?<=\p{L})_(?=\p{L})/gu, ' ')
      .replace(/\/\s?(\d+)[- ]?(?:y|yrs?|years?)\b(?![- ]cliff)/gi, ' over $1 years')
      .replace(/\bI'm\b/g, 'I am')
      // “Do” means “up to” in Polish, so the English verb is replaced.
      .replace(/\b(can|could|will|to) do (?=\S?\d)/gi, '$1 offer ')
      .replace(/\bwas (?=offered)/gi, '')
      .replace(/\bbetween\b([^,;\n]{0,100}?)\sand\s/gi, 'between$1 to ')
      .split(SENTENCE_END)
      .flatMap(splitJoints)
      .map((clause) => clause.replace(/^[\s\-*:]+|[\s:.!]+$/g, ''))
      .filter((clause) => clause !== '')
  )
}
