// Splits the text of an offer into clauses about one part each, without splitting numbers, dates or places.
import { folded } from '../../kernel/folded.ts'
import { moneySigns } from '../../reading/currencies.ts'
import { withCurrencyCodes } from '../../reading/money.ts'
import { isShortMonth, monthNamed, weekdayNamed } from '../../reading/names.ts'
import { withDigits } from '../../reading/numbers.ts'
import { plainText } from '../../reading/plain-text.ts'

// The parts that an offer says it does not have: “equity: none”, “kein Bonus”, “no bonus or equity”. Each becomes a clause such as
// “no bonus”, so that no amount beside it takes its label.

const SIGNING = String.raw`sign(?:ing|[- ]?on)(?:[- ]?(?:bonus|payment))?|joining bonus|welcome bonus|antrittsbonus`
const NAMES: readonly (readonly [string, string])[] = [
  ['signing', SIGNING],
  ['bonus', String.raw`(?:annual |target )?bonus|prime|bono`],
  [
    'equity',
    String.raw`equity|(?:stock|share) options?|stocks?|options|shares|rsus|beteiligung|aktien(?:optionen)?|actions|acciones|aandelen`,
  ],
  ['relocation', 'relocation'],
  ['benefits', 'benefits'],
]
const NAME = String.raw`(?:${NAMES.map(([, words]) => words).join('|')})`
const ZERO = String.raw`(?<![\d.,])[${moneySigns}]?\s?0\s?%?(?!\d|[.,]\d)`
/** What must follow the name of an absent part. In “no bonus cap” the bonus is not absent. */
const END = String.raw`(?=\s*(?:$|[.,;/|)&+–—\n-]|(?:or|nor|but|and|plus|with|und|et|y|en)\b))`
const BEFORE = new RegExp(
  String.raw`(?<!\p{L})(?:no|zero|neither|without(?: an?| any)?|keine?n?|ohne|sans|pas (?:de |d['’])|aucune?|sin|geen|zonder|${ZERO})\s?(${NAME}(?:(?:,? (?:or|nor) | ?/ ?)${NAME})*)${END}`,
  'gimu',
)
const AFTER = new RegExp(
  String.raw`(?<!\p{L}|no )(${NAME})\s?(?:(?:[:=]|is|are)?\s?(?:none|nil|n/a|not (?:applicable|offered|included|available))(?!\p{L})|[:=]\s?(?:keine?r?|aucune?|ninguno?a?|geen|[-–—]|no|na|${ZERO})${END})`,
  'gimu',
)

const namesIn = (words: string): string[] =>
  words.split(/,? (?:or|nor) | ?\/ ?/i).flatMap((each) => {
    const found = NAMES.find(([, source]) => new RegExp(`^(?:${source})$`, 'iu').test(each.trim()))
    return found ? [`no ${found[0]}`] : []
  })

const asClauses = (_: string, words: string): string => `\n${namesIn(words).join('\n')}\n`

const withAbsentParts = (text: string): string => text.replace(BEFORE, asClauses).replace(AFTER, asClauses)

const CLAUSE_END = new RegExp(
  [
    String.raw`[;\n•|·、。]|(?:^|\s)\d\)\s`,
    // Does not split “Austin, TX”, “March 1, 2027” or text between parentheses.
    String.raw`,(?=\s|$)(?!\s[A-Z]{2}\b)(?!\s20\d\d\b)(?![^()]{0,200}\))`,
    // Does not split “ca. 10k”, “Fr. 90'000” or “1. März 2027”.
    String.raw`(?<!\b(?:ca|approx|incl|excl|min|max|no|pr|md|kr(?=\.\s+pr\b)|[Tt]sd|[Mm]io|S?Fr|Rs|St|Dr|Mr|Mrs|Ms|p\.a|\d))\.(?=\s+\S|\s*$)|(?<=\d)\.(?=\s+\p{Lu}\p{Ll}+\s(?!\d{4})|\s*$)`,
    // A label within a line begins a part: “Base: 165k Signing bonus: 20k PTO: 25 days”.
    String.raw`\s(?<=[^\s,;:&/+-]\s)(?<!\b\p{Lu}\p{Ll}{1,30}\s)(?=(?:\p{Lu}\p{Ll}{1,30}(?:[ /-]\p{L}{1,30}){0,3}|[A-Z]{2,4}):\s)`,
    // Does not split “$110,000 - $125,000”.
    String.raw`\s\*\s|(?<![\dkK]\s?[${moneySigns}]?)\s-\s|\s-\s(?![${moneySigns}]?\d[\d.,]*(?:k\b|[.,]\d{3}))|(?<=\b[Tt]he (?:package|offer|terms|details|summary)|\b(?:[Oo]ffer|[Cc]omp)):\s`,
  ].join('|'),
  'gu',
)

/** “+ super” stays with its amount: it shows that the dollars are Australian. */
const JOINT =
  /\s\+(?!\s?super)\s?|\s&\s|\s(?:[Pp]lus(?!\ssuper)|[Aa]nd|[Bb]ut|y|et|och|e|en|as well as|along with|with(?! an? (?:grant|value))|mit|sowie|[Uu]nd)\s/gu

