// Rejects text that Postgres cannot store: NUL, and unpaired surrogates.

export const hasNul = (text: string): boolean => text.includes('\0')

/**
 * JSON can carry half of a surrogate pair. With the u flag a complete pair is one code point, so only lone
 * surrogates match.
 */
export const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text)

export const isStorable = (text: string): boolean => !hasNul(text) && !hasLoneSurrogate(text)
