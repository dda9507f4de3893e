// Reads pay in words: "$180k–220k", "€95.000 p.a.", "base 115k, OTE 170k". Nothing else in crm reads pay.
import { findAmounts, instalmentsOf } from './amounts.ts'
import { isBelievable, isSurelyYearly } from './belief.ts'
import { dollarHints, AMBIGUOUS_DOLLAR, UNITED_STATES, yearlyFrom } from './currencies.ts'
import { labelAfter, labelBefore, leadsNext, ofPlace, placeOf, type Label } from './labels.ts'
import { type AmountKind, meaningOf } from './pay-vocabulary.ts'
import { phraseAt, tokens, type MoneyToken } from './money-tokens.ts'
import { annualise, type Compensation, type PayPeriod } from './compensation.ts'
import { roundToCents } from './numbers.ts'
import { frequencyAfter, periodOf } from './pay-period.ts'
import { plainText } from './plain-text.ts'
import { joinRanges, type Range } from './ranges.ts'

export interface OmittedWords {
  readonly text: string
  readonly why: string
}

/** The pay of a text, the words it came from, the words that were not used, and the meanings that were chosen. */
export interface PayReading {
  readonly value: Compensation | null
  readonly words: string | null
  readonly omitted: readonly OmittedWords[]
  readonly doubts: readonly string[]
}

const NOTHING: PayReading = { value: null, words: null, omitted: [], doubts: [] }

/** One amount or range of a text, with its label, period and other attributes. */
export type Statement = Readonly<ReturnType<typeof statement>>

/** Whether the amount was converted from a span that is no pay period: “$2,600 biweekly”. */
export const isConverted = ({ doubts }: Pick<Statement, 'doubts'>): boolean =>
  doubts.some((doubt) => doubt.startsWith('converted'))

/** No statement of pay is longer. The rest is ignored. */
const MAX_CHARACTERS = 4_000

/**
 * Reads the pay in a text that is about pay, such as a salary column. Never throws, linear in the length of the text.
 *
 * - A currency is never guessed: no sign, no currency. Signs shared by several currencies (`¥`, `kr`) give
 *   null without a code beside them. A bare `$` is the US dollar unless something else says otherwise: a code
 *   in the text ("$120k AUD"), or a dollar country in it or in `place`.
 * - A missing period is read as a year when the amount cannot be anything else: "120-140k", or an amount
 *   beyond usual monthly pay in its currency (`yearlyFrom`). Otherwise it is null.
 * - Two weeks, half a month and a quarter are converted to the year, exactly.
 * - Base pay is taken. Bonus, target and total are left out with a reason, and so are amounts that no job pays.
 *
 * @param place where the job is, if known; it only decides which dollar a bare `$` is.
 */
export function readPay(text: string, place = ''): PayReading {
  return choose(statementsIn(text.slice(0, MAX_CHARACTERS), place).filter(isAmount), place)
}

/** The amounts of a text that may be money, with their labels and periods. */
export function statementsIn(text: string, place: string): Statement[] {
  const plain = plainText(text)
  const list = tokens(plain)
  const spans = joinRanges(findAmounts(list), list)
  const near = `${plain} ${place}`.toLowerCase()
  const codes = new Set(list.flatMap((token) => (token.currency === null ? [] : [token.currency])))
  let claimed = 0
  return spans.map((span, at) => {
    const [floor, ceiling] = [claimed, spans[at + 1]?.first ?? list.length]
    const label = labelOf(list, span, floor, ceiling)
    const read = statement({ list, plain, span, label, floor, ceiling, near, codes })
    // In “60/40 split, OTE $200k” the label belongs to the amount of money.
    const hasLabel = label !== null && label.first > span.last && isAmount(read)
    claimed = Math.max(span.last + 1, hasLabel ? label.last + 1 : 0)
    return read
  })
}

