// Percentages as responses have them.

/** 0.0123 → 1.2: percent, with one decimal. */
export const percentOf = (fraction: number): number => Math.round(fraction * 1000) / 10
