// Wraps text to a width.
import { widthOf } from './width.ts'

/**
 * Wraps text to lines of at most `width` columns. A longer
 * word gets its own line; text that fits is unchanged.
 */
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
