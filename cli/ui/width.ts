// Measures how many columns a text takes on a terminal, and truncates it to fit.
import { wideWidth } from './wide.ts'

const PLAIN = /^[\x20-\x7e]*$/

/** Columns of a text; wide characters take two, combining ones none. */
export const widthOf = (text: string): number => (PLAIN.test(text) ? text.length : wideWidth(text))

/** The text in at most `width` columns, its end shown as … when cut. */
export function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  if (PLAIN.test(text)) return `${text.slice(0, Math.max(0, width - 1))}…`
  let kept = ''
  let used = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const next = used + widthOf(segment)
    if (next > width - 1) break
    kept += segment
    used = next
  }
  return `${kept}…`
}

/** Filled up with blanks to `width` columns. */
export function padded(text: string, width: number, align?: 'right'): string {
  const blanks = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'right' ? blanks + text : text + blanks
}
