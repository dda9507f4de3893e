// Formats fractions as the percentages of responses.

export const percentOf = (fraction: number): number => Math.round(fraction * 1000) / 10
