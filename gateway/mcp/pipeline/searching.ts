// The tool that searches everything at once.
import { search } from '../../../core/search/operations.ts'
import { shortId } from '../../../core/kernel/id.ts'
import { lazySchema } from '../../../core/kernel/schema.ts'
import { toolWithInput, type Tool } from '../tool.ts'
import { away } from './record-text.ts'

const SearchIn = lazySchema((z) =>
  z.strictObject({ query: z.string().min(1).max(500), limit: z.int().min(1).max(100).optional() }),
)

const searchAll = toolWithInput({
  name: 'search_everything',
  title: 'Search everything',
  description: 'Finds words in jobs, contacts, activities and events, notes and texts included; best first.',
  effect: 'read',
  access: 'jobs:read',
  input: SearchIn,
  async run(ctx, { query, limit }) {
    const { results, total } = await ctx.ask(search, { q: query, limit })
    const rows = results.map(({ marks: _, ...row }) => row)
    const moment = { now: ctx.now(), timeZone: ctx.timeZone }
    const lines = rows.map(({ type, id, title, about, snippet, at }) =>
      [`[${shortId(id)}] ${type}: ${title}`, about, away(at, moment), snippet].filter(Boolean).join(' · '),
    )
    const summary = rows.length ? `${rows.length} of ${total} found.` : 'Nothing found.'
    return { summary, words: [summary, ...lines].join('\n'), results: rows, total }
  },
})

export const SEARCH_TOOLS: readonly Tool[] = [searchAll]
