// Measures how many columns a text takes on a terminal, and truncates it to fit.
import { wideWidth } from './wide.cjs'

/** One column each. The package that knows the others takes as long to load as a list takes to print. */
const PLAIN =
  /^[\x20-\x7e\xa1-\xa8\xaa-\xac\xaf-\u02ff\u2010-\u2026\u2030-\u203b\u20a0-\u20bf\u2500-\u259f]*$/

/** The width of a text in columns; wide characters take two, combining characters none. */
export const widthOf = (text: string): number => (PLAIN.test(text) ? text.length : wideWidth(text))

export const fit = (text: string, width: number): string =>
  widthOf(text) <= width ? text : `${headOf(text, Math.max(0, width - 1))}…`

/** The start of a text that takes at most `width` columns. */
export function headOf(text: string, width: number): string {
  if (PLAIN.test(text)) return text.slice(0, width)
  let kept = ''
  let used = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += widthOf(segment)
    if (used > width) break
    kept += segment
  }
  return kept
}

export function padded(text: string, width: number, align?: 'right'): string {
  const blanks = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'right' ? blanks + text : text + blanks
}
