// Measures how many columns a text takes on a terminal; truncates and wraps it to fit.
import { stripVTControlCharacters } from 'node:util'
import { wideWidth } from './wide.cjs'

/** Characters of one column. The package for others takes as long to load as a list takes to print. */
const PLAIN =
  /^[\x20-\x7e\xa1-\xa8\xaa-\xac\xaf-\u02ff\u2010-\u2026\u2030-\u203b\u20a0-\u20bf\u2500-\u259f]*$/

/** V8 copies the whole text for each segment, so long texts are segmented in parts of this length. */
const PART = 256

/** The characters of a text as a person counts them. */
export function* charactersOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const part = text.slice(at, at + PART)
    const isLast = at + PART >= text.length
    for (const { segment, index } of new Intl.Segmenter().segment(part)) {
      // A part's last character may continue in the next part.
      if (!isLast && index > 0 && index + segment.length === part.length) break
      yield segment
      at += segment.length
    }
  }
}

/** The width of a text in columns; wide characters take two, combining characters none. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length
  if (text.length <= PART) return wideWidth(text)
  let width = 0
  for (const character of charactersOf(stripVTControlCharacters(text))) width += widthOf(character)
  return width
}

export const fit = (text: string, width: number): string =>
  widthOf(text) <= width ? text : `${headOf(text, Math.max(0, width - 1))}…`

/** The start of a text that takes at most `width` columns. */
export function headOf(text: string, width: number): string {
  if (PLAIN.test(text)) return text.slice(0, width)
  let kept = ''
  let used = 0
  for (const character of charactersOf(text)) {
    used += widthOf(character)
    if (used > width) break
    kept += character
  }
  return kept
}

/** No character of any language is longer. */
const LONGEST = 16

/** The end of a text that takes at most `width` columns, after a mark where the text is longer. */
export function tailOf(text: string, width: number): string {
  if (text.length <= LONGEST * width && widthOf(text) <= width) return text
  let kept = ''
  let room = width - 1
  for (const character of [...charactersOf(text.slice(-LONGEST * width))].reverse()) {
    room -= widthOf(character)
    if (room < 0) break
    kept = character + kept
  }
  return `…${kept}`
}

export function padded(text: string, width: number, align?: 'right'): string {
  const blanks = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'right' ? blanks + text : text + blanks
}

/** At most `width` columns a line; a longer word gets its own, and text that fits is unchanged. */
export function wrapped(text: string, width: number, words: readonly string[] = text.split(' ')): string[] {
  if (widthOf(text) <= width) return [text]
  const lines: string[] = ['']
  for (const word of words) {
    const line = lines.at(-1) ?? ''
    if (line && widthOf(line) + 1 + widthOf(word) > width) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines
}

/** The best place to break a long word: after a joining mark, as in an id or a path. */
const JOINT = /[-:/_,.=&?](?=[^-:/_,.=&?]*$)/

/** Like `wrapped`, but also breaks long words, preferably after a joining mark. */
export function broken(text: string, width: number): string[] {
  const room = Math.max(1, width)
  return wrapped(text, room).flatMap((line) => {
    const pieces: string[] = []
    let rest = line
    for (let head = headOf(rest, room); head !== rest; head = headOf(rest, room)) {
      // Even a first character that does not fit must be taken.
      head ||= charactersOf(rest).next().value ?? ''
      const joint = head.search(JOINT) + 1
      const piece = joint > room / 2 ? head.slice(0, joint) : head
      pieces.push(piece)
      rest = rest.slice(piece.length)
    }
    return rest || pieces.length === 0 ? [...pieces, rest] : pieces
  })
}
