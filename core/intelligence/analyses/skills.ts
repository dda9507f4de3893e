// Analysis: the skills of a role, and which go with more pay.
import type { Context } from '../../kernel/context.ts'
import { words } from '../../kernel/fields.ts'
import { lazySchema, type Parsed } from '../../kernel/schema.ts'
import type { Premium } from '../file/references.ts'
import { findPremium, isSignificant, skillsOf, type SkillView } from '../skills/skills.ts'
import { Citation, citationOf, citeLine, pointOf } from './citation.ts'
import { analysis } from './analysis.ts'
import * as q from './question.ts'
import { counted, listed, signed } from './format.ts'
import { percentOf } from '../percent.ts'

const SkillsIn = lazySchema((z) =>
  z.strictObject({
    role: q.roleIn(z),
    skills: z
      .array(words(z, 100))
      .max(20, 'has more than 20 items')
      .optional()
      .describe('Skills to look up for this role, in plain words: ["kubernetes", "machine learning"].'),
    detail: q.detailIn(z),
  }),
)

const PremiumOut = lazySchema((z) =>
  z.strictObject({
    skill: z.string(),
    premium_pct: z.number(),
    low_pct: z.number().describe('The interval of the premium.'),
    high_pct: z.number(),
    offers: z.int(),
    significant: z.boolean().describe('False when the interval includes zero: no premium was found.'),
  }),
)

const Skills = lazySchema((z) =>
  z.strictObject({
    summary: z.string().describe('The result as text, with its source.'),
    understood: z.string().nullable(),
    role: q.RoleRef(),
    premiums: z
      .array(PremiumOut())
      .describe(
        'Skills associated with higher or lower pay, largest effect first. The id of one is skill:<skill>:national:premium:<quarter of the citation>.',
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
    citation: Citation(),
  }),
)
type Skills = Parsed<typeof Skills>

export const analyzeSkills = analysis({
  name: 'analyses.skills',
  summary: 'Analyse the skills of a role: tools in demand, general skills, and measured pay premiums.',
  tool: 'analyze_skills',
  input: SkillsIn,
  output: Skills,
  run: analyse,
})

const SOURCES = ['O*NET 29.3', 'DOL LCA filings']
const SHOWN = {
  brief: { premiums: 5, technologies: 10, general: 5 },
  full: { premiums: 50, technologies: 60, general: 10 },
}

async function analyse(ctx: Context, input: Parsed<typeof SkillsIn>): Promise<Skills> {
  const subject = await q.subjectOf(ctx, input)
  const view = skillsOf(subject.references, subject.role)
  const shown = SHOWN[input.detail ?? 'brief']
  const isFull = input.detail === 'full'
  const answer = {
    understood: q.readingOf(subject),
    role: q.roleRef(subject.catalog, subject.role),
    premiums: view.premiums
      .filter(({ significant }) => isFull || significant)
      .toSorted((a, b) => b.premium - a.premium)
      .slice(0, shown.premiums)
      .map(premiumView),
    technologies: view.technologies
      .slice(0, shown.technologies)
      .map(({ name, group, inDemand, hot }) => ({ name, group, in_demand: inDemand, hot })),
    general_skills: view.core.slice(0, shown.general).map(({ skill, importance }) => ({ skill, importance })),
    asked: [...new Set(input.skills)].map((skill) => lookUp(subject, view, skill)),
    caveat: view.caveat,
    citation: citationOf(ctx, SOURCES, pointOf(subject, 'skills')),
  }
  return { summary: summaryOf(answer, view), ...answer }
}

const premiumView = (premium: Premium): Parsed<typeof PremiumOut> => ({
  skill: premium.skill,
  premium_pct: percentOf(premium.premium),
  low_pct: percentOf(premium.low),
  high_pct: percentOf(premium.high),
  offers: premium.offers,
  significant: isSignificant(premium),
})

function lookUp({ references }: q.Subject, view: SkillView, skill: string): Skills['asked'][number] {
  const lower = skill.trim().toLowerCase()
  const names = [...view.technologies.map(({ name }) => name), ...view.core.map(({ skill: name }) => name)]
  // Premiums were measured for some kinds of work only and do not apply to others.
  const premium = view.premiums.length ? findPremium(references, skill) : null
  return {
    skill,
    asked_of_role: names.some((name) => hasWords(name.toLowerCase(), lower)),
    premium: premium && premiumView(premium),
  }
}

/** Whole words only: "r" is not in "Oracle". */
const hasWords = (text: string, wanted: string): boolean =>
  ` ${text.replaceAll(/[^a-z0-9+#.]+/g, ' ')} `.includes(` ${wanted.replaceAll(/[^a-z0-9+#.]+/g, ' ')} `)

const oneAsked = ({ skill, asked_of_role: named, premium }: Skills['asked'][number]): string => {
  const usual = named ? 'asked of this role' : 'not among the skills the sources name for this role'
  if (!premium) return `${skill}: ${usual}; no offers price it.`
  const range = `${signed(premium.low_pct)} to ${signed(premium.high_pct)}, ${counted(premium.offers)} offers`
  const verdict = premium.significant ? `goes with ${signed(premium.premium_pct)} pay` : 'no clear premium'
  return `${skill}: ${usual}; ${verdict} (${range}).`
}

function summaryOf(answer: Omit<Skills, 'summary'>, view: SkillView): string {
  const { role, premiums, technologies, general_skills: general, asked } = answer
  const priced = premiums
    .filter(({ significant, premium_pct: premium }) => significant && premium > 0)
    .slice(0, 4)
    .map(
      ({ skill, premium_pct: premium, low_pct: low, high_pct: high }) =>
        `${skill} ${signed(premium)} (${low} to ${high})`,
    )
  const [tools, core] = [
    technologies.slice(0, 6).map(({ name }) => name),
    general.slice(0, 4).map(({ skill }) => skill),
  ]
  return [
    ...(answer.understood ? [answer.understood] : []),
    `Skills of ${role.title} (${role.occupation}):`,
    ...asked.slice(0, 5).map(oneAsked),
    ...(tools.length ? [`Most asked-for tools: ${listed(tools)}.`] : []),
    ...(core.length ? [`Most important general skills: ${listed(core)}.`] : []),
    ...(priced.length ? [`Go with more pay: ${priced.join(', ')}.`] : []),
    ...(view.premiums.length
      ? [answer.caveat]
      : ['No premiums: offers price skills in computing and mathematical work only.']),
    citeLine(answer.citation),
  ].join('\n')
}
