// Reads a posting's pay from the board's fields, or from its text if the fields have none. Adds pay that crm does not use to the text.
import { payText } from '../reading/compensation.ts'
import { payOnPage } from '../reading/pay-on-page.ts'
import type { OmittedWords } from '../reading/pay.ts'
import { readStatedPay, type StatedFields } from '../reading/stated-pay.ts'
import type { FoundPosting } from './found-posting.ts'
import { textIn } from './untrusted-json.ts'
import { STATED_END, UNUSED_PAY } from '../scout/closing-day.ts'
import { payInText } from '../scout/page-pay.ts'
import { textOfHtml, unescaped } from '../scout/html-text.ts'

const lineOf = ({ text, why }: OmittedWords): string => `${UNUSED_PAY}${text} (${why}).`

export function payAndText(
  ranges: readonly StatedFields[],
  closes: unknown,
  text: string | null,
  place = '',
): Pick<FoundPosting, 'pay' | 'text'> {
  const stated = readStatedPay(ranges, place)
  const inText = stated.value || text === null ? null : payOnPage(text, place)
  const isOnlyOne = ranges.length === 1 && text !== null
  const others = isOnlyOne && stated.value ? payInText(text, place, payText(stated.value)).left : []
  const pay = stated.value ?? inText?.value ?? null
  const lines = [...stated.omitted, ...(inText?.omitted ?? []), ...others].map(lineOf)
  if (textIn(closes)) lines.push(`${STATED_END}${textIn(closes, 100)}`)
  return { pay, text: lines.length ? [text, ...lines].filter(Boolean).join('\n') : text }
}

const MAX_POSTING_CHARACTERS = 50_000
const MAX_HTML_CHARACTERS = 200_000

/** Converts HTML or text to plain text; null if nothing is left. Markup is never kept. */
export function postingText(...parts: readonly unknown[]): string | null {
  const html = parts
    .filter((part): part is string => typeof part === 'string' && part.trim() !== '')
    .join('\n')
  if (!html) return null
  const lines = html.replace(/\r?\n/g, /<(?:p|li|br|div)\b/i.test(html) ? ' ' : '\n')
  const text = textOfHtml(unescaped(lines.slice(0, MAX_HTML_CHARACTERS)), MAX_POSTING_CHARACTERS)
  return text.replace(/\p{Surrogate}/gu, '').trim() || null
}
