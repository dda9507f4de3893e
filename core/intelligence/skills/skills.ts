// Skills of a role: tools in demand, and words in titles with higher pay.
import type { Role } from '../file/catalog.ts'
import type { Premium, References, Technology } from '../file/references.ts'
import { percentOf } from '../percent.ts'
import { plainWords } from '../words/plain.ts'

export const CAVEAT =
  'A premium compares two groups of visa offers from one employer in one occupation: those whose title names the skill, and the others. It is measured across all computing and mathematical work, not for one role. It is an association, not a cause.'

/** Computing and mathematics. Most offers behind the premiums belong to it; other groups have too few. */
const COMPUTING_GROUP = '15'

export type SkillView = ReturnType<typeof skillsOf>

/** Skills of a role: technologies in demand first, premiums if measured for its work, general skills by importance. */
export function skillsOf(references: References, { soc }: Pick<Role, 'soc'>) {
  const core = [...references.skills(soc)].map(([skill, importance]) => ({ skill, importance }))
  return {
    technologies: references
      .technologies(soc)
      .toSorted((a, b) => rank(b) - rank(a) || (a.name < b.name ? -1 : 1)),
    premiums: soc.startsWith(COMPUTING_GROUP) ? positivePremiums(references) : [],
    core: core.sort((a, b) => b.importance - a.importance || (a.skill < b.skill ? -1 : 1)).slice(0, 10),
  }
}

export const positivePremiums = (references: References) =>
  references
    .premiums()
    .map(premiumView)
    .filter(({ premium_pct }) => premium_pct > 0)

export function leftOutReason(references: References): string {
  const skills = references.premiums().filter(({ premium }) => percentOf(premium) <= 0)
  return `Left out because offers that name them pay no more than the employer’s others: ${skills.map(({ skill }) => skill).join(', ')}. A title that names such a tool often means a narrower job. Knowing the tool does not lower anybody’s pay.`
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
