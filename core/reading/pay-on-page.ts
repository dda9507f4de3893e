// Finds the pay in the text of a posting. An amount counts only if words say that it is pay.
import { isBelievable } from './belief.ts'
import { choose, ratioOf, statementsIn, type PayReading, type Statement } from './pay.ts'
import { meaningOf, keyOf } from './pay-vocabulary.ts'

/** Longer lines are read in parts. */
const MAX_LINE_CHARACTERS = 1_500
const LINE_PARTS = new RegExp(`.{1,${MAX_LINE_CHARACTERS}}(?:\\s|$)|.{1,${MAX_LINE_CHARACTERS}}`, 'gsu')
const MAX_TEXT_CHARACTERS = 100_000
/** No posting has more amounts. Texts with more are tables or attacks. */
const MAX_STATEMENTS = 200
/** The line above an amount may label it: “Salary”. */
const MAX_HEADING_CHARACTERS = 60
/** Amounts in lines that are further apart belong to different jobs. */
const NEAR_LINES = 4

interface OnLine extends Statement {
  readonly line: number
}

/** The pay in a posting's text. If several amounts may be meant, `value` is null and `omitted` lists them. */
export function payOnPage(text: string, place = ''): PayReading {
  const lines = linesOf(text)
  const all: OnLine[] = []
  for (const [at, line] of lines.entries()) {
    if (!/\d/.test(line) || all.length > MAX_STATEMENTS) continue
    const heading = lines[at - 1] ?? ''
    const isTitled = isHeading(heading) && !/\d/.test(heading)
    const read = statementsIn(isTitled ? `${heading}: ${line}` : line, place)
    all.push(...read.map((each) => ({ ...each, line: at })))
  }
  const isLabelled = (each: OnLine, line: string) =>
    isNamedPay(each) || isWholeLine(each, line) || isPromised(each, line)
  const labelled = all.filter((each) => isLabelled(each, lines[each.line] ?? ''))
  const plain = labelled.length ? [] : all.filter((each) => isPlainRange(each, lines[each.line] ?? ''))
  const named = plain.length === 1 ? plain : labelled
  const chosen = all.filter((each) => named.includes(each) || named.some((one) => continues(each, one)))
  if (!chosen.length) return choose(all.filter((each) => isOtherPay(each) && WHOLE_PAY.test(each.words)))
  const [first, last] = [chosen[0]?.line ?? 0, chosen.at(-1)?.line ?? 0]
  const beside = all.filter(
    (each) => isOtherPay(each) && named.some(({ line }) => Math.abs(line - each.line) <= 1),
  )
  const reading = choose([...chosen, ...beside], place)
  const isJoined = reading.words?.includes('; ') === true && last - first > NEAR_LINES
  if (!isJoined) return reading
  const several = chosen.map(({ words }) => ({ text: words, why: 'is one of several amounts' }))
  return { ...reading, value: null, omitted: [...several, ...reading.omitted] }
}

function linesOf(text: string): string[] {
  return text
    .slice(0, MAX_TEXT_CHARACTERS)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .flatMap((line) => line.match(LINE_PARTS) ?? [])
}

/** Whether a short line introduces pay: “Compensation range:”. */
function isHeading(line: string): boolean {
  if (line.length > MAX_HEADING_CHARACTERS || /[.!?]$/.test(line)) return false
  const words = keyOf(line.replace(/[^\p{L}\s]/gu, ' ')).split(' ')
  return words.some((word) => {
    const label = meaningOf(word)?.label
    return label === 'pay' || label === 'base'
  })
}

/** Whether words label the amount as pay, and a job can pay it. */
function isNamedPay(each: Statement): boolean {
  const { kind, span, isMarked } = each
  if (kind !== 'pay' && kind !== 'base') return false
  if (!isMarked && !(each.isTimed && span.grouped)) return false
  return !isVerb(each) && isOfOneJob(each)
}

