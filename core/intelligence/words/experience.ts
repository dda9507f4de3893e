// The five steps of experience. Words for a level mean one of them.

export const EXPERIENCES = ['entry', 'mid', 'senior', 'staff', 'principal'] as const

/** The experience that a figure is for. Null in its place means everyone in the occupation. */
export type Experience = (typeof EXPERIENCES)[number]

export const experienceOf = (text: string): Experience | undefined =>
  EXPERIENCES.find((experience) => experience === text)

export const higher = (one: Experience | null, other: Experience): Experience =>
  one !== null && EXPERIENCES.indexOf(one) >= EXPERIENCES.indexOf(other) ? one : other
