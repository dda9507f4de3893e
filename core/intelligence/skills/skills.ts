// Skills of a role: tools in demand, and title words associated with higher pay.
import type { Role } from '../file/catalog.ts'
import type { Premium, References, Technology } from '../file/references.ts'
import { plainWords } from '../words/plain.ts'

export type SkillView = {
  technologies: readonly Technology[]
  /** Measured premiums; empty for roles outside the kinds of work they were measured on. */
  premiums: readonly (Premium & { significant: boolean })[]
  /** Explains what a premium means; shown in every response with premiums. */
  caveat: string
  core: readonly { skill: string; importance: number }[]
}

/** What a premium means. */
export const CAVEAT =
  'A premium compares offers to visa workers whose title names the skill with other offers of the same employer in the same occupation. It is of computing and mathematical work as a whole, not of one role, and an association, not a cause.'

/** The major group that most offers behind the premiums are of; other families have too few of their own. */
const PRICED = '15'

/** Skills of a role: technologies in demand first, premiums where measured, general skills by importance. */
export function skillsOf(references: References, role: Role): SkillView {
  const technologies = [...(references.technologies.get(role.soc) ?? [])].sort(
    (a, b) => rank(b) - rank(a) || (a.name < b.name ? -1 : 1),
  )
  const priced = role.soc.startsWith(PRICED) ? references.premiums : []
  const core = [...(references.skills.get(role.soc) ?? [])].map(([skill, importance]) => ({
    skill,
    importance,
  }))
  return {
    technologies,
    premiums: priced.map((premium) => ({ ...premium, significant: isSignificant(premium) })),
    caveat: CAVEAT,
    core: core.sort((a, b) => b.importance - a.importance || (a.skill < b.skill ? -1 : 1)).slice(0, 10),
  }
}

export const isSignificant = ({ low, high }: Premium): boolean => low > 0 || high < 0

function rank(technology: Technology): number {
  return (technology.inDemand ? 2 : 0) + (technology.hot ? 1 : 0)
}

export function findPremium(references: References, text: string): Premium | null {
  const words = plainWords(text).join(' ')
  const slug = words.replaceAll(' ', '-')
  return (
    references.premiums.find((row) => row.skill === slug || row.keywords.split('|').includes(words)) ?? null
  )
}