/** The label of an amount: the one before it. If there is none, or it is not pay, the one after it. */
function labelOf(list: readonly MoneyToken[], span: Range, floor: number, ceiling: number): Label | null {
  const [before, after] = [labelBefore(list, span, floor), labelAfter(list, span, ceiling)]
  if (before === null && after !== null && leadsNext(list, after, ceiling)) return null
  if (after === null || before === null) return before ?? after
  const isOther = (label: Label) => label.kind !== 'pay' && label.kind !== 'base'
  // Between two amounts, a label belongs to the one that has no other.
  if (isOther(after))
    return ceiling < list.length && !hasMarkBetween(list, span.last + 1, ceiling) ? before : after
  const isParted = list.slice(before.last + 1, span.first).some(({ text }) => /^[,;/|]$/.test(text))
  const isBase = after.kind === 'base' && before.kind !== 'base' && (isParted || !isOther(before))
  return isBase ? after : before
}

const hasMarkBetween = (list: readonly MoneyToken[], from: number, to: number): boolean =>
  list.slice(from, to).some(({ kind, text }) => kind === 'mark' && text !== '.')

interface Parts {
  readonly list: readonly MoneyToken[]
  readonly plain: string
  readonly span: Range
  readonly label: Label | null
  readonly floor: number
  readonly ceiling: number
  readonly near: string
  readonly codes: ReadonlySet<string>
}

function statement(parts: Parts) {
  const { list, span, label, floor, ceiling } = parts
  const { currency, doubts } = currencyOf(parts)
  const instalments = instalmentsOf(list, span)
  const implied = impliedPeriod(span, currency, parts.plain)
  // How often the money arrives counts only if no period is stated and the amount is not surely yearly.
  const time =
    periodOf(list, span, floor, ceiling, implied !== null || (!span.signed && (span.low ?? 0) >= 20_000)) ??
    (implied === null ? frequencyAfter(list, span, ceiling) : null)
  const isTotal = instalments?.isSpread === true && isSurelyYearly(span.low || span.high || 0, currency)
  const period = time === null ? (implied ?? (instalments && !isTotal ? 'month' : null)) : time.period
  const scaled = (amount: number | null) =>
    amount === null ? null : roundToCents(amount * (time?.times ?? 1))
  const pay: Compensation = { min: scaled(span.low || null), max: scaled(span.high), currency, period }
  // A range from zero has 0 as its lower end. "$0" alone is no pay.
  const zero = span.low === 0 && span.high !== null && span.high > 0 ? { ...pay, min: 0 } : pay
  return {
    pay: zero,
    words: wordsOf(parts),
    kind: label?.kind ?? null,
    label,
    span,
    place: placeOf(list, parts.plain, span),
    /** Why the amount cannot be pay, whatever its kind. */
    refused: span.unsure ?? pieceOf(parts) ?? (time ? null : partOfYear(parts)) ?? whyUnbelievable(pay),
    doubts: [...doubts, ...(time?.converted ? [`converted from an amount for ${time.converted}`] : [])],
    /** Whether a currency or a multiplier marks it as money, and whether a period is stated. */
    isMarked: span.signed || span.multiple > 1,
    isTimed: time !== null,
    /** What `pay` cannot express: “x 13” beside monthly pay, “net”. */
    uncounted: [
      ...(instalments && instalments.count !== 12 && (period === 'month' || isOnTop(list, instalments.first))
        ? [
            {
              text: textOf(parts, instalments.first, instalments.last),
              why: period === 'month' ? MONTHS : ON_TOP,
            },
          ]
        : []),
      ...netOf(parts),
    ],
  }
}

/** “45k a year + 13e mois”, “plus a 13th month” */
const isOnTop = (list: readonly MoneyToken[], at: number): boolean =>
  [1, 2].some((back) => /^(?:\+|plus|zzgl)$/.test(list[at - back]?.text ?? ''))

const ON_TOP = 'is not counted: it is paid on top'
const MONTHS = 'is not counted: a year is twelve months of this pay'
const VAT = /\b(?:vat|mwst|ust|iva|tva)\b/i
const NET = 'means after tax, but crm compares it as pay before tax'

