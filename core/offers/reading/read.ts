// Reads the plain words of an offer into its terms. What was not understood is listed, and nothing is guessed: every
// word either belongs to a part that was read, carries no meaning, or is given back.
import { cut } from '../../kernel/plain-characters.ts'
import type { Reading } from '../../reading/moments.ts'
import { readMoney } from '../../reading/money.ts'
import { clausesOf } from './clauses.ts'
import { FILLER, HEDGE, NOT_GUARANTEED, PATTERNS, type Part } from './patterns.ts'
import { dateIn, dayOf, type Moment } from './said-date.ts'
import { numberOf, spanOf } from './spelled.ts'
import { settle, type SaidAmount } from './settle.ts'
import { addEquity, copyOf, refuse, set, Unread, type Draft, type OfferReading } from './draft.ts'

type Groups = Record<string, string | undefined>

const monthsOf = ({ count, unit = '' }: Groups): number => {
  const months = numberOf(count) * (/^(?:y|j)/i.test(unit) ? 12 : 1)
  return Number.isInteger(months) ? months : refuse('is no whole number of months')
}

const moneyOf = (text = '') => readMoney(text) ?? refuse('is no amount that can be read')

const kindOf = (said = ''): 'rsu' | 'options' => (/option/i.test(said) ? 'options' : 'rsu')

/** “20 sign on”: thousands are meant, or not; nothing says so. */
function refuseBare(amount: number, currency: string | null): void {
  if (currency === null && amount < 1_000) refuse('is too small an amount without a currency; say 20k or $20')
}

/** A single amount for the year or once; pay by the month is not one. */
function plainMoney(draft: Draft, text: string | undefined, field: SaidAmount['field']): number {
  const { amount, period, currency } = moneyOf(text)
  if (field !== 'benefits') refuseBare(amount, currency)
  if (currency !== null)
    draft.amounts.push({ field, currency, words: text ?? '', at: draft.terms.benefits?.length ?? 0 })
  if (period !== null && period !== 'year' && field === 'benefits') return yearOf(amount, period)
  if (period !== null && period !== 'year') refuse(`is by the ${period}`)
  return amount
}

const PER_YEAR = { year: 1, month: 12, week: 52, day: 260, hour: 2_080 } as const
const yearOf = (amount: number, period: keyof typeof PER_YEAR): number => {
  if (period !== 'month') refuse(`is by the ${period}`)
  return Math.round(amount * PER_YEAR[period] * 100) / 100
}

/** A date; words behind it that mean something are not swallowed with it. */
function whenOf(text: string | undefined, moment: Moment, reading?: Reading): string {
  const date = dateIn(text ?? '', moment, reading)
  if (!date || !isEmpty(date.rest)) return refuse('is no date that can be read')
  return date.instant
}

function baseOf(draft: Draft, { money = '', later = '', span = '', code }: Groups): void {
  const said = moneyOf(money)
  const { amount } = said
  const currency = said.currency ?? code ?? null
  const period = spanOf(later) ?? said.period ?? spanOf(money.replace(/^[^ ]*\d/, '')) ?? spanOf(span)
  if (amount < 10) refuse('is too small for pay')
  if (amount < 1_000 && (period === null || period === 'year'))
    refuse('is too small for a year; say 210k, or what it is paid by')
  set(draft, 'base', {
    amount,
    ...(currency !== null && { currency }),
    ...(period !== null && { period }),
  })
}

function bonusOf(draft: Draft, { percent, money, target = '', after = '', end = '' }: Groups): void {
  const kind = /guarant|garant/i.test(`${target}${after}${end}`)
    ? ('guaranteed' as const)
    : ('target' as const)
  if (percent !== undefined) return set(draft, 'bonus', { percent: numberOf(percent), kind })
  set(draft, 'bonus', { amount: plainMoney(draft, money, 'bonus'), kind })
}

function equityOf(draft: Draft, { money, kind: named, what }: Groups): void {
  const kind = what ?? named
  const { amount, currency } = moneyOf(money)
  const isCount =
    currency === null &&
    !/k|m|thousand|lakh|lac|cr/i.test(money ?? '') &&
    /option|share|rsu|unit/i.test(kind ?? '')
  if (isCount) {
    addEquity(draft, { kind: kindOf(kind), value: null })
    refuse('is a number of shares; say what they are worth')
  }
  refuseBare(amount, currency)
  const own = currency !== null && currency !== draft.terms.base?.currency
  addEquity(draft, { kind: kindOf(kind), value: amount, ...(own && { currency }) })
}

