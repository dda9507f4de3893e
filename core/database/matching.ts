// Text as SQL looks for it: somewhere in a column, or words by their beginnings.

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** An `ilike` pattern for text anywhere in a column. */
export const containing = (text: string): string => `%${escaped(text)}%`

/** An `ilike` pattern for the end of a column: a short id is the end of an id. */
export const endingIn = (text: string): string => `%${escaped(text)}`

/** Every word by its beginning, for `to_tsquery`, so that a search finds while it is typed. */
export const wordsBeginning = (q: string): string =>
  (q.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `'${word}':*`).join(' & ')
