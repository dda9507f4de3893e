// The tool that searches everything at once.
import { MAX_CANDIDATES, search } from '../../../core/search/operations.ts'
import { shortId } from '../../../core/kernel/id.ts'
import { pageIn, pipelineTool } from './arguments.ts'
import { dayOf, jobName, momentOf } from './record-text.ts'
import { normalisedCompany } from '../../../core/jobs/names.ts'
import { listJobs } from '../../../core/jobs/queries.ts'
import { NOUNS, type Noun } from '../../../core/references/resolve.ts'
import { type Tool, withLines, type ToolContext } from '../tool.ts'

const searchAll = pipelineTool({
  name: 'search_everything',
  title: 'Search everything',
  description: 'Finds words in jobs, contacts, activities and events, notes and texts included; best first.',
  access: 'jobs:read',
  input: (z) => ({ query: z.string().min(1).max(500), limit: pageIn(z).limit }),
  async run(ctx, { query, limit }) {
    const { results, total } = await ctx.ask(search, { q: query, limit })
    const rows = results.map(({ marks: _, ...row }) => row)
    const lines = rows.map(({ type, id, title, about, snippet, at }) =>
      [`[${shortId(id)}] ${type}: ${title}`, about, dayOf(at, momentOf(ctx)), snippet]
        .filter(Boolean)
        .join(' · '),
    )
    const more = total < MAX_CANDIDATES ? '' : ' or more'
    const summary = rows.length ? `${rows.length} of ${total}${more} found.` : 'Nothing found.'
    return withLines(summary, lines, { results: rows, total })
  },
})

/** For a search without results: records with similar names, or found without stop words. */
export async function similarRecords(ctx: ToolContext, noun: Noun, names: string, nothing: string) {
  const text = names.replace(JOINING, ' ').replace(/\s+/g, ' ').trim().slice(0, 200)
  if (!text) return nothing
  const q = normalisedCompany(text)
  const [{ matches, near }, found] = await Promise.all([
    ctx.ask(NOUNS[noun].op, { ref: text }),
    noun === 'job' ? ctx.ask(listJobs, { q, limit: MAX_NEARLY }).then(({ jobs }) => jobs) : [],
  ])
  // A match distinguishes jobs of one name, so its name counts.
  const named = [...found.map((job) => ({ id: job.id, name: jobName(job) })), ...matches, ...near]
  const lines = [...new Map(named.map(({ id, name }) => [id, `[${shortId(id)}] ${name}`])).values()]
  return lines.length ? `${nothing} Nearly so: ${lines.slice(0, MAX_NEARLY).join('; ')}.` : nothing
}

const MAX_NEARLY = 5
const JOINING =
  /(?<![\p{L}\p{N}])(?:jobs?|roles?|positions?|people|in|at|for|the|an?|with|near)(?![\p{L}\p{N}])/giu

export const SEARCH_TOOLS: readonly Tool[] = [searchAll]
