// Searches all records (jobs, contacts, activities, events and offers) by their words, best first.
import type { Context } from '../kernel/context.ts'
import { folded } from '../kernel/folded.ts'
import { Id, Instant, pageIn, words as wordsIn, type Parsed, objectSchema } from '../kernel/schema.ts'
import { operation } from '../kernel/operation.ts'
import { NOUNS, SCOPE_NOUNS, type NounName } from '../kernel/record.ts'
import * as store from './store.ts'
import { broadQuery, exactQuery, namedQuery, scoreOf, snippetOf, wordsOf } from './words.ts'

export { MAX_CANDIDATES } from './store.ts'

const SearchIn = objectSchema((z) => ({
  q: wordsIn(z, 500).describe('Words, or beginnings of words, of any field; all must be there.'),
  type: z.array(z.enum(NOUNS)).optional().describe('Comma-separated types; default all.'),
  limit: pageIn(z).limit.describe('Default 20.'),
}))

const SearchHit = objectSchema((z) => ({
  type: z.enum(NOUNS),
  id: Id(),
  title: z.string(),
  about: z
    .string()
    .nullable()
    .describe('The status of a job or an offer, the address of a contact, else the company.'),
  jobId: Id().nullable(),
  snippet: z.string().nullable().describe('The text around the words; null if only the title has them.'),
  marks: z.array(z.tuple([z.int(), z.int()])).describe('Start and end of each match in the snippet.'),
  at: Instant().describe('When it was changed, happened or begins.'),
}))
export type SearchHit = Parsed<typeof SearchHit>

const SearchOut = objectSchema((z) => ({
  results: z.array(SearchHit()).describe('Best first.'),
  total: z.int().describe(`How many were found, up to ${store.MAX_CANDIDATES} of a type.`),
}))

/** If there are fewer exact matches, beginnings of words count too. */
const ENOUGH = 20

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Two letters are inside too many words. */
const FEWEST_LETTERS = 3

async function candidatesOf(
  { sql, principal }: Context,
  types: readonly NounName[],
  q: string,
  words: readonly string[],
): Promise<readonly store.Candidate[]> {
  const { userId } = principal
  const named = namedQuery(words)
  const exact = await store.listMatches(sql, userId, types, { all: exactQuery(words), named })
  // Too many words begin with a text as short as “Go”.
  const isShort = words.every((word) => word.length < 3)
  if (exact.length >= ENOUGH || (exact.length && isShort)) return exact
  const [broad, posted] = await Promise.all([
    store.listMatches(sql, userId, types, { all: broadQuery(words), named }),
    types.includes('job') ? store.listPostingMatches(sql, userId, broadQuery(words)) : [],
  ])
  const seen = new Set<string>()
  const ranked = [...exact.map((one) => ({ ...one, rank: one.rank + 1 })), ...broad, ...posted]
  const all = ranked.filter(({ id }) => !seen.has(id) && seen.add(id))
  const letters = folded(q.trim())
  if (all.length || letters.length < FEWEST_LETTERS) return all
  return store.listContaining(sql, userId, types, letters)
}

const orderOf = (type: NounName): number => NOUNS.indexOf(type)

export const search = operation({
  name: 'search.all',
  summary: 'Search jobs, contacts, activities, events and offers.',
  http: 'GET /api/mcp/search',
  access: 'jobs:read',
  input: SearchIn,
  output: SearchOut,
  async run(ctx, { q, type = [...NOUNS], limit = 20 }) {
    const allowed = type.filter((each) => ctx.principal.scopes.has(`${SCOPE_NOUNS[each]}:read`))
    const words = wordsOf(q)
    if (!words.length || !allowed.length) return { results: [], total: 0 }
    const found = await candidatesOf(ctx, allowed, q, words)
    const ranked = found
      .map((one) => ({ ...one, score: scoreOf(one.title, words) + one.rank }))
      .sort((a, b) => b.score - a.score || orderOf(a.type) - orderOf(b.type) || (a.at < b.at ? 1 : -1))
      .slice(0, limit)
    return { results: await hitsOf(ctx, ranked, words), total: found.length }
  },
})

async function hitsOf(
  { sql, principal }: Context,
  ranked: readonly store.Candidate[],
  words: readonly string[],
): Promise<SearchHit[]> {
  if (!ranked.length) return []
  const ids = ranked.map(({ id }) => id)
  const rows = await store.listTexts(sql, principal.userId, ids)
  const textsOf = new Map(rows.map((row) => [`${row.type} ${row.id}`, row]))
  const snippets = ranked.map(({ type, id }) => snippetOf(textsOf.get(`${type} ${id}`)?.texts ?? [], words))
  const unexplained = ranked
    .filter(({ type, title }, at) => type === 'job' && !snippets[at] && !scoreOf(title, words))
    .map(({ id }) => id)
  const postings = unexplained.length ? await store.listPostingTexts(sql, principal.userId, unexplained) : []
  return ranked.map(({ type, id, title, jobId, at }, place) => {
    const row = textsOf.get(`${type} ${id}`)
    const bodies = postings.filter(({ jobId: of }) => type === 'job' && of === id).map(({ body }) => body)
    const snippet = snippets[place] ?? snippetOf(bodies, words)
    return {
      type,
      id,
      title,
      about: row?.about ?? null,
      jobId,
      snippet: snippet?.text ?? null,
      marks: snippet?.marks ?? [],
      at,
    }
  })
}

/** Runs the statements of a search for a user who does not exist, so that the connection has planned them before a user waits. */
export async function warmUp({ sql }: Pick<Context, 'sql'>): Promise<void> {
  const all = broadQuery(['a'])
  await store.listMatches(sql, NOBODY, NOUNS, { all, named: all })
  await store.listPostingMatches(sql, NOBODY, all)
  await store.listContaining(sql, NOBODY, NOUNS, 'abc')
  await store.listTexts(sql, NOBODY, [NOBODY])
}

export const operations = [search]
