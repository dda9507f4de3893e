// Analysis: related roles, their pay in the same place, and missing skills.
import type { Context } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'
import { lazySchema, type Parsed } from '../../kernel/schema.ts'
import { adjacentTo, type Adjacent } from '../adjacent/adjacent.ts'
import { Citation, citationOf, citeLine, pointOf } from './citation.ts'
import { analysis } from './analysis.ts'
import * as q from './question.ts'
import { dollars, listed, signed } from './format.ts'
import { percentOf } from '../percent.ts'

const MAX_RESULTS = 20
const DEFAULT_RESULTS = 5

const AdjacencyIn = lazySchema((z) =>
  z.strictObject({
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
  }),
)

const Adjacency = lazySchema((z) =>
  z.strictObject({
    summary: z.string().describe('The result as text, with its source.'),
    understood: z.string().nullable(),
    role: q.RoleRef(),
    city: q.CityRef().nullable(),
    median: z.int().describe('Median base pay of the role itself there, USD a year.'),
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
    citation: Citation(),
  }),
)
type Adjacency = Parsed<typeof Adjacency>

export const findAdjacentOpportunities = analysis({
  name: 'analyses.adjacency',
  summary: 'Find related roles: how similar they are, their pay in the same place, and missing skills.',
  tool: 'find_adjacent_opportunities',
  input: AdjacencyIn,
  output: Adjacency,
  run: analyse,
})

async function analyse(ctx: Context, input: Parsed<typeof AdjacencyIn>): Promise<Adjacency> {
  const subject = await q.subjectOf(ctx, input)
  const { catalog, references, role, city } = subject
  const pay = q.payOf({ ...subject, experience: null })
  const all = adjacentTo(catalog, references, role, city?.slug ?? null, MAX_RESULTS)
  if (!all.length) {
    const reason = `No source relates other work to ${role.title}.`
    fail('pay_not_found', { reason }, { hint: 'Ask for a broader role of the same field.' })
  }
  const min = (input.min_pay_change_pct ?? -100) / 100
  const answer = {
    understood: q.readingOf(subject),
    role: q.roleRef(catalog, role),
    city: city && q.cityRef(city),
    median: pay.median,
    opportunities: all
      .filter(({ payChange }) => payChange >= min)
      .slice(0, input.limit ?? DEFAULT_RESULTS)
      .map(view),
    citation: citationOf(ctx, ['O*NET 29.3', 'BLS OEWS', 'DOL OFLC wages'], pointOf(subject, 'base')),
  }
  return { summary: summaryOf(answer), ...answer }
}

const view = ({
  role,
  closeness,
  median,
  payChange,
  gaps,
  requires,
}: Adjacent): Adjacency['opportunities'][number] => ({
  slug: role.slug,
  title: role.title,
  closeness,
  median,
  pay_change_pct: percentOf(payChange),
  skill_gaps: [...gaps],
  requires,
})

function summaryOf({
  understood,
  role,
  city,
  median,
  opportunities,
  citation,
}: Omit<Adjacency, 'summary'>): string {
  const place = city ? `${city.name}, ${city.state}` : 'the United States'
  const lines = opportunities
    .slice(0, 8)
    .map(
      ({ title, slug, median: there, pay_change_pct: change, closeness, skill_gaps: gaps, requires }) =>
        `- ${title} (${slug}): ${dollars(there)}, ${signed(change)}, closeness ${closeness}${gaps.length ? `; to learn: ${listed(gaps.slice(0, 3))}` : ''}${requires ? `; asks for: ${requires}` : ''}`,
    )
  return [
    ...(understood ? [understood] : []),
    lines.length
      ? `Close to ${role.title} in ${place} (median base pay ${dollars(median)}), best mix of closeness and pay first:`
      : `Nothing close to ${role.title} in ${place} (median base pay ${dollars(median)}) pays that much more. Lower min_pay_change_pct.`,
    ...lines,
    'Medians are modelled from survey figures; the change compares like with like.',
    citeLine(citation),
  ].join('\n')
}
