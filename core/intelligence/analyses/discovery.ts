// Analysis: finds roles and cities by plain words, best match first.
import { dollars } from '../../kernel/amounts.ts'
import { words, type Parsed, objectSchema } from '../../kernel/schema.ts'
import { must } from '../../kernel/narrow.ts'
import { newestYear } from '../file/catalog.ts'
import { estimate } from '../estimates/estimate.ts'
import type { FullDataset } from '../file/dataset.ts'
import { UNDERSTOOD } from '../words/certainty.ts'
import { EXPERIENCES } from '../words/experience.ts'
import { citiesFound, SUBURB } from '../words/places.ts'
import { titleAndPlace } from '../words/question.ts'
import { searchRoles } from '../words/search.ts'
import * as q from './analysis.ts'

const KINDS = ['both', 'roles', 'cities'] as const
const MAX_RESULTS = 50
const DEFAULT_RESULTS = 5

const DiscoveryIn = objectSchema((z) => ({
  query: words(z, 200).describe(
    'A job title, a place, or both: "icu nurse", "bay area", "nurse in el paso".',
  ),
  kind: z.enum(KINDS).optional().describe('What to look for; "both" unless given.'),
  limit: z
    .int()
    .min(1)
    .max(MAX_RESULTS)
    .optional()
    .describe(`Most matches of each kind; ${DEFAULT_RESULTS} unless given.`),
}))

const Discovery = objectSchema((z) => ({
  summary: z.string().describe('The best matches as text.'),
  roles: z.array(
    z.strictObject({
      slug: z.string().describe('Pass this as role.'),
      title: z.string(),
      soc_code: z.string(),
      score: z.number().describe('0 to 1; above 0.9 is practically certain.'),
      experience: z.enum(EXPERIENCES).nullable().describe('The level the words named.'),
      national_median: z.int().nullable().describe('The survey’s national median, USD a year.'),
      occupation_median: z.int().nullable().describe('The same for its occupation.'),
    }),
  ),
  cities: z.array(
    z.strictObject({
      slug: z.string().describe('Pass this as city.'),
      name: z.string(),
      state: z.string(),
      score: z.number(),
      matched: z.string().describe('The place that matched; the city is its metropolitan area.'),
      price_level: z.number().describe('Price level there relative to the nation (1).'),
    }),
  ),
  more: z.boolean().describe('Whether there may be more matches; raise limit.'),
  citation: q.Citation(),
}))
type Discovery = Parsed<typeof Discovery>

export const discoverRolesAndCities = q.analysis({
  name: 'analyses.discovery',
  summary: 'Find roles and cities by plain words, with their slugs.',
  tool: 'discover_roles_and_cities',
  input: DiscoveryIn,
  output: Discovery,
  async run(ctx, { query, kind = 'both', limit = DEFAULT_RESULTS }) {
    const dataset = await ctx.intelligence.fullDataset()
    const named = citiesFor(dataset, query, limit)
    const isPlace = (named[0]?.score ?? 0) >= SUBURB
    // Splits a query into role and place as pay requests do: "nurse near Philly".
    const split = isPlace ? null : titleAndPlace(dataset.words, query)
    const alike = kind === 'cities' ? [] : rolesFor(dataset, split?.title ?? query, limit)
    const found = {
      // If the query names a place, titles with a low score only share letters with the place's name.
      roles: isPlace ? alike.filter(({ score }) => score >= UNDERSTOOD) : alike,
      cities: kind === 'roles' ? [] : split ? citiesFor(dataset, split.place, limit) : named,
    }
    const citation = q.citationOf(ctx, ['BLS OEWS', 'O*NET 29.3', 'BEA price parities'], null)
    const more = found.roles.length === limit || found.cities.length === limit
    return q.withSummary({ ...found, more, citation }, linesOf(query, found))
  },
})

/** Matches below this score share only a few letters with the query. */
const MIN_SCORE = 0.3

const isLike = ({ score }: { score: number }): boolean => score >= MIN_SCORE

function rolesFor({ catalog, words }: FullDataset, query: string, limit: number): Discovery['roles'] {
  const { data, experience } = searchRoles(words, query, { limit })
  return data.filter(isLike).map(({ slug, title, soc, score }) => {
    const pay = estimate(catalog, { role: slug, city: null })
    return {
      ...{ slug, title, soc_code: soc, score, experience },
      national_median: 'reason' in pay ? null : pay.median,
      occupation_median: newestYear(catalog, soc)?.percentiles[2] ?? null,
    }
  })
}

const citiesFor = ({ catalog, words }: FullDataset, query: string, limit: number): Discovery['cities'] =>
  citiesFound(words, query)
    .filter(isLike)
    .slice(0, limit)
    .map(({ slug, score, matched }) => {
      const { name, state, rpp } = must(catalog.city(slug))
      return { slug, name, state, score, matched, price_level: Math.round(rpp * 10) / 1000 }
    })

function linesOf(query: string, { roles, cities }: Pick<Discovery, 'roles' | 'cities'>) {
  const role = ({ slug, title, score, experience, national_median: median }: Discovery['roles'][number]) =>
    `- ${slug} (${title}${experience ? `, ${experience}` : ''}; match ${score}${median ? `; survey median in the nation ${dollars(median)} a year` : ''})`
  const city = ({ slug, matched, score, ...named }: Discovery['cities'][number]) => {
    const own = q.placeName(named)
    return `- ${slug} (${own}${matched === own ? '' : `, from ${matched}`}; match ${score})`
  }
  return [
    !roles.length &&
      !cities.length &&
      `Nothing matches “${query}”. Try a common job title, or a US city with its state.`,
    ...(roles.length ? ['Roles, best first:', ...roles.slice(0, 10).map(role)] : []),
    ...(cities.length ? ['Cities, best first:', ...cities.slice(0, 10).map(city)] : []),
  ]
}
