// The pay of a posting on a board: from its fields, else from its text. What is left out stays readable in the text.
import { payOnPage } from '../reading/pay-on-page.ts'
import type { LeftWords } from '../reading/pay.ts'
import { readStatedPay, type StatedFields } from '../reading/stated-pay.ts'
import type { FoundPosting } from './found-posting.ts'

const lineOf = ({ text, why }: LeftWords): string => `Pay as stated by the board: ${text} (${why}).`

export function payAndText(
  ranges: readonly StatedFields[],
  text: string | null,
  place = '',
): Pick<FoundPosting, 'pay' | 'text'> {
  const stated = readStatedPay(ranges)
  const lines = stated.left.map(lineOf)
  const pay = stated.value ?? (text === null || lines.length ? null : payOnPage(text, place).value)
  return { pay, text: lines.length ? [text, ...lines].filter(Boolean).join('\n') : text }
}
