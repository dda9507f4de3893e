// The terms read from an offer so far, where a part that is stated twice must have the same value, and those of the whole offer.
import { recordOf } from '../../kernel/narrow.ts'
import type { TermsChange } from '../fields.ts'

interface SaidAmount {
  field: 'signing' | 'relocation' | 'bonus' | 'benefits'
  currency: string
  words: string
  at: number
}

export interface OfferReading {
  terms: TermsChange
  read: { field: string; words: string }[]
  assumed: { words: string; why: string }[]
  unread: { words: string; why: string }[]
}

export interface Draft extends Omit<OfferReading, 'unread'> {
  amounts: SaidAmount[]
}

/** Thrown while reading a clause, with the reason why its words are not used. */
export class Unread extends Error {}

export function refuse(why: string): never {
  throw new Unread(why)
}

export function setTerm<Field extends keyof TermsChange>(
  draft: Draft,
  field: Field,
  value: TermsChange[Field],
): void {
  const before = draft.terms[field]
  if (before !== undefined && JSON.stringify(before) !== JSON.stringify(value))
    refuse(`says ${field} a second time, differently`)
  draft.terms[field] = value
}

export function addEquity(draft: Draft, part: NonNullable<TermsChange['equity']>): void {
  const before = draft.terms.equity ?? {}
  for (const [name, value] of Object.entries(part)) {
    const known = recordOf(before)[name]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(value))
      refuse(`says the ${name} of the equity a second time, differently`)
  }
  draft.terms.equity = { ...before, ...part }
}

interface SettledTerms extends Omit<OfferReading, 'read'> {
  /** Terms that were read but not used: the part and its words. */
  dropped: { part: string; words: string }[]
}

/** Drops amounts in another currency than the base, and vesting without a grant. */
export function settle(read: TermsChange, amounts: readonly SaidAmount[]): SettledTerms {
  const settled: SettledTerms = { terms: structuredClone(read), dropped: [], assumed: [], unread: [] }
  takeCurrency(settled, amounts)
  const own = settled.terms.base?.currency
  const foreign = amounts.filter(({ currency }) => own !== undefined && currency !== own)
  for (const amount of foreign.toSorted((a, b) => b.at - a.at)) dropAmount(settled, amount, own ?? '')
  dropBareVesting(settled)
  return settled
}

function takeCurrency({ terms, assumed }: SettledTerms, amounts: readonly SaidAmount[]): void {
  const [one, ...others] = new Set(amounts.map(({ currency }) => currency))
  if (!terms.base || terms.base.currency || !one || others.length > 0) return
  terms.base.currency = one
  assumed.push({
    words: amounts[0]?.words ?? one,
    why: `names the only currency, ${one}; the base was taken in it`,
  })
}

function dropAmount(
  { terms, dropped, unread }: SettledTerms,
  { field, currency, words, at }: SaidAmount,
  own: string,
): void {
  if (field === 'benefits') terms.benefits?.splice(at, 1)
  if (field !== 'benefits' || terms.benefits?.length === 0) Reflect.deleteProperty(terms, field)
  dropped.push({ part: field === 'benefits' ? 'benefit' : field, words })
  unread.push({ words, why: `is in ${currency} and the base in ${own}; say the ${field} in ${own}` })
}

/** Drops years of vesting and a cliff if no grant was read. */
function dropBareVesting({ terms, dropped, unread }: SettledTerms): void {
  const { equity, base } = terms
  if (!base || !equity || equity.kind !== undefined || equity.value !== undefined) return
  delete terms.equity
  for (const part of ['vesting', 'cliff', 'schedule']) dropped.push({ part, words: '' })
  unread.push({ words: 'vesting', why: 'names no grant that vests' })
}
