// Escaped patterns for `ilike` and prefix queries for full-text search.

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** An `ilike` pattern for text anywhere in a column. */
export const containsPattern = (text: string): string => `%${escaped(text)}%`

/** An `ilike` pattern for the end of a column: a short id is the end of an id. */
export const endsWithPattern = (text: string): string => `%${escaped(text)}`

/** Every word by its beginning, for `to_tsquery`, so that a search finds while it is typed. */
export const prefixQuery = (q: string): string =>
  (q.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `'${word}':*`).join(' & ')
