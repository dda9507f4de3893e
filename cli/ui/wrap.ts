// Wraps text to a width.
import { headOf, widthOf } from './width.ts'

/** At most `width` columns a line; a longer word gets its own, and text that fits is unchanged. */
export function wrapped(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text]
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line && widthOf(line) + 1 + widthOf(word) > width) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines
}

/** Where a long word is best broken: after a mark that joins its parts, as in an id or a path. */
const JOINT = /[-:/_,.=&?](?=[^-:/_,.=&?]*$)/

/** The first character of a text, even one wider than the room there is. */
const firstOf = (text: string): string => {
  for (const { segment } of new Intl.Segmenter().segment(text)) return segment
  return ''
}

/** The same, with longer words broken too, after a mark in them if there is one. */
export function broken(text: string, width: number): string[] {
  const room = Math.max(1, width)
  return wrapped(text, room).flatMap((line) => {
    const pieces: string[] = []
    let rest = line
    while (widthOf(rest) > room) {
      const head = headOf(rest, room) || firstOf(rest)
      const joint = head.search(JOINT) + 1
      const piece = joint > room / 2 ? head.slice(0, joint) : head
      pieces.push(piece)
      rest = rest.slice(piece.length)
    }
    return rest || pieces.length === 0 ? [...pieces, rest] : pieces
  })
}
