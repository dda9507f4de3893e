// The readable text of a posting, from the HTML or text of a board.
import { withoutControls } from '../kernel/plain-characters.ts'
import { textOfHtml, unescaped } from '../scout/html-text.ts'

/** Longer texts are cut: no posting says more. */
const MAX_POSTING_CHARACTERS = 50_000
const MAX_HTML_CHARACTERS = 200_000

/** Plain text of HTML or text; null when nothing is left. Markup is never kept. */
export function postingText(...parts: readonly unknown[]): string | null {
  const html = parts
    .filter((part): part is string => typeof part === 'string' && part.trim() !== '')
    .join('\n')
  if (!html) return null
  const lines = html.replace(/\r?\n/g, /<(?:p|li|br|div)\b/i.test(html) ? ' ' : '\n')
  const text = textOfHtml(unescaped(lines.slice(0, MAX_HTML_CHARACTERS)), MAX_POSTING_CHARACTERS)
  return (
    withoutControls(text)
      .replace(/\p{Surrogate}/gu, '')
      .trim() || null
  )
}
