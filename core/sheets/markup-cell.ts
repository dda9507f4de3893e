// The text of a cell that holds HTML, which needs a parser.
import { MAX_TEXT, visibleText } from '../unpacking/visible-text.ts'
import { tidy } from './text.ts'

/** Markup that an editor writes; a text that only mentions a tag has none that is closed. */
const MARKUP = /<(p|div|ul|ol|li|h[1-6]|strong|b|em|i|u|span|a|table)\b[^<>]*>[^]*<\/\1>|<br\s*\/?>/i

export function plainOf(cell: string): string {
  const isMarkup = cell.length <= MAX_TEXT && cell.includes('<') && MARKUP.test(cell)
  return isMarkup ? visibleText(withAddresses(cell)) : tidy(cell)
}

/** A link whose text does not say its address gets it in parentheses. */
const withAddresses = (html: string): string =>
  html.replace(
    /<a\b[^<>]*\bhref="(https?:[^"<>]*)"[^<>]*>([^<>]*)<\/a>/gi,
    (whole, address: string, text: string) => (text.includes(address) ? whole : `${text} (${address})`),
  )
