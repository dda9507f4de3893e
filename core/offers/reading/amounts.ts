// Finds the amounts of money in a clause of an offer. `rest` is the clause with a placeholder for each amount.
import { currencyCodes } from '../../reading/currencies.ts'
import { tokens, type MoneyToken, phraseAt } from '../../reading/money-tokens.ts'
import { isConverted, statementsIn, type Statement } from '../../reading/pay.ts'
import { meaningOf } from '../../reading/pay-vocabulary.ts'
import type { PayPeriod } from '../../reading/compensation.ts'
import { BENEFIT } from './parts.ts'

export type MoneyPart = 'base' | 'signing' | 'bonus' | 'equity' | 'relocation' | 'benefit'

export interface Amount {
  /** Null for an amount without a label. crm reads it as the base if no other part is possible. */
  readonly part: MoneyPart | null
  readonly words: string
  readonly around: string
  readonly amount: number
  readonly currency: string | null
  readonly period: PayPeriod | null
  /** True for a number of things, as in “20k options”. */
  readonly isCount: boolean
  /** True if the amount was converted to a year, as “$2,600 biweekly” is. */
  readonly isConverted: boolean
  /** Why the amount is not used, or null. */
  readonly refused: string | null
}

const FIRST_PLACEHOLDER = 0xe000

const RELOCATION = /relocat|\brelo\b|moving|umzug|mudanza|d[ée]m[ée]nagement/i
const OPTION = /(?<!\p{L})(?:options?|[in]sos?|nqsos?|shares|optionen|aktien|acciones|aktier)(?!\p{L})/iu
const UNIT = /(?<!\p{L})(?:[rgp]sus?|units|stock)(?!\p{L})/iu
/** Things to count, not money: “280 RSUs”. */
const THINGS = /^\d[\d.,]*\s?(?:[rgp]sus|shares|[in]sos|nqsos|(?:stock )?options)(?!\p{L})/iu
const NET = /(?<!\p{L})(?:nett?[oaei]?s?|手取り|take[- ]home|after tax)(?!\p{L}|[- ]30)/iu
const TOTAL = /(?<!\p{L})ctc(?!\p{L})/iu
/** The price of one share is not the value of a grant. */
const PRICE = /^\W{0,2}(?:strike|per share|a share|exercise|\/ ?share)/i

function endOfPeriod(list: readonly MoneyToken[], last: number): number {
  for (let at = last + 1; at < list.length && at <= last + 5; at += 1) {
    const text = list[at]?.text ?? ''
    const meaning = meaningOf(text)
    const isLead = text === '/' || text === '.' || meaning?.kinds.has('leads') === true
    if (phraseAt(list, at, ({ label }) => label !== undefined)) return last
    const phrase = phraseAt(list, at, ({ period, noun }) => period !== undefined || noun !== undefined)
    if (phrase && !(isLead && phrase.last === at)) return phrase.last
    if (!isLead && meaning?.kinds.has('plain') !== true) return last
  }
  return last
}

/** What stands before a count of things, not money: “Hours: 40 per week”, “Visits: 30 a day”. */
const COUNTED = /(?:(?<!\p{L})(?:hours|hrs)(?: are| of)?|:)\s*$/iu

/** Whether a number can be money. It needs a currency, multiplier, period or word for pay, or is in thousands. */
function isMoney({ isMarked, isTimed, span, kind, pay }: Statement, before: string): boolean {
  if (span.yearLike || (kind === null && !isMarked && isTimed && COUNTED.test(before))) return false
  const isNamed = kind === 'base' || kind === 'pay' || kind === 'signing'
  const amount = pay.max ?? pay.min ?? 0
  return isMarked || (isTimed && amount >= 10) || amount >= 1_000 || (isNamed && amount >= 10)
}

const isGrant = (around: string): boolean =>
  OPTION.test(around) || UNIT.test(around) || /\b(?:equity|stocks)\b/i.test(around)

/** The part of the offer that an amount belongs to. Null if no word names a part; `why` if the amount is no part of an offer. */
function partOf({ kind }: Statement, around: string): MoneyPart | null | { why: string } {
  if (TOTAL.test(around)) return REFUSED_TOTAL
  if (kind === 'base' || kind === 'pay') return 'base'
  if (kind === 'signing' || kind === 'equity') return kind
  if (RELOCATION.test(around)) return 'relocation'
  if (kind === 'bonus') return 'bonus'
  if (kind === 'total' || kind === 'target') return REFUSED_TOTAL
  const isWorth = kind === 'business' || kind === 'reward'
  if (isWorth && isGrant(around)) return 'equity'
  if (kind === null && /(?<!\p{L})[gp]sus?(?!\p{L})/iu.test(around)) return 'equity'
  if (BENEFIT.test(around)) return 'benefit'
  if (isWorth || kind === 'later') return { why: 'is no part of the offer' }
  return kind === 'allowance' ? 'benefit' : null
}
const REFUSED_TOTAL = { why: 'is a total; say what it is made of' }

function refusalOf({ pay, span, refused }: Statement, around: string, behind: string): string | null {
  if (NET.test(around)) return 'is net pay; an offer counts gross pay'
  if (PRICE.test(behind)) return 'is the price of a share'
  if (pay.min !== pay.max) return 'is not one fixed number'
  return span.unsure ?? refused
}

export function amountsIn(clause: string): { amounts: Amount[]; rest: string } {
  const list = tokens(clause)
  const found = statementsIn(clause, '')
  const amounts: Amount[] = []
  let [rest, done] = ['', 0]
  found.forEach((statement, nth) => {
    const { span, label, pay } = statement
    const next = found[nth + 1]?.span.first ?? list.length
    const last = Math.max(Math.min(endOfPeriod(list, span.last), next - 1), label?.last ?? 0)
    const [start, end] = [list[Math.min(span.first, label?.first ?? span.first)]?.start, list[last]?.end]
    if (start === undefined || end === undefined) return
    if (
      !isMoney(statement, clause.slice(0, list[span.first]?.start)) &&
      !THINGS.test(clause.slice(list[span.first]?.start))
    )
      return
    const near = Math.max(done, start - 30)
    const around = clause.slice(near, end + 24)
    const part = partOf(statement, around)
    const benefit = part === 'benefit' ? BENEFIT.exec(around) : null
    const from = Math.max(done, Math.min(start, benefit ? near + benefit.index : start))
    const [aside = '', code = ''] = /^\s?\(?([A-Z]{3})(?![A-Z\d])\)?/.exec(clause.slice(end)) ?? []
    const named = currencyCodes.has(code) ? code : null
    const to = benefit
      ? Math.max(end, near + benefit.index + benefit[0].length)
      : end + (named ? aside.length : 0)
    const isUnsigned = !span.signed && pay.currency === null
    const isCount =
      isUnsigned &&
      (OPTION.test(around) ? !/worth|valu/i.test(around) : UNIT.test(around) && span.multiple === 1)
    const isPart = part === null || typeof part === 'string'
    amounts.push({
      ...{ part: isPart ? part : null, words: clause.slice(from, to), around, isCount },
      isConverted: isConverted(statement),
      ...{ amount: pay.max ?? pay.min ?? 0, currency: pay.currency ?? named, period: pay.period },
      refused: isPart ? refusalOf(statement, around, clause.slice(end)) : part.why,
    })
    rest += `${clause.slice(done, from)} ${String.fromCharCode(FIRST_PLACEHOLDER + amounts.length - 1)} `
    done = Math.max(done, to)
  })
  return { amounts, rest: rest + clause.slice(done) }
}
