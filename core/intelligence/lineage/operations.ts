// The lineage of a data point id: sources, formula, inputs and steps of its figure, computed again.
import { fail } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { objectSchema } from '../../kernel/schema.ts'
import { METHODOLOGY_VERSION, SourceOut, sourceView } from '../attribution.ts'
import { type City, type Role, nationalYear, yearOf, ALL_OCCUPATIONS } from '../file/catalog.ts'
import type { FullDataset } from '../file/dataset.ts'
import { formulaOfYear, stepMaker } from '../estimates/explain.ts'
import { BREAKS, changeOfYear, FIRST_YEAR } from '../history/history.ts'
import * as out from '../salaries/records.ts'
import { cityView, roleView } from '../salaries/view.ts'
import { quarterAt, reportsOf, publishedOf } from '../submissions/operations.ts'
import { CAVEAT, premiumView } from '../skills/operations.ts'
import { currentRole } from '../words/question.ts'
import { countedOf, isCounted, REPORTS } from './counted.ts'
import {
  METRICS,
  parseDataPointId,
  parseRolelessId,
  ROLELESS,
  type DataPoint,
  type RolelessPoint,
  type Derivation,
  type LocatedPoint,
} from './data-point.ts'
import { filedOffersOf, figureOf, typicalFigureOf } from './figure.ts'

type Whole = LocatedPoint['whole']

const ALL_TITLE = 'All occupations'

/** The published pay of an occupation in May of a year, or null if the data lack it. */
function occupationOf({ catalog }: Whole, { of: soc, quarter }: RolelessPoint): Derivation | null {
  const year = yearOf(quarter)
  const title = soc === ALL_OCCUPATIONS ? ALL_TITLE : catalog.occupation(soc)?.title
  const published = nationalYear(catalog, soc, year)
  const [p10 = null, p25 = null, median = null, p75 = null, p90 = null] = published?.percentiles ?? []
  if (title === undefined || !published || median === null) return null
  const { employment, mean } = published
  const before = nationalYear(catalog, soc, year - 1)?.percentiles[2] ?? null
  const change = changeOfYear(catalog, soc, year)
  const changed = stepMaker('derived', 'bls_oews')(
    'change',
    'median ÷ median of the year before − 1',
    `${change} % from ${before}, May ${year - 1}`,
  )
  return {
    occupation: { soc_code: soc, soc_title: title },
    value: median,
    kind: 'published',
    inputs: {
      ...{ employment, mean, p10, p25, median, p75, p90 },
      ...{ median_year_before: before, median_change_pct: change },
    },
    steps: [
      stepMaker('published', 'soc')('occupation', 'the occupation of the code', `${soc} ${title}`),
      stepMaker('published', 'bls_oews')(
        'national percentiles',
        formulaOfYear(soc),
        `median ${median}, May ${year}`,
      ),
      ...(change === null ? [] : [changed]),
    ],
    note: BREAKS[year] ? `Not comparable with the year before: ${BREAKS[year]}` : null,
  }
}

function premiumOf({ references }: Whole, { of, quarter }: RolelessPoint, now: string): Derivation | null {
  const premium = references.premiums().find(({ skill }) => skill === of)
  if (!premium || quarter > now || quarter < `${FIRST_YEAR}-Q2`) return null
  const { premium_pct, low_pct, high_pct, offers, groups } = premiumView(premium)
  const keywords = premium.keywords.split('|').join(', ')
  const modelled = stepMaker('modelled', 'dol_lca')
  return {
    ...{ skill: of, value: null, kind: 'modelled' },
    inputs: { premium_pct, low_pct, high_pct, offers, groups, keywords },
    steps: [
      stepMaker('published', 'dol_lca')(
        'offers',
        `offers whose title has one of: ${keywords}`,
        `${offers} offers in ${groups} groups of one employer and one occupation`,
      ),
      modelled(
        'premium',
        'exp(Σ w × (mean of the group’s offers with the word − mean of those without) ÷ Σ w) − 1; w = n₁n₂ ÷ (n₁ + n₂); each offer is ln pay less what its occupation, city and level predict',
        `${premium_pct} %`,
      ),
      modelled(
        'interval',
        'exp(ln premium ± 1.96 × standard error between groups) − 1',
        `${low_pct} % to ${high_pct} %`,
      ),
    ],
    note: CAVEAT,
  }
}

interface Derived extends Derivation {
  point: Pick<DataPoint | RolelessPoint, 'metric' | 'quarter'>
  role: Role | null
  city: City | null
}

/** The lineage of an id. Null if the id is malformed, unknown or has no figure. `now` is the current quarter. */
export function lineageOf(whole: Whole, id: string, now: string): Derived | null {
  const roleless = parseRolelessId(id)
  if (roleless) {
    const found =
      roleless.metric === 'median' ? occupationOf(whole, roleless) : premiumOf(whole, roleless, now)
    return found && { ...found, point: roleless, role: null, city: null }
  }
  const found = locate(whole, id)
  const made = found && derivationOf(found, now)
  return made && { ...made, point: found.point, role: found.role, city: found.city }
}

function derivationOf(found: LocatedPoint, now: string): Derivation | null {
  const { metric } = found.point
  if (isCounted(metric)) return countedOf(found, metric, now)
  if (metric === 'offers') return filedOffersOf(found)
  return metric === 'typical' ? typicalFigureOf(found) : figureOf(found)
}

/** The data point of an id, under the current slug of its role. */
function locate(whole: Whole, id: string): LocatedPoint | null {
  const parsed = parseDataPointId(id)
  if (!parsed) return null
  const point = { ...parsed, role: currentRole(whole.words, parsed.role) }
  const role = whole.catalog.role(point.role)
  const city = point.city === null ? null : whole.catalog.city(point.city)
  return role && (city || point.city === null) ? { whole, point, role, city } : null
}

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