/** “net” beside the amount or its period. Beside VAT it is an invoice's amount: “netto + VAT”. */
function netOf(parts: Parts): OmittedWords[] {
  const { list, span, plain } = parts
  const netAt = (at: number) =>
    list[at - 1]?.text === '.' ? null : phraseAt(list, at, ({ kinds }) => kinds.has('net'))
  const isBetween = ({ text }: MoneyToken) => {
    const { noun, label, kinds } = meaningOf(text) ?? {}
    return text === ':' || noun !== undefined || label === 'pay' || kinds?.has('leads') === true
  }
  const isEnd = (token: MoneyToken, at: number) => netAt(at) !== null || !isBetween(token)
  const after = list.findIndex((token, at) => at > span.last && isEnd(token, at))
  const before = list.findLastIndex((token, at) => at < span.first && isEnd(token, at))
  const net = netAt(before) ?? netAt(after)
  return net === null || VAT.test(plain) ? [] : [{ text: textOf(parts, net.first, net.last), why: NET }]
}

const textOf = ({ plain, list }: Parts, first: number, last: number): string =>
  plain.slice(list[first]?.start, list[last]?.end)

function wordsOf({ list, plain, span, label }: Parts): string {
  const first = Math.min(span.first, label?.first ?? span.first)
  const last = Math.max(span.last, label?.last ?? span.last)
  const end = list.findIndex(
    (token, at) => at > last && (token.kind === 'mark' || at > last + 3) && token.text !== '/',
  )
  return plain
    .slice(list[first]?.start ?? 0, end < 0 ? undefined : list[end]?.start)
    .trim()
    .slice(0, 120)
}

/** Why the amount is no pay by itself: “80% of $100k”, “$2 per parcel”. */
function pieceOf({ list, span }: Parts): string | null {
  if (list[span.first - 1]?.text === 'of' && list[span.first - 2]?.text === '%')
    return 'is the whole of which a share is paid'
  const [lead, noun] = [list[span.last + 1], list[span.last + 2]]
  const isLed = lead !== undefined && meaningOf(lead.text)?.kinds.has('leads') === true
  const isPiece = noun !== undefined && meaningOf(noun.text)?.kinds.has('pieces') === true
  return isLed && isPiece ? `is paid by the ${noun.text}` : null
}

/** “$71,412 for 187 days” is neither a year's pay nor a day's. */
function partOfYear({ list, span: { last } }: Parts): string | null {
  const [lead, count, hyphen, after] = list.slice(last + 1, last + 5)
  const noun = meaningOf((hyphen?.text === '-' ? after : hyphen)?.text ?? '')?.noun ?? ''
  const isPart = lead?.text === 'for' && /^(?:day|week|month)$/.test(noun) && count?.text !== '12'
  return isPart ? `is paid for ${count?.text} ${noun}s` : null
}

export function whyUnbelievable(
  { min, max, currency, period }: Compensation,
  why = 'is no amount that a job pays',
  canBe = isBelievable,
): string | null {
  const isUnusual = [min, max].some((end) => end !== null && !canBe(end, period, currency))
  return isUnusual ? `${why}${period ? ` by the ${period}` : ''}` : null
}

/** The year, if monthly pay in the currency is rarely so high. */
export const yearIfHigh = (amount: number, currency: string | null): PayPeriod | null =>
  currency !== null && amount >= (yearlyFrom[currency] ?? Infinity) ? 'year' : null

/** Amounts in thousands without a currency are yearly, but not in Cyrillic, Chinese or Korean text, where that is unusual. */
function impliedPeriod(span: Range, currency: string | null, plain: string): PayPeriod | null {
  const amount = span.low || span.high || 0
  if (currency !== null) return yearIfHigh(amount, currency)
  const isCustomary =
    !span.signed && span.multiple >= 1e3 && !/[\p{sc=Cyrl}\p{sc=Han}\p{sc=Hang}]/u.test(plain)
  return isCustomary && amount >= 20_000 ? 'year' : null
}

