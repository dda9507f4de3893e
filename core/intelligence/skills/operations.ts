// Skills of a role, what they add to pay, and the occupations that need a skill.
import { must } from '../../kernel/narrow.ts'
import { fail } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { objectSchema } from '../../kernel/schema.ts'
import { nearest } from '../../kernel/nearest.ts'
import type { Catalog, Role } from '../file/catalog.ts'
import type { FullDataset } from '../file/dataset.ts'
import type { Premium, References, Technology } from '../file/references.ts'
import { premiumPointId } from '../lineage/data-point.ts'
import { percentOf } from '../percent.ts'
import { plainWords, slugOf } from '../words/plain.ts'
import { optionalCityIn, find, roleIn } from '../salaries/question.ts'
import { reasonsThatApply } from '../salaries/reasons.ts'
import * as out from '../salaries/records.ts'
import { pointIdOf, roleView } from '../salaries/view.ts'

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

const positivePremiums = (references: References) =>
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

const RoleOnly = objectSchema((z) => ({ role: roleIn(z).optional(), city: optionalCityIn(z) }))
const Slug = objectSchema((z) => ({ slug: z.string().max(200) }))

const PremiumOut = objectSchema((z) => ({
  skill: z.string(),
  premium_pct: z.number().describe('Offers that name the skill, compared with the employer’s other offers.'),
  low_pct: z.number().describe('Bounds of the 95 % interval.'),
  high_pct: z.number(),
  significant: z.boolean(),
  offers: z.int(),
  groups: z.int(),
  data_point_id: z.string(),
}))
const TechnologyOut = objectSchema((z) => ({
  name: z.string(),
  group: z.string(),
  hot: z.boolean(),
  in_demand: z.boolean(),
}))
const Skills = objectSchema((z) => ({
  understood: out.UnderstoodOut(),
  role: out.RoleOut().nullable().describe('Null without a role: premiums only.'),
  technologies: z.array(TechnologyOut()),
  core_skills: z.array(z.strictObject({ skill: z.string(), importance: z.number().describe('1 to 5.') })),
  premiums: z.array(PremiumOut()),
  caveat: z.string(),
  data_point_id: z.string().nullable(),
  reasons: out.ReasonsOut(),
}))

const Skill = objectSchema((z) => ({
  slug: z.string(),
  name: z.string(),
  premium: PremiumOut().nullable(),
  occupations: z.array(
    z.strictObject({
      soc_code: z.string(),
      soc_title: z.string(),
      hot: z.boolean(),
      in_demand: z.boolean(),
    }),
  ),
  caveat: z.string(),
  reasons: out.ReasonsOut(),
}))

const withPointId =
  ({ benchmark }: Catalog) =>
  (premium: ReturnType<typeof premiumView>) => ({
    ...premium,
    data_point_id: premiumPointId(premium.skill, benchmark),
  })

export const listSkills = operation({
  name: 'skills.list',
  summary: 'List the skills that go with more pay, and those a role asks for.',
  http: 'GET /api/v1/intelligence/skills',
  access: 'intelligence:read',
  input: RoleOnly,
  output: Skills,
  async run(ctx, { role, city }) {
    if (role === undefined) return premiumsOnly(await ctx.intelligence.fullDataset())
    const found = await find(ctx, { role, city })
    const { technologies, core, premiums } = skillsOf(found.references, found.role)
    return {
      understood: found.understood,
      role: roleView(found.catalog, found.role),
      technologies,
      core_skills: core,
      premiums: premiums.map(withPointId(found.catalog)),
      caveat: CAVEAT,
      data_point_id: pointIdOf(found.catalog, found, 'skills'),
      reasons: reasonsThatApply({
        premiums: premiums.length ? leftOutReason(found.references) : NO_PREMIUMS,
        core_skills: !core.length && 'O*NET has no ratings of skills for this occupation.',
        technologies: !technologies.length && 'O*NET lists no tools for this occupation.',
      }),
    }
  },
})

const NO_PREMIUMS =
  'Premiums are measured on offers in computing and mathematical work only; other families have too few of their own.'

const premiumsOnly = ({ catalog, references }: FullDataset) => ({
  understood: null,
  role: null,
  technologies: [],
  core_skills: [],
  premiums: positivePremiums(references).map(withPointId(catalog)),
  caveat: CAVEAT,
  data_point_id: null,
  reasons: {
    premiums: leftOutReason(references),
    technologies: 'Name a role to see its tools.',
    core_skills: 'Name a role to see what matters in it.',
    data_point_id: 'Without a role each premium has its own.',
  },
})

export const getSkill = operation({
  name: 'skills.get',
  summary: 'Show one skill: its premium, and the occupations that ask for it.',
  http: 'GET /api/v1/intelligence/skills/:slug',
  access: 'intelligence:read',
  input: Slug,
  output: Skill,
  async run({ intelligence }, { slug: text }) {
    const { catalog, references } = await intelligence.fullDataset()
    const slug = slugOf(text)
    const premium = findPremium(references, text.replaceAll('-', ' '))
    const asking = references.allTechnologies().filter(({ name }) => slugOf(name) === slug)
    if (!premium && !asking.length) return unknownSkill({ references }, text)
    return {
      slug: premium?.skill ?? slug,
      name: asking[0]?.name ?? must(premium).skill.replaceAll('-', ' '),
      premium: premium && withPointId(catalog)(premiumView(premium)),
      occupations: asking.map(({ soc, hot, in_demand }) => ({
        ...{ soc_code: soc, soc_title: catalog.occupation(soc)?.title ?? '', hot, in_demand },
      })),
      caveat: CAVEAT,
      reasons: reasonsThatApply({
        premium: !premium
          ? 'Fewer than fifty offers name this skill, so it has no price.'
          : premium.premium <= 0 &&
            'Offers that name it pay no more than the employer’s others: it is no premium.',
        occupations: !asking.length && 'O*NET lists no tool of this name.',
      }),
    }
  },
})

function unknownSkill({ references }: Pick<FullDataset, 'references'>, text: string): never {
  const known = references.premiums().map(({ skill }) => skill)
  const near = nearest(slugOf(text), known)
  const hint = near ? `Did you mean ${near}?` : `Priced skills: ${known.slice(0, 8).join(', ')} …`
  return fail('skill_not_found', { text: text.slice(0, 100) }, { hint })
}
