// Checks the terms of a whole offer: drops amounts in another currency than the base, and vesting without a grant.
import type { TermsChange } from '../fields.ts'
import type { OfferReading, SaidAmount } from './draft.ts'

interface SettledTerms extends Omit<OfferReading, 'read'> {
  /** Terms that were read but not used: the part and its words. */
  dropped: { part: string; words: string }[]
}

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