function currencyOf({ span, near, codes }: Parts): { currency: string | null; doubts: string[] } {
  if (span.currency !== null) return { currency: span.currency, doubts: [] }
  const [only] = codes
  if (!span.signed && !span.dollar) return { currency: null, doubts: [] }
  if (codes.size === 1 && only !== undefined) return { currency: only, doubts: [] }
  if (!span.dollar || codes.size > 1)
    return { currency: null, doubts: ['the sign stands for several currencies'] }
  const hinted = dollarHints.find(([hint]) => hint.test(near))?.[1]
  const isAlsoOfUS = hinted !== undefined && hinted !== 'USD' && UNITED_STATES.test(near)
  if (hinted !== undefined && !isAlsoOfUS) return { currency: hinted, doubts: [] }
  if (isAlsoOfUS || AMBIGUOUS_DOLLAR.test(near))
    return { currency: null, doubts: ['the $ may be a peso or another dollar'] }
  return { currency: 'USD', doubts: [] }
}

/** A number without a currency is money from 1,000 on, unless it may be a calendar year. */
const isAmount = ({ isMarked, isTimed, span }: Statement): boolean =>
  (span.high ?? span.low ?? 0) > 0 &&
  (isMarked || isTimed || ((span.high ?? span.low ?? 0) >= 1000 && !span.yearLike))

export const namesPay = (text: string): boolean =>
  statementsIn(text, '').some((each) => isAmount(each) && each.refused === null)

const WHY: Readonly<Record<Exclude<AmountKind, 'base' | 'pay'>, string>> = {
  total: 'is total pay, not base pay',
  target: 'is target pay, not base pay',
  bonus: 'is a bonus or commission',
  signing: 'is a signing bonus',
  equity: 'is equity',
  allowance: 'is an allowance or benefit',
  reward: 'is a reward',
  business: 'is no pay',
  later: 'is paid later',
}

const leftOf = ({ words, kind, refused }: Statement): OmittedWords => ({
  text: words,
  why: kind !== null && kind !== 'base' && kind !== 'pay' ? WHY[kind] : (refused ?? 'is no base pay'),
})

/** Chooses the pay: what is labelled as base pay, else the only amount or similar ranges as one span, else nothing. */
export function choose(all: readonly Statement[], place = ''): PayReading {
  const isPay = ({ kind }: Statement) => kind === null || kind === 'pay' || kind === 'base'
  const named = all.filter(isPay)
  const base = named.filter(({ kind }) => kind === 'base')
  const meant = base.length ? named.filter((each) => each.kind === 'base' || isSimilar(each, base)) : named
  const chosen =
    withSimilar(meant, ({ isMarked }) => isMarked) ?? withSimilar(meant, ({ isTimed }) => isTimed) ?? meant
  const omitted = [
    ...all.filter((each) => !isPay(each)),
    ...named.filter((each) => each.isMarked && !meant.includes(each)),
  ]
  const refused = chosen.filter((each) => each.refused !== null)
  const believed = chosen.filter((each) => each.refused === null)
  const { own: kept, others } = ofPlace(believed, place)
  const why = kept.length ? 'is for another place' : 'is one of several ranges: say which place is meant'
  const rest = [...others.map(({ words: text }) => ({ text, why })), ...[...omitted, ...refused].map(leftOf)]
  if (!kept.length) return { ...NOTHING, omitted: rest }
  const one = mergeStatements(kept)
  if ('why' in one)
    return { ...NOTHING, omitted: [...kept.map(({ words }) => ({ text: words, why: one.why })), ...rest] }
  const uncounted = new Map(kept.flatMap((each) => each.uncounted.map((words) => [words.text, words])))
  return { value: one.pay, words: one.words, omitted: [...uncounted.values(), ...rest], doubts: one.doubts }
}

