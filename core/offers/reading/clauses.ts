// Splits the words of an offer into clauses, each about one part, without tearing numbers, dates or places apart.
import { plainText } from '../../reading/plain-text.ts'

/** Longer texts than any offer letter are cut, so that reading stays quick. */
const MAX_CHARACTERS = 20_000

const SENTENCE_END = new RegExp(
  [
    String.raw`[;\n•|·]|(?:^|\s)\d\)\s`,
    // Not in “Austin, TX”, “March 1, 2027”, “Friday, December 4” and between parentheses.
    String.raw`(?<!day),(?=\s|$)(?!\s[A-Z]{2}\b)(?!\s20\d\d\b)(?![^()]{0,200}\))`,
    String.raw`(?<=day),(?=\s|$)(?!\s\p{Lu}\p{Ll}+ \d)(?![^()]{0,200}\))`,
    // Not in “ca. 10k”, “Fr. 90'000” and “1. März”.
    String.raw`(?<!\b(?:ca|approx|incl|excl|min|max|no|[Tt]sd|[Mm]io|S?Fr|Rs))\.(?!\s(?:Jan|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))(?=\s+(?:\p{Lu}|[$€£\d])|\s*$)`,
    String.raw`\s[-*]\s`,
  ].join('|'),
  'gu',
)

const JOINT = /\s\+\s?|\s&\s|\s(?:[Pp]lus|[Aa]nd|as well as|along with|with|mit|sowie|[Uu]nd)\s/gu

/** Alternatives are not torn apart: “150k, or 140k and a car” offers no car. */
const joined = (sentence: string): string[] => (/\bor\b/i.test(sentence) ? [sentence] : sentence.split(JOINT))

/** The clauses in order. Line breaks separate, so they are kept until the end; “between a and b” stays whole. */
export function clausesOf(text: string): string[] {
  const lines = text.slice(0, MAX_CHARACTERS).split(/\r?\n/).map(plainText).join('\n')
  return lines
    .replace(/\bp\. ?a\.(?=\W|$)/gi, 'p.a')
    .replace(/\bbetween\b([^,;\n]{0,100}?)\sand\s/gi, 'between$1 to ')
    .split(SENTENCE_END)
    .flatMap(joined)
    .map((clause) => clause.replace(/^[\s\-*:]+|[\s:.!]+$/g, ''))
    .filter((clause) => clause !== '')
}
