// Reads what the user wants from a counter: a yearly base, or words such as “more equity” or “start later”.
import { keysOf } from '../kernel/narrow.ts'
import { annualise, type Compensation } from '../reading/compensation.ts'
import { currencyCodes, dollarHints, dollarPrefixes, moneySigns } from '../reading/currencies.ts'
import { withCurrencyCodes } from '../reading/money.ts'
import { withDigits } from '../reading/numbers.ts'
import { readPay, statementsIn } from '../reading/pay.ts'

const WISH_PATTERNS = {
  signing: /\bsign(?:ing|[- ]?on)?\b/i,
  equity: /\b(?:equity|stock|shares?|rsus?|options?|grant)\b/i,
  bonus: /\bbonus\b(?<!(?:sign(?:ing|[- ]?on)?|relocation|moving) bonus)/i,
  startDate: /\bstart(?:ing)?\b|\bbegin\b/i,
  ptoDays: /\b(?:vacation|holidays?|pto|days? off|time off|leave|urlaub\w*|congés)/i,
  remote: /\b(?:remote(?:ly)?|(?<!take[- ])home|hybrid|office)\b/i,
  relocation: /\b(?:relocat\w+|moving|move)\b(?! the start)/i,
  level: /\b(?:level|title|senior|promotion|grade)\b/i,
}
export type Wish = keyof typeof WISH_PATTERNS
export const WISHES = keysOf(WISH_PATTERNS)

const BASE_WORD = /\b(?:base|salary|pay|money)\b/i

export interface Goal {
  base: number | null
  wishes: Wish[]
  /** The amounts that the goal names for parts other than the base. */
  amounts: Partial<Record<Wish, number>>
  unread: string | null
}

/** A smaller number is no base: “5 days” means days. */
const LEAST_BASE = 1_000

const PART_SEPARATOR = /\s*(?:[;+&]|,(?!\d)|\b(?:plus|and|with|or|und|mit|oder|et|avec|ou|y)\b)\s*/i
const MORE = String.raw`(?:more|mehr|raise|increase|higher|erhöhung|de plus)`
/** Matches “10 % more” and “a raise of 12 percent”, but not “80 % part time” or “20 % travel”. */
const PERCENT = new RegExp(
  String.raw`(?<![\d.,])([1-4]?\d(?:[.,]\d+)?)\s?(?:%|percent|prozent)(?:\s\w+)?\s${MORE}|\b(?:${MORE}(?:\s\w+){0,2}|another)\s([1-4]?\d(?:[.,]\d+)?)\s?(?:%|percent|prozent)`,
  'i',
)
/** Matches “5k more”, “another 10k” and “by 8k”, but not “110k or more”. */
const ADDED = new RegExp(
  String.raw`\b(?:another|additional|extra|by|${MORE} of|um)\s\D{0,4}\d|\d\s?k?(?:\s?(?:\p{Sc}|[A-Z]{3}))?\s${MORE}\b(?! (?:than|als))`,
  'iu',
)
/** Words that a wish for more base may have beside “more”. */
const FILLER = new RegExp(
  String.raw`^(?:(?:${MORE}|please|bitte|better|bigger|good|negotiate|want|would|like|an?|the|my|i|for|in|of|on)\b\W*|${BASE_WORD.source}\W*)*$`,
  'i',
)

/** `base` is the offer's yearly base in its currency. “10 % more” is a percentage of it. */
export function readGoal(goal: number | string | undefined, base: number, currency: string): Goal {
  if (typeof goal !== 'string') return { base: goal ?? null, wishes: [], amounts: {}, unread: null }
  const said = withDigits(goal)
    .replace(/^\s*\+\s*(?=\S?\d)/, 'another ')
    .split(PART_SEPARATOR)
  const parts = said.map((part) =>
    isForeign(part, currency)
      ? { part, wished: [], wanted: null }
      : { part, wished: wishesIn(part), wanted: baseIn(part, base) },
  )
  const bases = new Set(parts.flatMap(({ wanted }) => wanted ?? []))
  const unread = parts.filter(
    ({ part, wished, wanted }) =>
      (wanted === null && !wished.length && !FILLER.test(part)) || (wanted !== null && bases.size > 1),
  )
  return {
    base: bases.size === 1 ? ([...bases][0] ?? null) : null,
    wishes: WISHES.filter((wish) => parts.some(({ wished }) => wished.includes(wish))),
    amounts: Object.fromEntries(
      parts.flatMap(({ part, wished: [wish] }) => {
        const amount = wish && MONEY_WISHES.includes(wish) && !BASE_WORD.test(part) ? amountIn(part) : null
        return amount === null ? [] : [[wish, amount]]
      }),
    ),
    unread:
      (said.length === 1 && unread[0] ? goal : unread.map(({ part }) => part).join('; ')).trim() || null,
  }
}

/** Currencies whose sign is a bare `$`. */
const DOLLARS = new Set(['USD', ...Object.values(dollarPrefixes), ...dollarHints.map(([, code]) => code)])

/** Whether a part names another currency than the offer's. Its amount cannot be asked for. */
const isForeign = (part: string, currency: string): boolean =>
  statementsIn(withCurrencyCodes(part), '').some(({ span }) =>
    span.currency === null ? span.dollar && !DOLLARS.has(currency) : span.currency !== currency,
  )

const wishesIn = (part: string): Wish[] => WISHES.filter((wish) => WISH_PATTERNS[wish].test(part))

const MONEY_WISHES: readonly Wish[] = ['signing', 'equity', 'bonus', 'relocation']

const upperEnd = (pay: Compensation | null): number | null => pay && (pay.max ?? pay.min)

/** Matches only whole numbers: in “1,250,000usd” it does not find 1,250. */
const AMOUNT = new RegExp(
  String.raw`[${moneySigns}]?\d[\d.,']*\s?k?(?:${[...currencyCodes].join('|')}|kr)?(?![.,']?[\d\p{L}]|\s*%)`,
  'giu',
)

/** The amount in a wish for something else than the base: “20k signing”. Null for a percentage, and for several numbers. */
function amountIn(part: string): number | null {
  const [number = '', second] = part.match(AMOUNT) ?? []
  const amount = second ? null : upperEnd(readPay(withCurrencyCodes(number)).value)
  return amount !== null && amount >= LEAST_BASE ? amount : null
}

/** The yearly base in a wish. In a range it is the upper end, because talks only lower the ask. */
function baseIn(part: string, base: number): number | null {
  if (wishesIn(part).length && !BASE_WORD.test(part)) return null
  const [, before, behind] = PERCENT.exec(part) ?? []
  const percent = before ?? behind
  if (percent !== undefined) return Math.round(base * (1 + Number(percent.replace(',', '.')) / 100))
  const isAdded = ADDED.test(part)
  const plain = isAdded ? part.replace(new RegExp(MORE, 'i'), ' ') : part
  const { value } = readPay(withCurrencyCodes(plain.slice(0, 500)))
  const amount = upperEnd(value)
  const numbers = part.match(/\d[\d.,' ]*/g)?.length ?? 0
  // With a second number the wish is unclear, as in “200k over 4 years”.
  if (!value || amount === null || amount < LEAST_BASE || numbers > (value.min === value.max ? 1 : 2))
    return null
  const year = annualise(value)
  const top = (year ? (year.max ?? year.min) : null) ?? amount
  return isAdded && top < base ? base + top : top
}
