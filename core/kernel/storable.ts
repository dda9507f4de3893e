// Rejects text that Postgres cannot store: NUL, and unpaired surrogates.

export const hasNul = (text: string): boolean => text.includes('\0')

/** JSON can carry half a pair. With the u flag a whole one is a single code point, so only halves are surrogates. */
export const hasHalf = (text: string): boolean => /\p{Surrogate}/u.test(text)

export const isStorable = (text: string): boolean => !hasNul(text) && !hasHalf(text)
