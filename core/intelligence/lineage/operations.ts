// The lineage operation. It recomputes sources, formula, inputs and steps of a figure from its id.
import { fail } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { objectSchema } from '../../kernel/schema.ts'
import { METHODOLOGY_VERSION, SourceOut, sourceView } from '../attribution.ts'
import type { FullDataset } from '../file/dataset.ts'
import * as out from '../salaries/records.ts'
import { cityView, roleView } from '../salaries/view.ts'
import { quarterAt, reportsOf, publishedOf } from '../submissions/reported.ts'
import { REPORTS } from './counted.ts'
import { METRICS, ROLELESS } from './data-point.ts'
import { lineageOf, type Lineage as Derived } from './lineage.ts'

const FORMS =
  'comp:<role>:<city|national>:<metric>:<YYYY-Qn>, occupation:<SOC>:national:median:<YYYY>-Q2 or skill:<skill>:national:premium:<YYYY-Qn>'

const PointIn = objectSchema((z) => ({
  data_point_id: z.string().max(300).describe(`As it was served: ${FORMS}.`),
}))

const KINDS = ['published', 'derived', 'modelled', 'interpolated', 'extrapolated'] as const

const Lineage = objectSchema((z) => ({
  data_point_id: z.string(),
  role: out.RoleOut().nullable().describe('Null for figures of an occupation or a skill.'),
  city: out.CityOut().nullable(),
  occupation: z
    .strictObject({ soc_code: z.string(), soc_title: z.string() })
    .optional()
    .describe('Only for `occupation:` ids.'),
  skill: z.string().optional().describe('Only for `skill:` ids.'),
  metric: z.enum([...METRICS, ...ROLELESS]),
  quarter: z.string(),
  value: z.int().nullable().describe('US dollars a year; null if the metric is not an amount.'),
  kind: z.enum(KINDS),
  formula: z.string(),
  inputs: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
  steps: z.array(
    z.strictObject({
      step: z.string(),
      kind: z.enum(KINDS),
      source: z.string(),
      formula: z.string(),
      value: z.string(),
    }),
  ),
  sources: z.array(SourceOut()),
  data_version: z.string(),
  methodology_version: z.string(),
  note: z.string().nullable(),
}))

export const showLineage = operation({
  name: 'lineage.get',
  summary: 'Resolve a data point id to its sources, formula, inputs and steps.',
  http: 'GET /api/v1/intelligence/lineage/:data_point_id',
  access: 'intelligence:read',
  plan: 'pro',
  input: PointIn,
  output: Lineage,
  async run(ctx, { data_point_id: id }) {
    const dataset = await ctx.intelligence.fullDataset()
    const found = lineageOf(dataset, id, quarterAt(ctx.clock.now()))
    if (!found) return fail('data_point_not_found', { id: id.slice(0, 200) }, { hint: `Ids are ${FORMS}.` })
    if (found.point.metric !== 'reported' || !found.role) return lineageView(dataset, id, found)
    const { base, people } = publishedOf(await reportsOf(ctx, found.role.slug, found.city?.slug ?? null))
    return lineageView(dataset, id, {
      ...found,
      inputs: { ...found.inputs, people },
      value: base?.median ?? null,
    })
  },
})

/** Puts the fields in schema order, so that remote and local terminals show them alike. */
function lineageView(whole: FullDataset, id: string, found: Derived) {
  const { point, role, city, occupation, skill, steps, sources = [] } = found
  return {
    data_point_id: id,
    ...{ role: role && roleView(whole.catalog, role), city: city && cityView(city) },
    ...(occupation && { occupation }),
    ...(skill && { skill }),
    ...{ metric: point.metric, quarter: point.quarter, value: found.value, kind: found.kind },
    formula: steps.map(({ step }) => step).join(' → '),
    ...{ inputs: found.inputs, steps },
    sources: sourcesOf(whole, [...sources, ...steps.map(({ source }) => source)]),
    data_version: whole.manifest.version,
    methodology_version: METHODOLOGY_VERSION,
    note: found.note,
  }
}

function sourcesOf({ manifest }: FullDataset, names: readonly string[]) {
  return [...new Set(names)].flatMap((name) => {
    if (name === REPORTS.name) return [{ ...REPORTS }]
    const source = manifest.sources[name]
    return source ? [sourceView(name, source)] : []
  })
}
