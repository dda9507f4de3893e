// The terms read from an offer so far. A part that is stated twice must have the same value.
import { recordOf } from '../../kernel/narrow.ts'
import type { TermsChange } from '../fields.ts'

export interface SaidAmount {
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
