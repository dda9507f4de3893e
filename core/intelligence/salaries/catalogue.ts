// The public catalogue: roles, cities, and role search.
import { operation } from '../../kernel/operation.ts'
import { text, lazySchema, objectSchema } from '../../kernel/schema.ts'
import type { Catalog, Role } from '../file/catalog.ts'
import { estimate } from '../estimates/estimate.ts'
import { cutPage, pageSchema, PageIn } from '../page.ts'
import { cachedResponse } from '../response-cache.ts'
import { EXPERIENCES } from '../words/experience.ts'
import { searchRoles as search } from '../words/search.ts'
import { requiredText } from './question.ts'
import * as out from './records.ts'
import { cityView } from './view.ts'

const RoleRow = objectSchema((z) => ({
  slug: z.string(),
  title: z.string(),
  national_median: z.int().nullable().describe('Null if no annual pay is published.'),
}))
const Roles = lazySchema((z) => pageSchema(z, RoleRow()))

const CityRow = lazySchema((z) => {
  const { slug, name, state, cost_of_living_multiplier } = out.CityOut().shape
  return z.strictObject({ slug, name, state, cost_of_living_multiplier })
})
const Cities = lazySchema((z) => pageSchema(z, CityRow()))

const MAX_MATCHES = 50

const Search = objectSchema((z) => ({
  q: requiredText(z, 200).describe('A title or an abbreviation. Typing errors are tolerated.'),
  cursor: text(z, 200).optional().describe('`next_cursor` of the previous page.'),
  limit: z.int().min(1).max(MAX_MATCHES).optional().describe(`Default ${MAX_MATCHES}.`),
}))
const Match = objectSchema((z) => ({
  ...RoleRow().shape,
  score: z.number().describe('0 to 1.'),
  matched: z.string().describe('The title that matched.'),
  experience: z.enum(EXPERIENCES).nullable().describe('The level in the text.'),
}))
const Matches = lazySchema((z) => pageSchema(z, Match()))

const rowOf = (catalog: Catalog, { slug, title }: Pick<Role, 'slug' | 'title'>) => {
  const pay = estimate(catalog, { role: slug, city: null })
  return { slug, title, national_median: 'reason' in pay ? null : pay.median }
}

export const listRoles = operation({
  name: 'salaries.roles',
  summary: 'List every role with its national median pay in the surveys.',
  http: 'GET /api/v1/intelligence/salaries/roles',
  access: 'public',
  input: PageIn,
  output: Roles,
  async run(ctx, asked) {
    const { catalog } = await ctx.intelligence.fullDataset()
    return cachedResponse(ctx, `roles ${JSON.stringify(asked)}`, () => {
      const page = cutPage(catalog.roles(), asked)
      return { ...page, data: page.data.map((role) => rowOf(catalog, role)) }
    })
  },
})

export const listCities = operation({
  name: 'salaries.cities',
  summary: 'List every city with its cost of living.',
  http: 'GET /api/v1/intelligence/salaries/cities',
  access: 'public',
  input: PageIn,
  output: Cities,
  async run(ctx, asked) {
    const { catalog } = await ctx.intelligence.fullDataset()
    return cachedResponse(ctx, `cities ${JSON.stringify(asked)}`, () => {
      const page = cutPage(catalog.cities(), asked)
      return { ...page, data: page.data.map(cityView).map(({ id: _, ...row }) => row) }
    })
  },
})

export const searchRoles = operation({
  name: 'salaries.search',
  summary: 'Find roles by words of a title, or else by similar names, best first, at most 50 a page.',
  http: 'GET /api/v1/intelligence/salaries/search',
  access: 'public',
  input: Search,
  output: Matches,
  async run({ intelligence }, { q, cursor, limit = MAX_MATCHES }) {
    const { catalog, words } = await intelligence.fullDataset()
    const { experience, ...page } = search(words, q, { limit, cursor })
    const data = page.data.map(({ slug, title, score, matched }) => ({
      ...rowOf(catalog, { slug, title }),
      score,
      matched,
      experience,
    }))
    return { ...page, data }
  },
})
