// The lineage operation: sources, formula, inputs and steps, recomputed from the id.
import { must } from '../../kernel/must.ts'
import { fail } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { lazySchema } from '../../kernel/schema.ts'
import { METHODOLOGY_VERSION } from '../attribution.ts'
import { findCity, findRole } from '../file/catalog.ts'
import type { Estimate } from '../estimates/estimate.ts'
import type { FullDataset } from '../file/dataset.ts'
import * as out from '../salaries/records.ts'
import { cityView, roleView } from '../salaries/view.ts'
import { quarterOf, reportsOf } from '../submissions/recent.ts'
import { publishedOf } from '../submissions/reported.ts'
import { countedOf, REPORTS, type Counted } from './counted.ts'
import { METRICS, ROLELESS, type DataPoint, type RolelessPoint } from './data-point.ts'
import { filedOffersOf, typicalFigureOf } from './filed-offers.ts'
import { lineageOf, pointOf } from './lineage.ts'
import { figureOf } from './figure.ts'
import { rolelessOf } from './roleless.ts'
import { SourceOut, sourceView } from './source.ts'

const FORMS =
  'comp:<role>:<city|national>:<metric>:<YYYY-Qn>, occupation:<SOC>:national:median:<YYYY>-Q2 or skill:<skill>:national:premium:<YYYY-Qn>'

const PointIn = lazySchema((z) =>
  z.strictObject({ data_point_id: z.string().max(300).describe(`As it was served: ${FORMS}.`) }),
)

const KINDS = ['published', 'derived', 'modelled', 'interpolated', 'extrapolated'] as const

const Lineage = lazySchema((z) =>
  z.strictObject({
    data_point_id: z.string(),
    role: out.RoleOut().nullable().describe('Null for figures of an occupation or a skill.'),
    city: out.CityOut().nullable(),
    occupation: z
      .strictObject({ soc_code: z.string(), soc_title: z.string() })
      .optional()
      .describe('Of `occupation:` ids.'),
    skill: z.string().optional().describe('Of `skill:` ids.'),
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
  }),
)

export const showLineage = operation({
  name: 'lineage.get',
  summary: 'Resolve a data point id to its sources, formula, inputs and steps.',
  http: 'GET /api/v1/intelligence/lineage/:data_point_id',
  access: 'intelligence:read',
  effect: 'read',
  plan: 'pro',
  input: PointIn,
  output: Lineage,
  async run(ctx, { data_point_id }) {
    const whole = await ctx.intelligence.fullDataset()
    const now = quarterOf(ctx.clock.now())
    const lineage =
      rolelessLineage(whole, data_point_id, now) ??
      countedLineage(whole, data_point_id, now) ??
      offersLineage(whole, data_point_id) ??
      payLineage(whole, data_point_id)
    if (lineage.metric !== 'reported' || !lineage.role) return lineage
    const reports = await reportsOf(ctx, lineage.role.slug, lineage.city?.slug ?? null)
    const { base, people } = publishedOf(reports)
    return { ...lineage, inputs: { ...lineage.inputs, people }, value: base?.median ?? null }
  },
})

/** The lineage of an occupation's published median, or of a skill's premium. */
function rolelessLineage(whole: FullDataset, id: string, now: string) {
  const found = rolelessOf(whole, id, now)
  if (!found) return null
  const { occupation, skill } = found
  const about = { role: null, city: null, ...(occupation && { occupation }), ...(skill && { skill }) }
  return shown(whole, id, about, found)
}

/** The lineage of what is no estimate: the market, the skills, and reports. */
function countedLineage(whole: FullDataset, id: string, now: string) {
  const point = pointOf(whole.words, id)
  const found = point && countedOf(whole, point, now)
  if (!found) return null
  return shown(whole, id, placeOf(whole, point), { ...found, value: null })
}

/** The lineage of filed offers, and of a typical figure. */
function offersLineage(whole: FullDataset, id: string) {
  const point = pointOf(whole.words, id)
  const found = point && (filedOffersOf(whole, point) ?? typicalFigureOf(whole, point))
  return found && shown(whole, id, placeOf(whole, found.point), found)
}

/** The lineage of an amount of pay, computed again from the same inputs. */
function payLineage(whole: FullDataset, id: string) {
  const found = lineageOf(whole, id)
  const figure = found && figureOf(whole, found)
  if (!found || !figure)
    return fail('data_point_not_found', { id: id.slice(0, 200) }, { hint: `Ids are ${FORMS}.` })
  return shown(whole, id, placeOf(whole, found.point), {
    ...figure,
    point: found.point,
    inputs: { ...inputsOf(found.estimate), ...figure.inputs },
    steps: [...found.steps, ...figure.steps],
    names: found.sources.map(({ name }) => name),
  })
}

interface Found extends Pick<Counted, 'kind' | 'inputs' | 'steps'> {
  point: Pick<DataPoint | RolelessPoint, 'metric' | 'quarter'>
  value: number | null
  note: string | null
  /** Sources besides those of the steps. */
  names?: readonly string[]
}

/** With the fields in the order of the schema: a remote terminal shows them in that order, a local one as they are. */
const shown = <About extends object>(
  whole: FullDataset,
  id: string,
  about: About,
  { point, steps, names = [], ...found }: Found,
) => ({
  data_point_id: id,
  ...about,
  metric: point.metric,
  quarter: point.quarter,
  value: found.value,
  kind: found.kind,
  formula: steps.map(({ step }) => step).join(' → '),
  inputs: found.inputs,
  steps,
  sources: sourcesOf(whole, [...names, ...steps.map(({ source }) => source)]),
  data_version: whole.manifest.version,
  methodology_version: METHODOLOGY_VERSION,
  note: found.note,
})

function placeOf({ catalog }: FullDataset, point: DataPoint) {
  const city = point.city === null ? null : findCity(catalog, point.city)
  return { role: roleView(catalog, must(findRole(catalog, point.role))), city: city && cityView(city) }
}

const inputsOf = ({
  survey,
  surveyMedian,
  median,
  sampleSize,
  employmentRepresented,
  relativeStandardError,
  city,
}: Estimate) => ({
  survey_median: surveyMedian,
  survey_mean: survey.mean === null ? null : Math.round(survey.mean),
  sigma: survey.sigma,
  wage_area: city ? `${city.area} ${city.areaName}` : null,
  areas_sharing_figures: survey.sharing,
  cell_noise_ln: survey.noise,
  published_cells: sampleSize,
  experience_factor: median / surveyMedian,
  employment_represented: employmentRepresented,
  relative_standard_error_pct: relativeStandardError,
})

function sourcesOf({ manifest }: FullDataset, names: readonly string[]) {
  return [...new Set(names)].flatMap((name) => {
    if (name === REPORTS.name) return [{ ...REPORTS }]
    const source = manifest.sources[name]
    return source ? [sourceView(name, source)] : []
  })
}