/** The statements that are surely money, with others of similar size; null if none is sure. */
function withSimilar(meant: readonly Statement[], isSure: (each: Statement) => boolean): Statement[] | null {
  const sure = meant.filter(isSure)
  const isKept = (each: Statement) =>
    isSure(each) || (each.span.grouped && sure.some((one) => ratioOf(one, each) <= 2.5))
  return sure.length ? meant.filter(isKept) : null
}

/** Whether an amount without a label is close to base pay, as for another zone, level or country. */
const isSimilar = (each: Statement, base: readonly Statement[]): boolean =>
  each.kind === null &&
  base.some((other) => each.pay.period === other.pay.period && ratioOf(each, other) <= 2.5)

const topOf = ({ pay }: Statement): number => pay.max ?? pay.min ?? 0
export const ratioOf = (one: Statement, other: Statement): number =>
  Math.max(topOf(one), topOf(other)) / Math.max(1e-9, Math.min(topOf(one), topOf(other)))
const isSameMoney = (one: Statement, other: Statement): boolean =>
  one.pay.currency === other.pay.currency && one.pay.period === other.pay.period

type MergedStatement = Pick<Statement, 'pay' | 'words' | 'doubts'>

/** One pay made of several statements, or why that is impossible. */
function mergeStatements(all: readonly Statement[]): MergedStatement | { why: string } {
  const [first, ...others] = distinct(all)
  if (first === undefined) return { why: 'is no pay' }
  if (!others.length) return first
  if (others.every((other) => isRestatement(first, other)))
    return { ...first, doubts: [...first.doubts, 'the same pay is said in another way'] }
  if (new Set(all.map(({ pay }) => pay.currency)).size > 1)
    return { why: 'is one of several amounts in different currencies' }
  const bounds = asBounds(all)
  if (bounds) return bounds
  const ranges = [first, ...others]
  const canJoin = ranges.every(
    (each) =>
      isSameMoney(each, first) &&
      each.pay.currency !== null &&
      each.pay.min !== null &&
      each.pay.max !== null &&
      each.pay.min < each.pay.max &&
      ratioOf(each, first) <= 3,
  )
  if (!canJoin) return { why: 'is one of several amounts' }
  const [lows, highs] = [ranges.map(({ pay }) => pay.min ?? 0), ranges.map(({ pay }) => pay.max ?? 0)]
  return {
    pay: { ...first.pay, min: Math.min(...lows), max: Math.max(...highs) },
    words: ranges.map(({ words }) => words).join('; '),
    doubts: [...first.doubts, `${ranges.length} ranges are joined to the whole span`],
  }
}

/** One range of a minimum and a maximum: “€48k minimum, €60k maximum”. */
function asBounds(all: readonly Statement[]): MergedStatement | null {
  const [low, high] = [...all].sort(
    (one, other) => Number(one.pay.min === null) - Number(other.pay.min === null),
  )
  if (!low || !high || all.length > 2 || low.pay.max !== null || high.pay.min !== null) return null
  if (!isSameMoney(low, high) || (low.pay.min ?? 0) > (high.pay.max ?? 0)) return null
  return {
    pay: { ...low.pay, max: high.pay.max },
    words: all.map(({ words }) => words).join('; '),
    doubts: low.doubts,
  }
}

function distinct(all: readonly Statement[]): Statement[] {
  const seen = new Map<string, Statement>()
  for (const each of all) {
    const { min, max, currency, period } = each.pay
    const key = `${min} ${max} ${currency}`
    const before = seen.get(key)
    if (before === undefined || (before.pay.period === null && period !== null)) seen.set(key, each)
  }
  return [...seen.values()]
}

/** Whether one pay is stated twice, in two periods: “$55/hr ($114,400/yr)”. */
function isRestatement(first: Statement, other: Statement): boolean {
  const [one, two] = [annualise(first.pay), annualise(other.pay)]
  if (first.pay.currency !== other.pay.currency || first.pay.period === other.pay.period || !one || !two)
    return false
  const [high, low] = [one.max ?? one.min ?? 0, two.max ?? two.min ?? 0]
  return Math.abs(high - low) <= 0.15 * Math.max(high, low)
}
