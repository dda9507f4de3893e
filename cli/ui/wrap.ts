// Wraps text to a width.
import { charactersOf, headOf, widthOf } from './width.ts'

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
