// The text of cells as other programs write it.
import { withoutControls } from '../kernel/plain-characters.ts'
import { MAX_TEXT, visibleText } from '../unpacking/visible-text.ts'

/** Normalises line endings and trims whitespace, for comparing and storing values. */
export const tidy = (text: string): string => withoutControls(text).trim()

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

/**
 * Splits a cell into tags at commas, semicolons, bars or line breaks; a backslash escapes the next character. Those of our
 * own export are taken as they are.
 */
export function splitTags(cell: string, isOwn = false): string[] {
  const tags = cell.match(/(?:\\[^]|[^,;|\n\\])+|\\$/g) ?? []
  const said = tags.map((tag) => tag.replace(/\\([^])/g, '$1'))
  return said.map(isOwn ? (tag) => tag.trim() : tidy)
}

/** Tags in a cell, each with what would split it escaped. */
export const joinTags = (tags: readonly string[]): string =>
  tags.map((tag) => tag.replace(/[\\,;|\n]/g, '\\$&')).join('; ')
