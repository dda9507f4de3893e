// The analyses as operations. One call returns text, data, confidence and citation.
import { dollars } from '../../kernel/amounts.ts'
import { listCapabilities } from './capabilities.ts'
import { analyzeCompensation } from './compensation.ts'
import { discoverRolesAndCities } from './discovery.ts'
import { analyzeMarket } from './market.ts'
import { analyzeSkills } from './skills.ts'
import { fail } from '../../kernel/errors.ts'
import { type Parsed, objectSchema } from '../../kernel/schema.ts'
import { adjacentTo, typicalOfAllLevels } from '../adjacent/operations.ts'
import { pointIdOf } from '../salaries/view.ts'
import { find } from '../salaries/question.ts'
import { percentOf } from '../percent.ts'
import * as q from './analysis.ts'

const MAX_RESULTS = 20
const DEFAULT_RESULTS = 5

const AdjacencyIn = objectSchema((z) => ({
  role: q.roleIn(z),
  city: q.cityIn(z),
  min_pay_change_pct: z
    .number()
    .min(-100)
    .max(1_000)
    .optional()
    .describe(
      'Only roles whose median is at least this many percent higher: 0 for no loss of pay, 10 for +10 %.',
    ),
  limit: z.int().min(1).max(MAX_RESULTS).optional().describe(`${DEFAULT_RESULTS} unless given.`),
}))

const Adjacency = objectSchema((z) => ({
  ...q.subject(z),
  median: z.int().describe('Typical base pay of the role there, USD a year.'),
  opportunities: z.array(
    z.strictObject({
      slug: z.string(),
      title: z.string(),
      closeness: z.number().describe('0 to 1: how similar the work and its skills are.'),
      median: z.int(),
      pay_change_pct: z.number(),
      skill_gaps: z.array(z.string()).describe('General skills that matter more there.'),
      requires: z.string().nullable().describe('Degree and licence of a next step; null where none.'),
    }),
  ),
  citation: q.Citation(),
}))

const findAdjacentOpportunities = q.analysis({
  name: 'analyses.adjacency',
  summary: 'Find related roles: how similar they are, their pay in the same place, and missing skills.',
  tool: 'find_adjacent_opportunities',
  input: AdjacencyIn,
  output: Adjacency,
  async run(ctx, input) {
    const found = await find(ctx, input)
    const { catalog, role, city } = found
    const { median } = q.requireFigure(typicalOfAllLevels(catalog, role, city), found)
    const all = adjacentTo(found, Infinity)
    if (!all.length) {
      const reason = `No source relates other work to ${role.title}.`
      fail('pay_not_found', { reason }, { hint: 'Ask for a broader role of the same field.' })
    }
    const min = (input.min_pay_change_pct ?? -100) / 100
    const opportunities = all
      .filter(({ payChange }) => payChange >= min)
      .slice(0, input.limit ?? DEFAULT_RESULTS)
      .map(({ role: { slug, title }, closeness, payChange, gaps, requires, ...there }) => ({
        ...{ slug, title, closeness, median: there.median, pay_change_pct: percentOf(payChange) },
        ...{ skill_gaps: gaps, requires },
      }))
    const citation = q.citationOf(
      ctx,
      ['O*NET 29.3', 'BLS OEWS', 'DOL OFLC wages'],
      pointIdOf(catalog, found, 'typical'),
    )
    const about = `${role.title} in ${q.placeName(city)} (typical base pay ${dollars(median)})`
    return q.withSummary({ ...q.subjectOf(found), median, opportunities, citation }, [
      opportunities.length
        ? `Close to ${about}, best mix of closeness and pay first:`
        : `Nothing close to ${about} pays that much more. Lower min_pay_change_pct.`,
      ...opportunities.slice(0, 8).map(inWords),
      'All figures are typical base pay at all levels: the change compares like with like.',
    ])
  },
})

function inWords(one: Parsed<typeof Adjacency>['opportunities'][number]): string {
  const learn = one.skill_gaps.length ? `; to learn: ${q.commaList(one.skill_gaps.slice(0, 3))}` : ''
  const asks = one.requires ? `; asks for: ${one.requires}` : ''
  return `- ${one.title} (${one.slug}): ${dollars(one.median)}, ${q.signedPercent(one.pay_change_pct)}, closeness ${one.closeness}${learn}${asks}`
}

export const operations = [
  ...[listCapabilities, analyzeCompensation, analyzeSkills, analyzeMarket],
  ...[discoverRolesAndCities, findAdjacentOpportunities],
]
