// How sure a reading of a title or place is, as a score from 0 to 1.

/** The words are a title by themselves, or one of the lists has them. */
export const TITLE_ITSELF = 0.95
/** Practically certain. A lower score is shown as a guess, and no bound is checked against its figure. */
export const CERTAIN = 0.9
/** Understood well enough to be answered. A lower score is asked back, with the roles that may be meant. */
export const UNDERSTOOD = 0.6
