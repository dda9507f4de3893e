// What all analyses share: routes, access, inputs, and the text and citation of an answer.
import { serviceUrl } from '../../config.ts'
import type { Context } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'
import { text, words, type Parsed, objectSchema } from '../../kernel/schema.ts'
import { operation, type Operation } from '../../kernel/operation.ts'
import type { Z, Zod } from '../../kernel/zod.ts'
import { METHODOLOGY_VERSION, methodologyAt } from '../attribution.ts'
import { EXPERIENCES } from '../words/experience.ts'
import type { City } from '../file/catalog.ts'
import type { LookupResult } from '../question.ts'
import { cachedResponse } from '../response-cache.ts'

/**
 * Declares an analysis of the pro plan. `tool` is the last segment of the route, which is also the tool's name. Answers are cached
 * by the parsed input, whose fields are always in the same order.
 */
export function analysis<Input extends Z.ZodType, Output extends Z.ZodType<object>>({
  tool,
  run,
  ...named
}: Pick<Operation<Input, Output>, 'name' | 'summary' | 'input' | 'output' | 'run'> & { tool: string }) {
  return operation<Input, Output>({
    ...named,
    http: `POST /api/v1/intelligence/tools/${tool}`,
    access: 'intelligence:read',
    plan: 'pro',
    run: (ctx, input) =>
      cachedResponse(ctx, `${ctx.operation} ${JSON.stringify(input)}`, () => run(ctx, input)),
  })
}

const MAX_TEXT_CHARACTERS = 200

export const roleIn = (z: Zod) =>
  words(z, MAX_TEXT_CHARACTERS).describe(
    'Job title in plain words, with its level, or a role slug: "staff swe", "RN".',
  )

export const cityIn = (z: Zod) =>
  text(z, MAX_TEXT_CHARACTERS)
    .optional()
    .describe('US city in plain words or a slug: "sf", "Portland, OR". Leave out for the nation.')

export const experienceIn = (z: Zod) =>
  z
    .enum(EXPERIENCES)
    .optional()
    .describe('Leave out for all levels, or when the title says it ("senior nurse").')

export const DETAILS = ['brief', 'full'] as const
export const detailIn = (z: Zod) =>
  z.enum(DETAILS).optional().describe('Default "brief"; "full" adds the tables behind the figures.')

const RoleRef = objectSchema((z) => ({
  slug: z.string(),
  title: z.string(),
  soc_code: z.string().describe('Standard Occupational Classification.'),
  occupation: z.string(),
}))
const CityRef = objectSchema((z) => ({ slug: z.string(), name: z.string(), state: z.string() }))

/** The first fields of every answer about a role. */
export const subject = (z: Zod) => ({
  summary: z.string().describe('The result as text, with its source.'),
  understood: z.string().nullable().describe('How the words were understood; null for slugs.'),
  role: RoleRef(),
  city: CityRef().nullable().describe('Null for the whole country.'),
})

export function subjectOf(found: LookupResult) {
  const { catalog, role, city } = found
  const { slug, title, soc } = role
  return {
    understood: readingOf(found),
    role: { slug, title, soc_code: soc, occupation: catalog.occupation(soc)?.title ?? title },
    city: city && { slug: city.slug, name: city.name, state: city.state },
  }
}

export const placeName = (city: Pick<City, 'name' | 'state'> | null): string =>
  city ? `${city.name}, ${city.state}` : 'the United States'

/** Returns the figure. Throws `pay_not_found` if no source has one. */
export function requireFigure<T extends object>(
  figure: T | { reason: string },
  { city }: Pick<LookupResult, 'city'>,
): T {
  if (!('reason' in figure)) return figure
  const hint = city
    ? 'Leave the city out for the national figure.'
    : 'Ask for a related role that has figures.'
  return fail('pay_not_found', { reason: figure.reason }, { hint })
}

/** How the question was understood, in one sentence. Null for slugs, which are understood exactly. */
function readingOf({ understood, role, city }: LookupResult): string | null {
  const { role: title, city: place } = understood ?? {}
  const level = title?.experience ? `, ${title.experience} level` : ''
  const isPlain = title?.text.trim().toLowerCase() === role.title.toLowerCase()
  const area = place?.place ? `${place.place}, in the area of ${placeName(city)}` : placeName(city)
  const parts = [
    title && !isPlain && `“${title.text}” was read as ${role.title}${level}`,
    title?.unused.length && `not used: ${title.unused.join(', ')}`,
    place && `“${place.text}”${isPlain || !title ? ' was read' : ''} as ${area}`,
  ].filter(Boolean)
  return parts.length ? `${parts.join(', ')}.` : null
}

export const Citation = objectSchema((z) => ({
  text: z.string().describe('Cite this with the figures.'),
  data_point_id: z.string().nullable(),
  url: z.string().describe('The lineage of the figure, or the methodology.'),
}))
type Citation = Parsed<typeof Citation>

/** The citation of figures from these sources; `point` is the data point id of the main figure. */
export function citationOf(ctx: Context, sources: readonly string[], point: string | null): Citation {
  const url = serviceUrl(ctx.config)
  const quarter = point?.split(':').at(-1) ?? ctx.intelligence.edition().benchmark
  return {
    text: `crm compensation intelligence, ${quarter}, method ${METHODOLOGY_VERSION}, from ${sources.join(', ')}`,
    data_point_id: point,
    url: point ? `${url}/api/v1/intelligence/lineage/${point}` : methodologyAt(url),
  }
}

/** Adds `summary` to an answer: how the question was understood, the lines that apply, and the source. */
export function withSummary<A extends { understood?: string | null; citation: Citation }>(
  answer: A,
  lines: readonly (string | false | null | undefined)[],
) {
  const { text: source, data_point_id: point } = answer.citation
  const cited = `Source: ${source}${point ? `; data point ${point}` : ''}.`
  return { summary: [answer.understood, ...lines, cited].filter(Boolean).join('\n'), ...answer }
}

/** 3.1 → "+3.1 %". */
export const signedPercent = (percent: number): string =>
  `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %`

export const commaList = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
