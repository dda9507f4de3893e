// Thresholds of the score (0–1) with which a title or place is understood.

/** Minimum score if the words are a title by themselves or are in our lists. */
export const TITLE_ITSELF = 0.95
/** Practically certain. A lower score is shown as a guess, and bounds are not checked against its figure. */
export const CERTAIN = 0.9
/** Minimum score for an answer. Below it, the user is asked to choose among possible roles. */
export const UNDERSTOOD = 0.6
