// Where an analysis comes from, in one line to quote and as fields to follow.
import { serviceUrl } from '../../config.ts'
import type { Context } from '../../kernel/context.ts'
import { recipe, type Parsed } from '../../kernel/schema.ts'
import { attributionAt, BENCHMARK_DATE, BENCHMARK_QUARTER } from '../attribution.ts'
import { dataPointId, type Metric } from '../lineage/data_point.ts'
import type { Subject } from './question.ts'

export const Citation = recipe((z) =>
  z.strictObject({
    text: z.string().describe('Quote this beside the figures.'),
    sources: z.array(z.string()),
    as_of: z.string().describe('Last day of the quarter the figures represent.'),
    methodology_url: z.string(),
    data_point_id: z.string().nullable(),
    lineage_url: z.string().nullable().describe('Shows every step and source behind the figure.'),
  }),
)
export type Citation = Parsed<typeof Citation>

/** The citation of figures from these sources; `point` is the id of the figure that leads. */
export function citationOf({ config }: Context, sources: readonly string[], point: string | null): Citation {
  const url = serviceUrl(config)
  const { methodology, methodology_version: version } = attributionAt(url)
  return {
    text: `crm compensation intelligence, ${BENCHMARK_QUARTER}, method ${version}, from ${sources.join(', ')}`,
    sources: [...sources],
    as_of: BENCHMARK_DATE,
    methodology_url: methodology,
    data_point_id: point,
    lineage_url: point && `${url}/api/v1/intelligence/lineage/${point}`,
  }
}

/** The id of the subject's figure. */
export const pointOf = (
  { catalog, role, city }: Pick<Subject, 'catalog' | 'role' | 'city'>,
  metric: Metric,
): string => dataPointId({ role: role.slug, city: city?.slug ?? null, metric, quarter: catalog.benchmark })

/** What readers call the sources that estimates count under their short names. */
const NAMES: Record<string, string> = {
  bls_oews: 'BLS OEWS',
  oflc_wages: 'DOL OFLC wages',
  dol_lca: 'DOL LCA filings',
}

export const namesOf = (breakdown: Readonly<Record<string, number>>): string[] =>
  Object.keys(breakdown).map((name) => NAMES[name] ?? name)

/** The closing line of every summary. */
export const citeLine = ({ text, data_point_id: point }: Citation): string =>
  `Source: ${text}${point ? `; data point ${point}` : ''}.`
