// Reads the text of an offer into its terms: each quantity takes the label beside it. Words that were not understood are listed.
import { counted } from '../../kernel/amounts.ts'
import { msOf, dayIn } from '../../kernel/clock.ts'
import type { DateOrder } from '../../kernel/date-order.ts'
import { cut } from '../../kernel/plain-characters.ts'
import { readInstant, readMoment, type MomentOptions } from '../../reading/moments.ts'
import { isSurelyYearly } from '../../reading/belief.ts'
import { statementsIn } from '../../reading/pay.ts'
import { monthNamed, weekdayNamed } from '../../reading/names.ts'
import { amountsIn, type Amount, type MoneyPart } from './amounts.ts'
import { clausesOf } from './clauses.ts'
import { addEquity, refuse, setTerm, settle, Unread, type Draft, type OfferReading } from './draft.ts'
import { BENEFIT, FILLER, HEDGE, NOT_GUARANTEED, PATTERNS, type Part } from './parts.ts'

interface ReadingTime {
  now: number
  timeZone: string
}

/** Refuses amounts such as “20 sign on”, where thousands may be meant. */
function refuseBare({ amount, currency }: Amount): void {
  if (currency === null && amount > 0 && amount < 1_000)
    refuse('is too small an amount without a currency; say 20k or $20')
}

function lumpSum(draft: Draft, lump: Amount, field: 'signing' | 'relocation' | 'bonus' | 'benefits'): number {
  const { amount, period, currency } = lump
  if (field !== 'benefits') refuseBare(lump)
  // “$1.50 shift differential” is paid by the hour.
  if (field === 'bonus' && amount > 0 && amount < 100) refuse('is too small for the bonus of a year')
  if (lump.isConverted && (field === 'signing' || field === 'relocation')) refuse('is paid more than once')
  if (currency !== null)
    draft.amounts.push({ field, currency, words: lump.words, at: draft.terms.benefits?.length ?? 0 })
  if (period === 'month' && field === 'benefits') return Math.round(amount * 1_200) / 100
  return period === null || period === 'year' ? amount : refuse(`is by the ${period}`)
}

function baseOf(draft: Draft, { amount, currency, period, words, isConverted }: Amount): void {
  if (amount < 10) refuse('is too small for pay')
  if (amount < 1_000 && (period === null || period === 'year'))
    refuse('is too small for a year; say 210k, or add “an hour” or “a month”')
  if (period === null && !isSurelyYearly(amount, currency))
    refuse('names no period; add “a year” or “a month”')
  if (isConverted)
    refuse(`is paid by another time than a year, month, week, day or hour: ${counted(amount)} a year`)
  if (period === null) draft.assumed.push({ words: words.trim(), why: 'names no period; a year was taken' })
  setTerm(draft, 'base', {
    amount,
    ...(currency !== null && { currency }),
    ...(period !== null && { period }),
  })
}

const ONCE = /\b(?:retention|stay|completion|milestone|spot|one[- ]time|einmalig\p{L}*)(?!\p{L})/iu
const MORE_THAN_YEARLY = /\b(?:quarterly|monthly|weekly|semi-?annual|half-yearly)\b/i

const SURE = /guarant|garant/i
const UNSURE = /target|ziel|discretionary|performance|variab/i

/** Without a word for its kind, a bonus is as sure as it was before. */
function setBonus(draft: Draft, words: string, size: { percent: number } | { amount: number }): void {
  const said = SURE.test(words) ? 'guaranteed' : UNSURE.test(words) ? 'target' : undefined
  const known = draft.terms.bonus?.kind
  setTerm(draft, 'bonus', { ...size, ...(known && { kind: said ?? known }) })
  if (said) draft.terms.bonus = { ...size, kind: said }
}

