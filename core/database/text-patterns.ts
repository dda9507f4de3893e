// Escaped patterns for `ilike` and prefix queries for full-text search.

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** An `ilike` pattern that matches text anywhere in a column. */
export const containsPattern = (text: string): string => `%${escaped(text)}%`

/** Matches every word by its prefix, for `to_tsquery`, so that search works as the user types. */
export const prefixQuery = (q: string): string =>
  (q.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `'${word}':*`).join(' & ')