function cliffOf(draft: Draft, groups: Groups): void {
  if (groups['usual'])
    draft.assumed.push({
      words: groups['usual'],
      why: 'names no length; twelve months are usual and were taken',
    })
  addEquity(draft, { cliffMonths: groups['usual'] ? 12 : monthsOf(groups) })
}

function scheduleOf(draft: Draft, { schedule = '' }: Groups): void {
  const parts = schedule.split(/[/-]/).map((part) => Number(part.replace('%', '').trim()))
  if (Math.round(parts.reduce((all, part) => all + part, 0) * 100) !== 10_000) refuse('does not sum to 100 %')
  addEquity(draft, { schedule: parts, years: parts.length })
}

function ptoOf(draft: Draft, { count, unit = '' }: Groups): void {
  set(draft, 'ptoDays', numberOf(count) * (/^(?:w|s)/i.test(unit) ? 5 : 1))
}

function benefitOf(draft: Draft, { name = '', money }: Groups): void {
  const value = money === undefined ? undefined : plainMoney(draft, money, 'benefits')
  const benefit = { name: name.trim(), ...(value !== undefined && { value }) }
  draft.terms.benefits = [...(draft.terms.benefits ?? []), benefit]
}

const FIELD_OF_NONE: readonly (readonly [
  RegExp,
  'signing' | 'bonus' | 'relocation' | 'equity' | 'benefits',
])[] = [
  [/sign/i, 'signing'],
  [/bonus/i, 'bonus'],
  [/reloc/i, 'relocation'],
  [/benefits/i, 'benefits'],
  [/./, 'equity'],
]

function noneOf(draft: Draft, { none = '' }: Groups): void {
  const field = FIELD_OF_NONE.find(([words]) => words.test(none))?.[1] ?? 'equity'
  if (field === 'benefits') set(draft, field, [])
  else set(draft, field, null)
}

/** What each part does to the terms. */
const READERS: Readonly<Record<Part, (draft: Draft, groups: Groups, moment: Moment) => void>> = {
  none: noneOf,
  total: () => refuse('is a total; say what it is made of'),
  signing: (draft, { money }) => set(draft, 'signing', plainMoney(draft, money, 'signing')),
  clawback: (draft, groups) => set(draft, 'signingClawbackMonths', monthsOf(groups)),
  relocation: (draft, { money }) => set(draft, 'relocation', plainMoney(draft, money, 'relocation')),
  retirement: (draft, { percent }) => set(draft, 'retirementMatchPercent', numberOf(percent)),
  schedule: scheduleOf,
  cliff: cliffOf,
  vesting: (draft, { count }) => addEquity(draft, { years: numberOf(count) }),
  equity: equityOf,
  equityCount: equityOf,
  equityPercent: (draft) => addEquity(draft, { kind: 'percent', value: null }),
  bonus: bonusOf,
  hours: (draft, { count }) => set(draft, 'hoursPerWeek', numberOf(count)),
  pto: ptoOf,
  deadline: (draft, { when }, moment) => set(draft, 'deadline', whenOf(when, moment, { atEnd: true })),
  start: (draft, { when }, moment) => set(draft, 'startDate', dayOf(whenOf(when, moment), moment.timeZone)),
  remote: (draft) => set(draft, 'remote', true),
  onsite: (draft) => set(draft, 'remote', false),
  level: (draft, { level }) => set(draft, 'level', level),
  location: (draft, { place }) => set(draft, 'location', place),
  benefit: benefitOf,
  said: (draft, { said = '' }) =>
    void draft.assumed.push({ words: said, why: 'has no field of an offer; note it if it matters' }),
  base: baseOf,
}

const isEmpty = (text: string): boolean => text.replace(FILLER, ' ').trim() === ''

/** A grant that is said by the year is no whole grant. */
const YEARLY = /\/\s?(?:yr|year)\b|\b(?:per|a|each|every) year\b|\bannual(?:ly)?\b|\byearly\b|\bp\.a\b/i