function equityOf(draft: Draft, amount: Amount): void {
  const kind = /option|\b(?:[in]|nq)sos?\b/i.test(amount.around) ? 'options' : 'rsu'
  // In a text without currencies, “RSU 80000” is an amount of money.
  const isPlain = draft.terms.base !== undefined && draft.terms.base.currency === undefined
  const isMoney =
    isPlain &&
    amount.amount >= 10_000 &&
    /^\W*rsu/i.test(amount.words) &&
    !/units|shares/i.test(amount.around)
  if (amount.isCount && !isMoney) {
    addEquity(draft, { kind, value: null })
    refuse('is a number of shares; say what they are worth')
  }
  if (amount.period !== null && amount.period !== 'year') refuse(`is by the ${amount.period}`)
  if (YEARLY.test(amount.around)) refuse('is equity by the year; say the whole grant and its years')
  refuseBare(amount)
  const own = amount.currency !== null && amount.currency !== draft.terms.base?.currency
  addEquity(draft, { kind, value: amount.amount, ...(own && { currency: amount.currency ?? '' }) })
}

const MONEY: Readonly<Record<MoneyPart, (draft: Draft, amount: Amount) => void>> = {
  base: baseOf,
  equity: equityOf,
  signing: (draft, amount) => setTerm(draft, 'signing', lumpSum(draft, amount, 'signing')),
  relocation: (draft, amount) => setTerm(draft, 'relocation', lumpSum(draft, amount, 'relocation')),
  bonus: (draft, amount) =>
    setBonus(draft, amount.around, {
      amount: MORE_THAN_YEARLY.test(amount.around)
        ? refuse('is paid more than once a year; say the whole year')
        : ONCE.test(amount.around)
          ? refuse('is paid once, and a bonus counts for every year')
          : lumpSum(draft, amount, 'bonus'),
    }),
  benefit: (draft, amount) => {
    const name = BENEFIT.exec(amount.around)?.[0] ?? refuse('is an allowance that has no field')
    const value = lumpSum(draft, amount, 'benefits')
    draft.terms.benefits = [...(draft.terms.benefits ?? []), { name: name.trim(), value }]
  },
}

type Captures = Record<string, string | undefined>

const numberOf = (text = ''): number => Number(text.replace(',', '.').replace(/^\./, '0.'))

function daysOffOf({ count, unit = '' }: Captures): number {
  const days = numberOf(count) * (/^(?:w(?:ee)?k|woche|sema|uge|uke)/i.test(unit) ? 5 : 1)
  return days <= 60 ? days : refuse('is too long to be the days off in a year')
}

const monthsOf = ({ count, unit = '' }: Captures): number => {
  const months = numberOf(count) * (/^(?:y|j|a)/i.test(unit) ? 12 : 1)
  return Number.isInteger(months) ? months : refuse('is no whole number of months')
}

function cliffOf(draft: Draft, groups: Captures): void {
  const { usual: words } = groups
  if (words) draft.assumed.push({ words, why: 'names no length; twelve months are usual and were taken' })
  addEquity(draft, { cliffMonths: words ? 12 : monthsOf(groups) })
}

function scheduleOf(draft: Draft, { schedule = '' }: Captures): void {
  const parts = schedule.split(/[/-]/).map((part) => Number(part.replace('%', '').trim()))
  if (Math.round(parts.reduce((all, part) => all + part, 0) * 100) !== 10_000) refuse('does not sum to 100 %')
  addEquity(draft, { schedule: parts, years: parts.length })
}

function vestingOf(draft: Draft, { count, unit = '', even }: Captures): void {
  const years = /^m/i.test(unit) ? numberOf(count) / 12 : numberOf(count)
  addEquity(draft, { years: Number.isInteger(years) ? years : refuse('is no whole number of years') })
  // The years alone leave a schedule that the grant has.
  if (even && 10_000 % years === 0) addEquity(draft, { schedule: Array<number>(years).fill(100 / years) })
}

function bonusOf(draft: Draft, { percent, target = '', named = '', after = '', end = '' }: Captures): void {
  setBonus(draft, `${target}${named}${after}${end}`, { percent: numberOf(percent) })
}

