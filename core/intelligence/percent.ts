// Formats fractions as the percentages of responses.

/** Converts a fraction to percent with one decimal: 0.0123 → 1.2. */
export const percentOf = (fraction: number): number => Math.round(fraction * 1000) / 10
