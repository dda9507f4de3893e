// Pay that a message names, in its own words.
import { readOffer } from '../../offers/reading/read.ts'
import { payOnPage } from '../../reading/pay-on-page.ts'
import type { Sentence } from './sentences.ts'

const MAX_CHARACTERS = 500
const PARTS = new Set(['base', 'signing', 'bonus', 'equity', 'relocation', 'pto', 'start'])

interface Pay {
  text: string
  quote: string
}

/** The first pay that a message names, as written; null when it names none. */
export function payIn(sentences: readonly Sentence[]): Pay | null {
  for (const { quote } of sentences) {
    const text = /\d/.test(quote) ? payOnPage(quote, '').said : null
    if (text !== null) return { text: text.slice(0, MAX_CHARACTERS), quote }
  }
  return null
}

/** The sentences of an offer that name its parts; null where none names the base. */
export function offeredIn(sentences: readonly Sentence[], now: number): Pay | null {
  const read = (quote: string) => readOffer(quote, { now, timeZone: 'UTC' })
  const named = sentences.filter(
    ({ quote }) => /\d/.test(quote) && read(quote).read.some(({ field }) => PARTS.has(field)),
  )
  const base = named.find(({ quote }) => read(quote).terms.base)
  if (!base) return payIn(sentences)
  const text = named.map(({ quote }) => quote.replace(/https?:\S+/g, '').trim()).join(' ')
  return { text: text.slice(0, MAX_CHARACTERS), quote: base.quote }
}
