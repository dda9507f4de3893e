// Skills of a role: tools in demand, and title words associated with higher pay.
import type { Role } from '../file/catalog.ts'
import type { Premium, References, Technology } from '../file/references.ts'
import { percentOf } from '../percent.ts'
import { plainWords } from '../words/plain.ts'

export const CAVEAT =
  'A premium compares offers to visa workers whose title names the skill with other offers of the same employer in the same occupation. It is of computing and mathematical work as a whole, not of one role, and an association, not a cause.'

/** The major group of most offers behind the premiums. Other groups have too few offers. */
const PRICED = '15'

export type SkillView = ReturnType<typeof skillsOf>

/** Skills of a role: technologies in demand first, premiums if measured for its work, general skills by importance. */
export function skillsOf(references: References, { soc }: Pick<Role, 'soc'>) {
  const core = [...(references.skills.get(soc) ?? [])].map(([skill, importance]) => ({ skill, importance }))
  return {
    technologies: [...(references.technologies.get(soc) ?? [])].sort(
      (a, b) => rank(b) - rank(a) || (a.name < b.name ? -1 : 1),
    ),
    /** Empty for roles outside the major group in which they were measured. */
    premiums: soc.startsWith(PRICED) ? premiumsOf(references) : [],
    core: core.sort((a, b) => b.importance - a.importance || (a.skill < b.skill ? -1 : 1)).slice(0, 10),
  }
}

export const premiumsOf = (references: References) =>
  references
    .premiums()
    .map(premiumView)
    .filter(({ premium_pct }) => premium_pct > 0)
export function paidNoMore(references: References): string {
  const skills = references
    .premiums()
    .map(premiumView)
    .filter(({ premium_pct }) => premium_pct <= 0)
  return `Left out because offers that name them pay no more than the employer’s others: ${skills.map(({ skill }) => skill).join(', ')}. A title that names such a tool is often a narrower job; knowing it costs nobody pay.`
}

/** A premium as in responses. It is significant if its interval excludes zero. */
export const premiumView = ({ skill, premium, low, high, offers, groups }: Premium) => ({
  ...{ skill, premium_pct: percentOf(premium), low_pct: percentOf(low), high_pct: percentOf(high) },
  ...{ significant: low > 0 || high < 0, offers, groups },
})

function rank({ in_demand, hot }: Technology): number {
  return (in_demand ? 2 : 0) + (hot ? 1 : 0)
}

export function findPremium(references: References, text: string): Premium | null {
  const words = plainWords(text).join(' ')
  const slug = words.replaceAll(' ', '-')
  return (
    references.premiums().find((row) => row.skill === slug || row.keywords.split('|').includes(words)) ?? null
  )
}
