// Limits of the score (0–1) with which a title or place is understood.

/** Minimum score of a text that is a role's whole title, or is in our lists of titles (`aliases`, `translations`). */
export const TITLE_ITSELF = 0.95
/** Minimum score of a practically certain reading. With a lower score, the figure is shown as a guess. */
export const CERTAIN = 0.9
/** Minimum score for an answer. Below it, the user has to choose a role. */
export const UNDERSTOOD = 0.6