function noneOf(draft: Draft, { none }: Captures): void {
  if (none === 'benefits') setTerm(draft, none, [])
  else setTerm(draft, none as 'signing' | 'bonus' | 'equity' | 'relocation', null)
}

/** A percentage of the company has no known value, so the notes keep the percentage. */
function shareOf(draft: Draft, { percent = '' }: Captures): void {
  addEquity(draft, { kind: 'percent', value: null })
  const note = `Equity: ${numberOf(percent)} % of the company.`
  draft.terms.notes = [draft.terms.notes, note].filter(Boolean).join(' ')
}

const READERS: Readonly<
  Record<Exclude<Part, 'deadline' | 'start'>, (draft: Draft, groups: Captures) => void>
> = {
  none: noneOf,
  total: () => refuse('is a total; say what it is made of'),
  clawback: (draft, groups) => setTerm(draft, 'signingClawbackMonths', monthsOf(groups)),
  retirement: (draft, { percent }) => setTerm(draft, 'retirementMatchPercent', numberOf(percent)),
  schedule: scheduleOf,
  cliff: cliffOf,
  vesting: vestingOf,
  equityPercent: shareOf,
  bonus: bonusOf,
  hours: (draft, { count }) => setTerm(draft, 'hoursPerWeek', numberOf(count)),
  pto: (draft, groups) => setTerm(draft, 'ptoDays', daysOffOf(groups)),
  remote: (draft) => setTerm(draft, 'remote', true),
  onsite: (draft) => setTerm(draft, 'remote', false),
  level: (draft, { level }) => setTerm(draft, 'level', level),
  location: (draft, { place }) => setTerm(draft, 'location', place),
  benefit: (draft, { name = '' }) => {
    draft.terms.benefits = [...(draft.terms.benefits ?? []), { name: name.trim() }]
  },
  said: (draft, { said = '' }) =>
    void draft.assumed.push({ words: said, why: 'has no field of an offer; note it if it matters' }),
}

/** Reads dates such as `12/3`. It takes the order that gives a near day, else the usual order of the currency's country. */
function dateByOrder(text: string, moment: ReadingTime, reading: MomentOptions, currency: string | null) {
  const now = new Date(moment.now)
  const { value, doubts } = readMoment(text, now, moment.timeZone, reading)
  if (value?.endsAt === null)
    return { instant: value.at, doubt: doubts[0] === undefined ? null : `is doubtful: ${doubts[0]}` }
  const read = (order: DateOrder) => readInstant(text, now, moment.timeZone, { ...reading, order })
  const [first, last] = [read('month-first'), read('day-first')]
  if (first === null || last === null) return null
  const days = (instant: string): number => (msOf(instant) - moment.now) / 86_400_000
  const near = [first, last].filter((each) => days(each) > -1 && days(each) < (reading.atEnd ? 120 : 300))
  const own = currency === null ? undefined : currency === 'USD' ? first : last
  const instant = (near.length === 1 ? near[0] : own) ?? refuse('can be two days; write the month as a word')
  return { instant, doubt: `can be two days; ${instant === first ? 'month' : 'day'} first was taken` }
}

const MOST_BETWEEN = 6
const MOST_WORDS = 9

