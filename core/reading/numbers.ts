// Reads numbers with separators, as any country writes them.

/**
 * The value, or null if the digits are no amount (a date, a version). The last separator is the decimal one, unless it groups
 * thousands. Before a multiplier ("1,125 Mio") a single separator is the decimal one.
 */
export function readNumber(text: string, isMultiplied = false): number | null {
  const digits = text.replace(/[' ]/g, '').replace(/^[.,]/, '0.')
  const separators = digits.match(/[.,]/g) ?? []
  const last = separators.at(-1)
  if (last === undefined) return digits.length > 15 ? null : Number(digits)
  const at = digits.lastIndexOf(last)
  const [whole, tail] = [digits.slice(0, at), digits.slice(at + 1)]
  const isLone = separators.length === 1
  const isGrouping = isLone
    ? tail.length === 3 && !isMultiplied && !/^0/.test(digits)
    : separators.every((each) => each === last)
  if (isGrouping) return isGrouped(digits, last) ? Number(digits.replaceAll(last, '')) : null
  const other = last === '.' ? ',' : '.'
  if (whole.includes(last) || (whole.includes(other) && !isGrouped(whole, other))) return null
  return digits.length > 18 ? null : Number(`${whole.replaceAll(other, '')}.${tail}`)
}

/** Whether the separator groups thousands, or lakhs as in India: 12,00,000. */
function isGrouped(text: string, separator: string): boolean {
  const [head = '', ...groups] = text.split(separator)
  const middle = groups.slice(0, -1)
  return (
    text.length <= 20 &&
    head.length <= 3 &&
    groups.at(-1)?.length === 3 &&
    middle.every((each) => /^\d\d\d?$/.test(each))
  )
}

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SPELLED = new RegExp(
  String.raw`\b(?:(${TENS.join('|')})(?:[ -](${SMALL.slice(1, 10).join('|')}))?|(${SMALL.slice(2).join('|')})|one(?=[ -](?:year|month|week|day|hour)))\b`,
  'gi',
)

/** Replaces English number words by digits, but “one” only within a number, or before a unit of time. */
export const withDigits = (text: string): string =>
  text
    .replace(SPELLED, (_, ten?: string, unit?: string, small?: string) => {
      const place = (words: readonly string[], word = '') => Math.max(0, words.indexOf(word.toLowerCase()))
      if (ten) return String(20 + 10 * place(TENS, ten) + place(SMALL, unit))
      return String(small ? place(SMALL, small) : 1)
    })
    .replace(/\b(\d\d?|one|a) hundred(?:(?: and)? (\d\d?)\b)?/gi, (_, head: string, rest = '0') =>
      String((Number(head) || 1) * 100 + Number(rest)),
    )
    .replace(
      /(?<![\d.,])\b(\d{1,3}|one|a) million,?(?: and)? (\d{1,3}) thousand\b/gi,
      (_, head: string, rest: string) => `${(Number(head) || 1) * 1_000 + Number(rest)} thousand`,
    )
    .replace(
      /(?<![\d.,])\b(\d{1,4}|one|a) thousand,?(?: and)? (\d{1,3})\b(?=\s?(?:[(]|[a-z]+s\b))/gi,
      (_, head: string, rest: string) => String((Number(head) || 1) * 1_000 + Number(rest)),
    )

/** Rounds to two decimals, which also removes the floating-point error of `1.1 * 1000`. */
export const roundToCents = (amount: number): number => Math.round(amount * 100) / 100