const SAYS_BASE = /base|salary|pay|gehalt|lohn|fixum|fixed|rate|gross|brut/i

/** Parts that may stand in one clause with the base: “$155k in Austin”. */
const BESIDE_BASE: ReadonlySet<Part> = new Set([
  'level',
  'location',
  'remote',
  'onsite',
  'hours',
  'start',
  'deadline',
])

/** Reads one clause as far as it goes; what is left of it is given back. */
function readClause(draft: Draft, clause: string, moment: Moment): void {
  let rest = clause
  const seen: Part[] = []
  for (let parts = 0; parts < 8 && !isEmpty(rest); parts += 1) {
    const found = firstPart(rest)
    if (!found) break
    const [part, match] = found
    if (part === 'base' && !SAYS_BASE.test(match[0]) && !seen.every((one) => BESIDE_BASE.has(one)))
      refuse('has an amount that belongs to no part')
    if (part === 'equity' && YEARLY.test(clause))
      refuse('is equity by the year; say the whole grant and its years')
    seen.push(part)
    READERS[part](draft, match.groups ?? {}, moment)
    draft.read.push({ field: part, words: match[0].trim() })
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`
  }
  if (seen.includes('clawback') && seen.includes('relocation'))
    refuse('pays relocation back, which has no field')
  if (!isEmpty(rest)) refuse(`leaves “${rest.replace(/\s+/g, ' ').trim()}”`)
}

function firstPart(text: string): [Part, RegExpExecArray] | undefined {
  for (const [part, pattern] of PATTERNS) {
    const match = pattern.exec(text)
    if (match) return [part, match]
  }
  return undefined
}

const ASIDE = /\([^()]*\)/

/** The draft with a clause; when it cannot be read, without what stands in its parentheses. Else why it is not read. */
function readWhole(
  draft: Draft,
  clause: string,
  moment: Moment,
): { draft: Draft; aside?: string } | { why: string } {
  const next = copyOf(draft)
  try {
    const words = clause.replace(NOT_GUARANTEED, ' ')
    if (HEDGE.test(words)) refuse('does not say one fixed number')
    readClause(next, words, moment)
    return { draft: next }
  } catch (error) {
    if (!(error instanceof Unread)) throw error
    const aside = ASIDE.exec(clause)?.[0]
    const without = aside ? clause.replace(aside, ' ') : ''
    const outer = isEmpty(without) ? { why: error.message } : readWhole(draft, without, moment)
    return 'draft' in outer && aside
      ? { ...outer, aside: [aside, outer.aside].filter(Boolean).join(' ') }
      : { why: error.message }
  }
}

/** Longer than what anybody says of one part of an offer, and as much of it as is given back. */
const MAX_CLAUSE = 400
const MAX_QUOTED = 100

/** Reads an offer's words. Dates are read from `now` in the zone. */
export function readOffer(text: string, moment: Moment): OfferReading {
  let draft: Draft = { terms: {}, read: [], assumed: [], amounts: [] }
  const unread: OfferReading['unread'] = []
  for (const clause of clausesOf(text)) {
    if (clause.length > MAX_CLAUSE) {
      unread.push({ words: `${cut(clause, MAX_QUOTED)}…`, why: 'is too long to say one part of an offer' })
      continue
    }
    if (isEmpty(clause)) continue
    const next = readWhole(draft, clause, moment)
    if ('draft' in next) draft = next.draft
    else unread.push({ words: clause, why: next.why })
    const aside = 'draft' in next ? next.aside : undefined
    if (aside) unread.push({ words: aside, why: 'stands in parentheses and was left aside' })
  }
  const { terms, read, assumed, amounts } = draft
  const unsure = NOT_GUARANTEED.exec(text)?.[0].trim()
  if (unsure && terms.bonus?.kind !== 'target')
    unread.push({ words: unsure, why: 'names no target bonus of these words' })
  const settled = settle(terms, amounts)
  return {
    terms: settled.terms,
    read: read.filter(
      ({ field, words }) => !settled.dropped.some((one) => one.part === field && words.includes(one.words)),
    ),
    assumed: [...assumed, ...settled.assumed],
    unread: [...unread, ...settled.unread],
  }
}