function dateAfter(text: string, moment: ReadingTime, reading: MomentOptions, currency: string | null) {
  const words = [...text.matchAll(/[^\s=]+/g)]
  for (let from = 0; from <= MOST_BETWEEN && from < words.length; from += 1) {
    for (let to = Math.min(words.length, from + MOST_WORDS); to > from; to -= 1) {
      const [first, last] = [words[from], words[to - 1]]
      if (!first || !last) continue
      const [start, end] = [first.index, last.index + last[0].length]
      const quote = text.slice(start, end).replace(/^[("]+|[)",.;]+$/g, '')
      const found = dateByOrder(quote.replace(/^(\D*\d\d?\.\d\d?)$/, '$1.'), moment, reading, currency)
      // In “late March 15”, March 15 is the day.
      const isCut =
        found?.doubt && /^\d\d?(?:st|nd|rd|th)?$/.test(words[to]?.[0].replace(/[,.;]+$/, '') ?? '')
      if (found && !isCut) return { ...found, to: end }
    }
    if (/\d/.test(words[from]?.[0] ?? '')) return null
  }
  return null
}

const isEmpty = (text: string): boolean => text.replace(FILLER, ' ').trim() === ''

const YEARLY = /\/\s?(?:yr|year)\b|\b(?:per|a|each|every) year\b|\bannual(?:ly)?\b|\byearly\b|\bp\.a\b/i

const BESIDE_BASE = new Set('level location remote onsite hours start deadline'.split(' '))

interface Clause {
  readonly draft: Draft
  readonly moment: ReadingTime
  readonly unread: { words: string; why: string }[]
  /** True for the first clause, where an amount without a label is the base. */
  readonly isFirst: boolean
  readonly currency: string | null
}

/** Enters the amounts into the draft. Amounts that are not fixed or belong to no part are listed as unread. */
function takeAmounts({ draft, unread, isFirst }: Clause, amounts: readonly Amount[], rest: string): void {
  amounts.forEach((amount, at) => {
    const reject = (text: string) => unread.push({ words: amount.words.trim(), why: text })
    if (amount.refused !== null && !(amount.isCount && amount.part === 'equity'))
      return void reject(amount.refused)
    const isBase = amount.part === null && draft.terms.base === undefined
    const isAlone = isEmpty(rest) || draft.read.some(({ field }) => BESIDE_BASE.has(field))
    const part =
      amount.part ?? (amount.isCount ? 'equity' : isBase && (isFirst || isAlone) && at === 0 ? 'base' : null)
    if (part === null) return void reject('has an amount that belongs to no part')
    const known = draft.amounts.length
    try {
      MONEY[part](draft, amount)
      draft.read.push({ field: part, words: amount.words.trim() })
    } catch (error) {
      if (!(error instanceof Unread)) throw error
      draft.amounts.splice(known)
      reject(error.message)
    }
  })
}

const isTime = (place: string): boolean =>
  place
    .split(' ')
    .some((word) => monthNamed(word.toLowerCase()) !== null || weekdayNamed(word.toLowerCase()) !== null)

function takePart({ draft, moment, currency }: Clause, part: Part, match: RegExpExecArray, text: string) {
  const behind = match.index + match[0].length
  const without = (to: number): string => `${text.slice(0, match.index)} ${text.slice(to)}`
  if (part !== 'deadline' && part !== 'start') {
    if (part === 'location' && isTime(match.groups?.['place'] ?? '')) return null
    READERS[part](draft, match.groups ?? {})
    draft.read.push({ field: part, words: match[0].trim() })
    return without(behind)
  }
  // “Valid for 7 days” ends in 7 days.
  const after = text.slice(behind).replace(/\bfor(?=\s\d)/i, ' in')
  const found = dateAfter(after, moment, part === 'deadline' ? { atEnd: true } : {}, currency)
  if (!found) return null
  if (part === 'deadline') setTerm(draft, 'deadline', found.instant)
  else setTerm(draft, 'startDate', dayIn(moment.timeZone)(found.instant))
  const words = text.slice(match.index, behind + found.to).trim()
  draft.read.push({ field: part, words })
  if (found.doubt) draft.assumed.push({ words, why: found.doubt })
  return without(behind + found.to)
}

function readParts(clause: Clause, text: string): string {
  let rest = text
  for (const [part, pattern] of PATTERNS) {
    if (isEmpty(rest)) break
    const match = pattern.exec(rest)
    const remainder = match && takePart(clause, part, match, rest)
    if (remainder !== null) rest = remainder
  }
  return rest
}

const GRANT_WORDS = /\b(?:equity|[rgp]sus?|(?:restricted )?stock)\b/gi

function readClause(clause: Clause, text: string): void {
  const { draft, unread } = clause
  const { amounts, rest } = amountsIn(text)
  const before = draft.read.length
  const isGrant = amounts.some(({ part }) => part === 'equity')
  const words = readParts(clause, rest).replace(FILLER, ' ')
  const left = (isGrant ? words.replace(GRANT_WORDS, ' ') : words).replace(/\s+/g, ' ').trim()
  const parts = new Set(draft.read.slice(before).map(({ field }) => field))
  if (parts.has('clawback') && parts.has('relocation')) refuse('pays relocation back, which has no field')
  takeAmounts(clause, amounts, left)
  const [only] = unread
  if (only && unread.length === 1 && draft.read.length === before) {
    only.words = text
    return
  }
  const alone = /^(\d+(?:[.,]\d+)?) ?%$/.exec(left)
  if (alone && !clause.isFirst && draft.terms.bonus === undefined) {
    setBonus(draft, 'target', { percent: numberOf(alone[1]) })
    draft.read.push({ field: 'bonus', words: left })
    draft.assumed.push({ words: left, why: 'names no part; a target bonus is usual and was taken' })
  } else if (left !== '')
    unread.push({ words: left === rest.trim() ? text : left, why: 'has no part that is known' })
}

const PARENTHESES = /\([^()]*\)/

type Outcome = { draft: Draft; unread: OfferReading['unread'] } | { why: string }

function tryClause(
  draft: Draft,
  text: string,
  about: Pick<Clause, 'moment' | 'isFirst' | 'currency'>,
): Outcome {
  const next = structuredClone(draft)
  const unread: OfferReading['unread'] = []
  try {
    const words = text.replace(NOT_GUARANTEED, ' ')
    if (HEDGE.test(words)) refuse('is not one fixed number')
    readClause({ ...about, draft: next, unread }, words)
    return { draft: next, unread }
  } catch (error) {
    if (!(error instanceof Unread)) throw error
    const aside = PARENTHESES.exec(text)?.[0]
    const outer = aside ? tryClause(draft, text.replace(aside, ' '), about) : { why: error.message }
    if ('why' in outer || !aside) return { why: error.message }
    return {
      draft: outer.draft,
      unread: [...outer.unread, { words: aside, why: 'stands in parentheses and was left aside' }],
    }
  }
}

const MAX_CLAUSE = 400
const MAX_QUOTED = 100
const MAX_CLAUSES = 250

export function readOffer(text: string, moment: ReadingTime): OfferReading {
  let draft: Draft = { terms: {}, read: [], assumed: [], amounts: [] }
  const unread: OfferReading['unread'] = []
  let isFirst = true
  const currency =
    statementsIn(text.slice(0, 4_000), '').find(({ pay }) => pay.currency)?.pay.currency ?? null
  const clauses = clausesOf(text)
  for (const clause of clauses.slice(0, MAX_CLAUSES)) {
    if (clause.length > MAX_CLAUSE) {
      unread.push({ words: `${cut(clause, MAX_QUOTED)}…`, why: 'is too long to say one part of an offer' })
      continue
    }
    if (isEmpty(clause)) continue
    const next = tryClause(draft, clause, { moment, isFirst, currency })
    if ('draft' in next) {
      draft = next.draft
      unread.push(...next.unread)
    } else unread.push({ words: clause, why: next.why })
    if (/\d/.test(clause)) isFirst = false
  }
  const beyond = clauses.slice(MAX_CLAUSES).join('; ')
  if (beyond) unread.push({ words: cut(beyond, MAX_QUOTED), why: 'comes after 250 parts' })
  const { terms, read, assumed, amounts } = draft
  const unsure = NOT_GUARANTEED.exec(text)?.[0].trim()
  if (unsure && terms.bonus) terms.bonus.kind ??= 'target'
  if (unsure && terms.bonus?.kind !== 'target')
    unread.push({ words: unsure, why: 'names no target bonus of these words' })
  const result = settle(terms, amounts)
  return {
    terms: result.terms,
    read: read.filter(
      ({ field, words }) => !result.dropped.some((one) => one.part === field && words.includes(one.words)),
    ),
    assumed: [...assumed, ...result.assumed],
    unread: [...unread, ...result.unread],
  }
}
