// Judges JSON by its brackets and commas before it is parsed, and stops at the first that is one too many: what a body
// costs does not depend on what it would have become.

/** Arrays and objects within each other; the body itself is the first. */
export const MAX_DEPTH = 64
export const MAX_VALUES = 20_000

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPENING = [0x5b, 0x7b]
const CLOSING = [0x5d, 0x7d]

/** Whether a JSON text is nested deeper, or has more values, than a request may. Its grammar is not checked. */
export function isTooComplex(text: Buffer): boolean {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at]! // Within the text; this runs for each byte of each request.
    if (byte === QUOTE) at = endOfString(text, at)
    else if (byte === COMMA) values += 1
    else if (OPENING.includes(byte)) {
      depth += 1
      values += 1
    } else if (CLOSING.includes(byte)) depth -= 1
    if (depth > MAX_DEPTH || values > MAX_VALUES) return true
  }
  return false
}

/** The position of the quote that ends a string; the end of the text if there is none. */
function endOfString(text: Buffer, from: number): number {
  for (let at = text.indexOf(QUOTE, from + 1); at !== -1; at = text.indexOf(QUOTE, at + 1)) {
    let escapes = 0
    while (text[at - 1 - escapes] === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return at
  }
  return text.length
}
