// Reads the text of a cell with HTML, or with a link in a program's notation.
import { MAX_TEXT, visibleText } from '../unpacking/visible-text.ts'
import { tidy } from './text.ts'

/** HTML from an editor. A text that only mentions a tag has no closing tag. */
const MARKUP =
  /<(p|div|ul|ol|li|h[1-6]|strong|b|em|i|u|span|a|table|script|style|pre|code|font|section)\b[^<>]*>[^]*<\/\1>|<br\s*\/?>/i

export function plainOf(cell: string): string {
  const isMarkup = cell.length <= MAX_TEXT && cell.includes('<') && MARKUP.test(cell)
  return isMarkup ? visibleText(withAddresses(cell)) : tidy(cell)
}

/** Adds a link's address in parentheses, unless its text already contains it. */
const withAddresses = (html: string): string =>
  html.replace(
    /<a\b[^<>]*\bhref\s*=\s*(?:"(https?:[^"<>]*)"|'?(https?:[^\s"'<>]+))[^<>]*>([^<>]*)<\/a>/gi,
    (whole, quoted: string | undefined, bare: string | undefined, text: string) => {
      const address = quoted ?? bare ?? ''
      return text.includes(address) ? whole : `${text} (${address})`
    },
  )

const LINKS = [
  /^=\s*(?:HYPERLINK|HIPERV[IÍ]NCULO|LIEN_HYPERTEXTE|COLLEG\.IPERTESTUALE)\(\s*"(?<link>https?:[^"\s]+)"\s*[,;]\s*"(?<text>(?:[^"]|"")+)"\s*\)$/i,
  /^\[(?<text>[^[\]]+)\]\(\s*<?(?<link>https?:[^\s<>]+?)>?(?:\s+"[^"]*")?\s*\)$/i,
  /^(?<text>[^()]+) \((?<link>https:\/\/(?:www\.)?notion\.(?:so|site)\/[^()\s]+)\)$/,
  /^<a\s(?:[^<>]*\s)?href\s*=\s*["']?(?<link>https?:[^"'<>\s]+)[^<>]*>(?<text>(?:(?!<\/a>)[^])+)<\/a>$/i,
]
const LONGEST = 4_000

/** The text and address of a cell that is a link (formula, Markdown or HTML); null for any other cell. */
export function linkIn(cell: string): { text: string; link: string } | null {
  const whole = cell.length > LONGEST ? '' : cell.trim()
  const found = LINKS.map((form) => form.exec(whole)?.groups).find((groups) => groups !== undefined)
  if (!found) return null
  const { text = '', link = '' } = found
  const read = whole.startsWith('<') ? visibleText(text) : text.replaceAll('""', '"')
  return read.trim() ? { text: tidy(read), link: link.replaceAll('&amp;', '&') } : null
}