/** Without a period, a larger amount is a budget. */
const MOST_DOLLARS = 1_500_000
function isOfOneJob({ pay, span }: Statement): boolean {
  const most = pay.max ?? pay.min ?? 0
  if (pay.period !== null) return isBelievable(most, pay.period, pay.currency)
  return !/^(?:USD|EUR|GBP)$/.test(pay.currency ?? '') || (span.high ?? 0) <= MOST_DOLLARS
}

/** Whether “pay” or “base” is no label here: “Customers pay $500”, “large customer base and”. */
function isVerb({ words, kind }: Statement): boolean {
  const lower = words.toLowerCase()
  if (
    kind === 'base' &&
    /^base (?!salary|pay|rate|wage|comp|range)[a-z]+/.test(lower) &&
    !/^base (?:is|of|from|starts|up)\b/.test(lower)
  )
    return true
  return /^(?:pay|earn|earnings|comp) [^a-z:]*\d/.test(lower)
}

/** Whether the line has only money with a period: “$120,000 – $150,000 a year”. */
function isWholeLine({ kind, isMarked, isTimed, span, words, refused }: Statement, line: string): boolean {
  if (kind !== null || !isMarked || !isTimed || refused !== null || !span.signed) return false
  return line.length <= 60 && words.length >= line.replace(/\s+/g, ' ').length - 12
}

const WHOLE_PAY = /\b(?:comp|compensation|package|earnings|ote)\b/i // “A total of $200M” may be raised.

const isRange = ({ min, max }: Statement['pay']): boolean =>
  min !== null && max !== null && min < max && max <= 2.5 * min

const MORE_THAN_PAY =
  /^\s*(?:\+|plus|and|&|,)?\s*(?:equity|stock|options|bonus|benefits|commission|tips|doe)\b/i

const JOB_PAYS = /\b(?:role|position|job)\s(?:currently |typically )?pays\W*$/i
const EMPLOYER_PAYS = /\bwe\b[^.!?\d]{0,20}\bpay\W*$|\b(?:you\b[^.!?\d]{0,20}|expect to )\bearn\W*$/i

/** Whether the line says what the job pays. “We pay $2,000 a year” may be for training, so there an amount has to be a range. */
function isPromised(each: Statement, line: string): boolean {
  const { pay, span, isTimed, refused, words } = each
  const before = line.slice(0, Math.max(0, line.indexOf(/\d[\d.,]*/.exec(words)?.[0] ?? line)))
  const isSaid = JOB_PAYS.test(before) || (isRange(pay) && EMPLOYER_PAYS.test(before))
  return isTimed && span.signed && refused === null && isOfOneJob(each) && isSaid
}

/** A range by the hour or the year, or beside equity and the like, is pay without a label: “$80–95/hr”. */
function isPlainRange({ kind, pay, span, isTimed, words, refused }: Statement, line: string): boolean {
  if (kind !== null || refused !== null || !span.signed || !isRange(pay)) return false
  const rest = line.slice(line.indexOf(words) + words.length)
  return (isTimed && /^(?:hour|year)$/.test(pay.period ?? '')) || MORE_THAN_PAY.test(rest)
}

/** A range for another zone or level: without a label, of similar size, in the same currency, on this line or the next. */
function continues(each: OnLine, named: OnLine): boolean {
  const isNear = each.line >= named.line && each.line - named.line <= 2
  const periods = [each.pay.period, named.pay.period]
  const isAlike = periods[0] === periods[1] || (each.line === named.line && periods.includes(null))
  return each.kind === null && each.isMarked && isNear && isAlike && ratioOf(each, named) <= 2.5
}

/** Whether it is another part of the pay, such as a bonus. The answer lists it as left out. */
const isOtherPay = ({ kind, isMarked }: Statement): boolean =>
  isMarked && (kind === 'total' || kind === 'target' || kind === 'bonus' || kind === 'signing')
