// The citation of an analysis: one line of text, and fields for programs.
import { serviceUrl } from '../../config.ts'
import type { Context } from '../../kernel/context.ts'
import { lazySchema, type Parsed } from '../../kernel/schema.ts'
import { METHODOLOGY_VERSION, methodologyAt } from '../attribution.ts'
import { pointOf as pointAt } from '../salaries/view.ts'
import type { Subject } from './question.ts'

export const Citation = lazySchema((z) =>
  z.strictObject({
    text: z.string().describe('Cite this with the figures.'),
    data_point_id: z.string().nullable(),
    url: z.string().describe('The lineage of the figure, or the methodology.'),
  }),
)
export type Citation = Parsed<typeof Citation>

/** The citation of figures from these sources; `point` is the data point id of the main figure. */
export function citationOf(
  { config, intelligence }: Context,
  sources: readonly string[],
  point: string | null,
): Citation {
  const url = serviceUrl(config)
  const quarter = point?.split(':').at(-1) ?? intelligence.edition().benchmark
  return {
    text: `crm compensation intelligence, ${quarter}, method ${METHODOLOGY_VERSION}, from ${sources.join(', ')}`,
    data_point_id: point,
    url: point ? `${url}/api/v1/intelligence/lineage/${point}` : methodologyAt(url),
  }
}

export const pointOf = (
  subject: Pick<Subject, 'catalog' | 'role' | 'city'>,
  metric: Parameters<typeof pointAt>[2],
): string => pointAt(subject.catalog, subject, metric)

/** Display names of the source ids used in estimates. */
const NAMES: Record<string, string> = {
  bls_oews: 'BLS OEWS',
  bls_oews_metro: 'BLS OEWS, metropolitan areas',
  oflc_wages: 'DOL OFLC wages',
  dol_lca: 'DOL LCA filings',
}

export const namesOf = (breakdown: Readonly<Record<string, number>>): string[] =>
  Object.keys(breakdown).map((name) => NAMES[name] ?? name)

export const citeLine = ({ text, data_point_id: point }: Citation): string =>
  `Source: ${text}${point ? `; data point ${point}` : ''}.`
