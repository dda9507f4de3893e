// The five steps of experience that words of a level come down to.

/** In rising order. */
export const EXPERIENCES = ['entry', 'mid', 'senior', 'staff', 'principal'] as const

/** What a figure is asked for; null elsewhere means everybody in the occupation. */
export type Experience = (typeof EXPERIENCES)[number]

/** Reads a step; undefined for another text. */
export const experienceOf = (text: string): Experience | undefined =>
  EXPERIENCES.find((experience) => experience === text)

export const higher = (one: Experience | null, other: Experience): Experience =>
  one !== null && EXPERIENCES.indexOf(one) >= EXPERIENCES.indexOf(other) ? one : other
