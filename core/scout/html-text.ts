// Extracts text from HTML in one pass. Parsing a hostile page into a tree can take minutes.
import { textIn, textReader } from '../unpacking/visible-text.ts'
import { cut, withoutControls } from '../kernel/plain-characters.ts'
import { entitiesResolved } from './job-posting.ts'

/** Lines with single spaces, without empty ones. Reads at most 4 × `max` characters, because the text gets shorter. */
export const asLines = (text: string, max: number): string =>
  cut(
    withoutControls(text.slice(0, 4 * max))
      .replace(/[\t\u00a0 ]+/g, ' ')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join('\n'),
    max,
  )

export const textOfHtml = (html: string, max: number): string => asLines(textIn(html, 4 * max, true), max)

/** As `textOfHtml`, for a whole page. Lets other work run in between. */
export async function textOfPage(html: string, max: number, letOthersRun: () => Promise<void> | undefined) {
  const reader = textReader(html, 4 * max, true)
  while (reader.readPiece()) await letOthersRun()
  return asLines(reader.text(), max)
}

/** Unescapes HTML. Some descriptions arrive with their entities escaped once or twice. */
export function unescaped(html: string): string {
  const isMarkup = (text: string) => /<\w/.test(text) || !/&(?:lt|amp);/.test(text)
  if (isMarkup(html)) return html
  const once = entitiesResolved(html)
  return isMarkup(once) ? once : entitiesResolved(once)
}

const UNCLOSED_ELEMENTS =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|tr|td|th|option)$/i

/** Estimates the tree of a page. Every `<` and `&` counts as an element, because text beside it becomes a node. */
export function shapeOf(html: string): { elements: number; depth: number } {
  let [elements, depth, deepest] = [0, 0, 0]
  for (const [, closes, name] of html.matchAll(/<(\/?)([a-z][a-z0-9-]{0,99})|[<&]/gi)) {
    if (!closes) elements += 1
    if (name === undefined || UNCLOSED_ELEMENTS.test(name)) continue
    depth = closes ? Math.max(0, depth - 1) : depth + 1
    deepest = Math.max(deepest, depth)
  }
  return { elements, depth: deepest }
}
