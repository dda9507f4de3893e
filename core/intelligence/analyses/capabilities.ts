// Analysis: the service's coverage, data sources and limits.
import { counted } from '../../kernel/amounts.ts'
import words from '../../../sql/data/pay/tools.json' with { type: 'json' }
import { operation } from '../../kernel/operation.ts'
import { objectSchema } from '../../kernel/schema.ts'
import { LIMITS } from '../../limits/limits.ts'
import { METHODOLOGY_VERSION } from '../attribution.ts'
import type { Source } from '../file/csv.ts'
import { EXPERIENCES } from '../words/experience.ts'
import { companies } from '../levels/companies.ts'
import { FIRST_YEAR, LAST_YEAR } from '../history/history.ts'
import * as q from './analysis.ts'

const CapabilitiesIn = objectSchema((z) => ({ detail: q.detailIn(z) }))

const Capabilities = objectSchema((z) => ({
  summary: z.string(),
  coverage: z.strictObject({
    roles: z.int(),
    specialized_roles: z.int(),
    cities: z.int(),
    country: z.literal('US'),
    currency: z.literal('USD'),
    company_levelling_frameworks: z.int(),
    priced_skills: z.int(),
  }),
  data: z.strictObject({
    benchmark_quarter: z.string().describe('The quarter all pay figures represent.'),
    updated: z.string(),
    history_from: z.int(),
    projections_to: z.int(),
    methodology_version: z.string(),
  }),
  answers: z.array(
    z.strictObject({ tool: z.string(), question: z.string().describe('A question it answers.') }),
  ),
  accepted: z.strictObject({ experience: z.array(z.string()), detail: z.array(z.string()) }),
  limits: z.strictObject({
    tier: z.string(),
    calls_per_minute: z.int(),
    calls_per_month: z.int(),
    cost: z.string(),
  }),
  not_covered: z.array(z.string()),
  cities: z.array(z.string()).nullable().describe('Every city slug; null unless detail is "full".'),
  sources: z
    .array(
      z.strictObject({ name: z.string(), publisher: z.string(), vintage: z.string(), licence: z.string() }),
    )
    .nullable()
    .describe('Null unless detail is "full".'),
  citation: q.Citation(),
}))

/** A question that each tool answers. The capabilities tool itself has none. */
const ANSWERS = words.tools.flatMap(({ name: tool, question }) => (question ? [{ tool, question }] : []))

const sourceOf = ({ title: name, publisher, vintage, licence }: Source) => ({
  ...{ name, publisher, vintage, licence },
})

export const listCapabilities = operation({
  name: 'analyses.capabilities',
  summary: 'List what the compensation intelligence can answer, its data, accepted values and limits.',
  http: 'POST /api/v1/intelligence/tools/list_capabilities',
  access: 'intelligence:read',
  plan: 'pro',
  input: CapabilitiesIn,
  output: Capabilities,
  async run(ctx, { detail }) {
    const { catalog, references, manifest } = await ctx.intelligence.fullDataset()
    const { tier } = ctx.principal
    const { minute, month } = LIMITS[`intelligence-${tier}`]
    const isFull = detail === 'full'
    const answer = {
      coverage: {
        roles: catalog.roles().length,
        specialized_roles: catalog.roles().filter(({ specialized }) => specialized).length,
        cities: catalog.cities().length,
        country: 'US' as const,
        currency: 'USD' as const,
        company_levelling_frameworks: companies(references).length,
        priced_skills: references.premiums().length,
      },
      data: {
        benchmark_quarter: catalog.benchmark,
        updated: ctx.intelligence.edition().updated,
        history_from: FIRST_YEAR,
        projections_to: LAST_YEAR,
        methodology_version: METHODOLOGY_VERSION,
      },
      answers: ANSWERS,
      accepted: { experience: [...EXPERIENCES], detail: [...q.DETAILS] },
      limits: {
        tier,
        calls_per_minute: minute,
        calls_per_month: month,
        cost: 'Each tool call counts as one.',
      },
      not_covered: words.not_covered,
      cities: isFull ? catalog.cities().map(({ slug }) => slug) : null,
      sources: isFull ? Object.values(manifest.sources).map(sourceOf) : null,
      citation: q.citationOf(ctx, ['BLS', 'DOL', 'BEA', 'O*NET 29.3', 'Indeed Hiring Lab'], null),
    }
    const { coverage, data, limits } = answer
    return q.withSummary(answer, [
      `US pay for ${counted(coverage.roles)} roles in ${coverage.cities} cities and the nation, base year ${data.benchmark_quarter}; history from ${data.history_from}, projections to ${data.projections_to}; ${coverage.company_levelling_frameworks} company levelling frameworks; ${coverage.priced_skills} priced skills.`,
      ...ANSWERS.map(({ tool, question }) => `- ${tool}: ${question}`),
      'Roles and cities may be plain words or slugs. Ask discover_roles_and_cities when unsure.',
      `Not covered: ${words.not_covered.join('; ')}.`,
      `Your key (${limits.tier}): ${counted(limits.calls_per_minute)} calls a minute, ${counted(limits.calls_per_month)} a month.`,
    ])
  },
})
