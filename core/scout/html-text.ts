// Extracts text from HTML in one linear pass, because parsing a hostile page into a tree can take minutes.
import { cut, withoutControls } from '../kernel/plain-characters.ts'
import { must } from '../kernel/narrow.ts'
import { entitiesResolved } from './job-posting.ts'

const HIDDEN = /<(script|style|noscript|template|svg|iframe|title)\b/gi

/** Removes these elements. An unclosed one extends to the end. */
function withoutHidden(html: string): string {
  const lower = html.toLowerCase()
  const kept: string[] = []
  let from = 0
  for (const found of html.matchAll(HIDDEN)) {
    if (found.index < from) continue
    kept.push(html.slice(from, found.index))
    const end = lower.indexOf(`</${must(found[1]).toLowerCase()}`, found.index)
    if (end < 0) return kept.join(' ')
    from = end
  }
  return [...kept, html.slice(from)].join(' ')
}

const BLOCK =
  /<\/?(?:p|li|h[1-6]|div|section|tr|br|dt|dd|article|header|footer|main|nav|aside|ul|ol|dl|table|body)\b[^<>]*>/gi
/** Stops at either bracket, so that runs of brackets cannot cause quadratic backtracking. */
const TAG = /<(?:\/?[a-z][^<>]*|![^<>]*|\?[^<>]*)>/gi

/** Normalises text to lines with single spaces, without empty lines. Reads at most 4 × `max` characters, because removing spaces shortens the text. */
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

export const textOfHtml = (html: string, max: number): string =>
  asLines(entitiesResolved(withoutHidden(html).replace(BLOCK, '\n').replace(TAG, '')), max)

/** Unescapes HTML. Some descriptions arrive with their entities escaped once or twice. */
export function unescaped(html: string): string {
  const isMarkup = (text: string) => /<\w/.test(text) || !/&(?:lt|amp);/.test(text)
  if (isMarkup(html)) return html
  const once = entitiesResolved(html)
  return isMarkup(once) ? once : entitiesResolved(once)
}

const UNCLOSED_ELEMENTS =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|tr|td|th|option)$/i

/** Counts every bracket and ampersand, because a tree has a node for the text next to each. */
export function shapeOf(html: string): { elements: number; depth: number } {
  let [elements, depth, deepest] = [0, 0, 0]
  for (const [, closes, name] of html.matchAll(/<(\/?)([a-z][a-z0-9-]{0,99})|[<&]/gi)) {
    if (name === undefined) {
      elements += 1
      continue
    }
    if (UNCLOSED_ELEMENTS.test(name)) {
      elements += closes ? 0 : 1
      continue
    }
    if (closes) depth = Math.max(0, depth - 1)
    else {
      elements += 1
      deepest = Math.max(deepest, ++depth)
    }
  }
  return { elements, depth: deepest }
}
