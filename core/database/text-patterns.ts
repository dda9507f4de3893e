// Escaped patterns for `ilike`.

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** An `ilike` pattern that matches text anywhere in a column. */
export const containsPattern = (text: string): string => `%${escaped(text)}%`