const IN_DATE =
  /(?<![\p{L}\d])([\p{L}\d]{1,30})([.,])(?=\s+(?:(?:den|the|le|el|at|by|um)\s+)?(\p{L}+|\d[\d./:]*\p{L}*)(?:\s+(?:de\s|of\s)?(\p{L}+))?)/gu

const isMonth = (word = ''): boolean => monthNamed(folded(word)) !== null

/** Whether the sign after a word stands within a date: “Friday, 4 December”, “4. Dezember”, “Dec. 4”, “December 4, 5pm”. */
function isInDate(word: string, sign: string, next: string, after?: string): boolean {
  if (weekdayNamed(folded(word)) !== null)
    return (
      isMonth(next) ||
      /^\d\d?(?:st|nd|rd|th|[./]\d)/.test(next) ||
      (/^\d\d?\.?$/.test(next) && isMonth(after))
    )
  if (sign === '.')
    return /^\d\d?$/.test(word) ? isMonth(next) : isShortMonth(folded(word)) && /^\d/.test(next)
  return (
    /^(?:\d\d?(?:st|nd|rd|th)?|20\d\d)$/.test(word) && /^\d.*(?:[ap]m|uhr|h)$/i.test(`${next}${after ?? ''}`)
  )
}

/** Alternatives stay in one clause: “150k, or 140k and a car” does not promise a car. */
const splitJoints = (sentence: string): string[] =>
  /\bor\b/i.test(sentence) ? [sentence] : sentence.split(JOINT)

const TABLE_ROW = /^\s*\|?\s*([^|\d]{2,40}?)\s*\|\s*([^|]*\d[^|]*?)\s*\|?\s*$/

/** “25% per year” behind a grant is its schedule, if only the grant's size and years are between. */
const EQUAL_YEARS =
  /(?<=[\s,;(])(20|25|50) ?%(?<=\b(?:rsus?|stock|equity|options|shares|grant|vest\p{L}*)\b(?:[\s,;:(\p{Sc}%-]|\d[\d.,]*k?\b|\b(?:over|for|y|yrs?|years?|worth|of|in|at|units?|grant|cliff|vest\p{L}*|equal\p{L}*|with|an?)\b){1,30})(?: ?\/ ?y(?:ea)?r| (?:annually|yearly|(?:per|a|each|every) (?:year|annum)))(?! \p{L}* ?bonus)(?: (?:for|over) (\d+) y\p{L}*)?/giu

function equalYears(all: string, percent: string, years?: string): string {
  const count = 100 / Number(percent)
  const parts = Array<string>(count).fill(percent)
  return years === undefined || Number(years) === count ? `${parts.join('/')} vesting` : all
}

/** The clauses in order. Line breaks separate clauses, so they stay until the split. “between a and b” stays whole. */
export function clausesOf(text: string): string[] {
  const lines = withAbsentParts(text)
    .split(/\r?\n/)
    .map((line) => line.replace(/[~≈](?=\s?\S?\s?\d)/g, 'about '))
    .map((line) => line.replace(TABLE_ROW, '$1: $2'))
    .map((line) => withDigits(withCurrencyCodes(plainText(line))))
    .map((line) =>
      line.replace(IN_DATE, (all, word, sign, next, after) =>
        isInDate(word, sign, next, after) ? word : all,
      ),
    )
    .join('\n')
  return (
    lines
      .replace(/\bp\. ?a\.(?=\W|$)/gi, 'p.a')
      .replace(/(?<=\p{L})_(?=\p{L})/gu, ' ')
      // “4yr/1yr” is the vesting and its cliff; “/4yr” behind an amount is the vesting.
      .replace(
        /\b(\d+)[- ]?(?:y|yrs?|years?)\s?\/\s?1[- ]?(?:y|yr|year)\b(?: cliff)?/gi,
        ' over $1 years, 1 year cliff',
      )
      .replace(/\/\s?(\d+)[- ]?(?:y|yrs?|years?)\b(?![- ]cliff)/gi, ' over $1 years')
      .replace(EQUAL_YEARS, equalYears)
      // “150k TC: 120k base” names the total before its label.
      .replace(/^(\W?\d[\d.,]*k?)\s(tc|ctc|ote):/gim, '$2: $1;')
      .replace(/\bI'm\b/g, 'I am')
      // “Do” means “up to” in Polish, so the English verb is replaced.
      .replace(/\b(can|could|will|to) do (?=\S?\d)/gi, '$1 offer ')
      .replace(/\bwas (?=offered)/gi, '')
      .replace(/\bbetween\b([^,;\n]{0,100}?)\sand\s/gi, 'between$1 to ')
      .split(CLAUSE_END)
      .flatMap(splitJoints)
      .map((clause) => clause.replace(/^[\s\-*:]+|[\s:.!]+$/g, ''))
      .filter((clause) => clause !== '')
  )
}
