// The public catalogue: roles, cities, and role search.
import type { Context } from '../../kernel/context.ts'
import { operation } from '../../kernel/operation.ts'
import { lazySchema } from '../../kernel/schema.ts'
import type { Catalog, Role } from '../catalog/catalog.ts'
import { BANDS } from '../estimates/experience.ts'
import { estimate } from '../estimates/estimate.ts'
import { cachedResponse } from '../response-cache.ts'
import { undecorated } from '../search/decorations.ts'
import { findRoles } from '../search/roles.ts'
import { queryIn } from './question.ts'
import * as out from './records.ts'
import { cityView } from './view.ts'

const Nothing = lazySchema((z) => z.strictObject({}))

const RoleRow = lazySchema((z) =>
  z.strictObject({
    slug: z.string(),
    title: z.string(),
    national_median: z.int().nullable().describe('Null where no annual pay is published.'),
  }),
)
const Roles = lazySchema((z) => z.array(RoleRow()))

const CityRow = lazySchema((z) => {
  const { slug, name, state, cost_of_living_multiplier } = out.CityOut().shape
  return z.strictObject({ slug, name, state, cost_of_living_multiplier })
})
const Cities = lazySchema((z) => z.array(CityRow()))

const Search = lazySchema((z) =>
  z.strictObject({ q: queryIn(z).describe('Free text: a title, a short form, with typos.') }),
)
const Matches = lazySchema((z) =>
  z.array(
    z.strictObject({
      ...RoleRow().shape,
      score: z.number().describe('0 to 1.'),
      matched: z.string().describe('The title that matched.'),
      experience: z.enum(BANDS).nullable().describe('The seniority in the text.'),
    }),
  ),
)

const MAX_MATCHES = 50
/** Below this score a wording only shares letters with the text: “qwerty” matches no role. */
const MIN_LIKENESS = 0.3

const rowOf = (catalog: Catalog, { slug, title }: Pick<Role, 'slug' | 'title'>) => {
  const pay = estimate(catalog, { role: slug, city: null })
  return { slug, title, national_median: 'missing' in pay ? null : pay.median }
}

export const listRoles = operation({
  name: 'salaries.roles',
  summary: 'List every role with its national median.',
  http: 'GET /api/v1/intelligence/salaries/roles',
  access: 'public',
  effect: 'read',
  input: Nothing,
  output: Roles,
  async run(ctx) {
    const { catalog } = await ctx.intelligence.fullDataset()
    return cachedResponse(ctx, 'roles', () => catalog.roles.map((role) => rowOf(catalog, role)))
  },
})

export const listCities = operation({
  name: 'salaries.cities',
  summary: 'List every city with its cost of living.',
  http: 'GET /api/v1/intelligence/salaries/cities',
  access: 'public',
  effect: 'read',
  input: Nothing,
  output: Cities,
  async run(ctx) {
    const { catalog } = await ctx.intelligence.fullDataset()
    return cachedResponse(ctx, 'cities', () =>
      catalog.cities.map((city) => {
        const { id: _, ...row } = cityView(city)
        return row
      }),
    )
  },
})

export const searchRoles = operation({
  name: 'salaries.search',
  summary: 'Find roles by free text, best first, at most 50.',
  http: 'GET /api/v1/intelligence/salaries/search',
  access: 'public',
  effect: 'read',
  input: Search,
  output: Matches,
  run: (ctx, { q }) => search(ctx, q),
})

async function search({ intelligence }: Context, text: string) {
  const { catalog, roleIndex } = await intelligence.fullDataset()
  return findRoles(await roleIndex(), undecorated(text).title, MAX_MATCHES)
    .filter(({ score }) => score >= MIN_LIKENESS)
    .map(({ score, matched, experience, ...role }) => ({
      ...rowOf(catalog, role),
      score,
      matched,
      experience,
    }))
}
