// Limits of the score (0–1) with which a title or place is understood.

/** Minimum score of words that are a whole title, or are in our lists. */
export const TITLE_ITSELF = 0.95
/** Practically certain. With a lower score, the figure is shown as a guess and not checked against bounds. */
export const CERTAIN = 0.9
/** Minimum score for an answer. Below it, the user has to choose a role. */
export const UNDERSTOOD = 0.6
