// Analysis: the skills of a role, and the skills associated with higher pay.
import { counted } from '../../kernel/amounts.ts'
import { words, lazySchema, type Parsed, objectSchema } from '../../kernel/schema.ts'
import { CAVEAT, findPremium, premiumView, skillsOf, type SkillView } from '../skills/operations.ts'
import { find } from '../salaries/question.ts'
import { pointIdOf } from '../salaries/view.ts'
import type { LookupResult } from '../question.ts'
import * as q from './analysis.ts'

const SkillsIn = objectSchema((z) => ({
  role: q.roleIn(z),
  skills: z
    .array(words(z, 100))
    .max(20, 'has more than 20 items')
    .optional()
    .describe('Skills to look up for this role, in plain words: ["kubernetes", "machine learning"].'),
  detail: q.detailIn(z),
}))

const PremiumOut = objectSchema((z) => ({
  skill: z.string(),
  premium_pct: z.number(),
  low_pct: z.number().describe('The interval of the premium.'),
  high_pct: z.number(),
  offers: z.int(),
  significant: z.boolean().describe('False when the interval includes zero: no premium was found.'),
}))

const Skills = lazySchema((z) => {
  const { city: _, ...about } = q.subject(z)
  return z.strictObject({
    ...about,
    premiums: z
      .array(PremiumOut())
      .describe(
        'Skills associated with higher pay, largest effect first. The id of one is skill:<skill>:national:premium:<quarter of the citation>.',
      ),
    technologies: z.array(
      z.strictObject({ name: z.string(), group: z.string(), in_demand: z.boolean(), hot: z.boolean() }),
    ),
    general_skills: z.array(
      z.strictObject({ skill: z.string(), importance: z.number().describe('1 to 5.') }),
    ),
    asked: z
      .array(
        z.strictObject({
          skill: z.string(),
          asked_of_role: z.boolean().describe('The role’s technologies or general skills name it.'),
          premium: PremiumOut().nullable().describe('Null when no offers priced it.'),
        }),
      )
      .describe('The skills that were sent.'),
    caveat: z.string(),
    citation: q.Citation(),
  })
})
type Skills = Parsed<typeof Skills>

export const analyzeSkills = q.analysis({
  name: 'analyses.skills',
  summary: 'Analyse the skills of a role: tools in demand, general skills, and measured pay premiums.',
  tool: 'analyze_skills',
  input: SkillsIn,
  output: Skills,
  async run(ctx, input) {
    const found = await find(ctx, input)
    const view = skillsOf(found.references, found.role)
    const isFull = input.detail === 'full'
    const shown = SHOWN[input.detail ?? 'brief']
    const { city: _, ...subject } = q.subjectOf(found)
    const answer = {
      ...subject,
      premiums: view.premiums
        .filter(({ significant }) => isFull || significant)
        .toSorted((a, b) => b.premium_pct - a.premium_pct)
        .slice(0, shown.premiums)
        .map(withoutGroups),
      technologies: view.technologies.slice(0, shown.technologies),
      general_skills: view.core.slice(0, shown.general),
      asked: [...new Set(input.skills)].map((skill) => lookUp(found, view, skill)),
      caveat: CAVEAT,
      citation: q.citationOf(ctx, SOURCES, pointIdOf(found.catalog, found, 'skills')),
    }
    return q.withSummary(answer, linesOf(answer, view.premiums.length > 0))
  },
})

const SOURCES = ['O*NET 29.3', 'DOL LCA filings']
const SHOWN = {
  brief: { premiums: 5, technologies: 10, general: 5 },
  full: { premiums: 50, technologies: 60, general: 10 },
}

const withoutGroups = ({ groups: _, ...premium }: SkillView['premiums'][number]) => premium

function lookUp({ references }: LookupResult, view: SkillView, skill: string): Skills['asked'][number] {
  const lower = skill.trim().toLowerCase()
  const names = [...view.technologies.map(({ name }) => name), ...view.core.map(({ skill: name }) => name)]
  // Premiums apply only to the work that they were measured for.
  const premium = view.premiums.length ? findPremium(references, skill) : null
  return {
    skill,
    asked_of_role: names.some((name) => hasWords(name.toLowerCase(), lower)),
    premium: premium && withoutGroups(premiumView(premium)),
  }
}

/** Whole words only: "r" is not in "Oracle". */
const hasWords = (text: string, wanted: string): boolean =>
  ` ${text.replaceAll(/[^a-z0-9+#.]+/g, ' ')} `.includes(` ${wanted.replaceAll(/[^a-z0-9+#.]+/g, ' ')} `)

const oneAsked = ({ skill, asked_of_role: named, premium }: Skills['asked'][number]): string => {
  const usual = named ? 'asked of this role' : 'not among the skills the sources name for this role'
  if (!premium) return `${skill}: ${usual}; no offers price it.`
  const range = `${q.signedPercent(premium.low_pct)} to ${q.signedPercent(premium.high_pct)}, ${counted(premium.offers)} offers`
  const verdict =
    premium.significant && premium.premium_pct > 0
      ? `goes with ${q.signedPercent(premium.premium_pct)} pay`
      : 'no clear premium'
  return `${skill}: ${usual}; ${verdict} (${range}).`
}

function linesOf({ role, premiums, asked, ...answer }: Omit<Skills, 'summary'>, isPriced: boolean) {
  const priced = premiums
    .filter(({ significant }) => significant)
    .slice(0, 4)
    .map((one) => `${one.skill} ${q.signedPercent(one.premium_pct)} (${one.low_pct} to ${one.high_pct})`)
  const tools = answer.technologies.slice(0, 6).map(({ name }) => name)
  const core = answer.general_skills.slice(0, 4).map(({ skill }) => skill)
  return [
    `Skills of ${role.title} (${role.occupation}):`,
    ...asked.slice(0, 5).map(oneAsked),
    tools.length > 0 && `Most asked-for tools: ${q.commaList(tools)}.`,
    core.length > 0
      ? `Most important general skills: ${q.commaList(core)}.`
      : 'General skills: the sources rate none for this occupation.',
    priced.length > 0 && `Go with more pay: ${priced.join(', ')}.`,
    isPriced ? CAVEAT : 'No premiums: offers price skills in computing and mathematical work only.',
  ]
}
