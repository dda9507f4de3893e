// Hours of full-time work.

/** Hours in a year, as BLS and OFLC convert hourly to yearly pay. */
export const HOURS_A_YEAR = 2080
