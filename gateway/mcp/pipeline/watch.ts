// The tools for watched boards.
import { dollars, several } from '../../../core/kernel/amounts.ts'
import {
  accept,
  createWatch,
  dismiss,
  listPostings,
  listWatches,
  runWatches,
} from '../../../core/watch/operations.ts'
import { EXPERIENCES } from '../../../core/intelligence/words/experience.ts'
import { payText } from '../../../core/reading/compensation.ts'
import { oneAmong } from '../../../core/references/resolve.ts'
import { POSTING_STATES, type WatchedPosting } from '../../../core/watch/watch.ts'
import { fail } from '../../../core/kernel/errors.ts'
import { isId, shortId } from '../../../core/kernel/id.ts'
import { withLines, type ToolContext, type Tool } from '../tool.ts'
import { pageIn, pipelineTool } from './arguments.ts'
import { everyRow } from './page.ts'
import { quoted } from '../foreign-text.ts'
import { dayOf, type Moment, momentOf } from './record-text.ts'

function postingLine(posting: WatchedPosting, moment: Moment): string {
  const { id, company, role, location, remote, pay, offers, estimate, why, jobId, state } = posting
  const parts = [
    quoted(`${company} — ${role}`),
    location && quoted(location),
    remote && 'remote',
    pay ? `states ${payText(pay)}` : 'states no clear pay',
    offers && `filed offers: median ${dollars(offers.median)} of ${offers.count}`,
    estimate && `survey: median ${dollars(estimate.median)}`,
    why.length > 0 && `fits: ${why.join('; ')}`,
    state,
    posting.postedAt && `posted ${dayOf(posting.postedAt, moment)}`,
    posting.closedAt && `closed ${dayOf(posting.closedAt, moment)}`,
    `${posting.board} ${posting.externalId}`,
    quoted(posting.url),
    jobId && `${state === 'new' ? 'seems to be' : 'is'} job ${shortId(jobId)}`,
  ]
  return `[${shortId(id)}] ${parts.filter(Boolean).join(' · ')}`
}

const postings = pipelineTool({
  name: 'list_postings',
  title: 'New postings',
  description:
    'Lists the postings found on the job boards the person watches, newest first, with the reason each fits. Accept one to make it a job, dismiss one to never show it again.',
  access: 'watch:read',
  input: (z) => ({
    state: z.array(z.enum(POSTING_STATES)).optional().describe('Default: new.'),
    ...pageIn(z),
    limit: pageIn(z).limit.describe('Default: 20.'),
  }),
  async run(ctx, { limit = 20, ...input }) {
    const page = await ctx.ask(listPostings, { ...input, limit })
    const { state = ['new'] } = input
    const { watches } = page.total ? { watches: [] } : await ctx.ask(listWatches, { limit: 1 })
    const none = !state.includes('new')
      ? `No posting is ${state.join(' or ')}.`
      : watches.length
        ? 'No new posting fits.'
        : 'No new posting. No board is watched: watch_board adds one.'
    const summary = page.total ? `${page.postings.length} of ${several(page.total, 'posting')}.` : none
    const lines = page.postings.map((each) => postingLine(each, momentOf(ctx)))
    return withLines(summary, [...lines, page.nextCursor && `More: cursor "${page.nextCursor}".`], page)
  },
})

const decide = pipelineTool({
  name: 'decide_posting',
  title: 'Accept or dismiss a posting',
  description:
    'Makes a job of a posting found on a watched board, with its text, pay and place; or dismisses it for ever. Only as the person decided. undo reverts it.',
  access: 'watch:write',
  idempotent: true,
  input: (z, common) => ({ id: common.reference('acme clerk'), decision: z.enum(['accept', 'dismiss']) }),
  async run(ctx, { id, decision }) {
    const isAccepted = decision === 'accept'
    const posting = await ctx.ask(isAccepted ? accept : dismiss, { id: await findPosting(ctx, id) })
    const summary = isAccepted
      ? `Accepted: it is job ${shortId(posting.jobId ?? '')}.`
      : 'Dismissed: it is not shown again.'
    return { summary, words: `${summary}\n${postingLine(posting, momentOf(ctx))}`, posting }
  },
})

/** Finds a posting of any state. Throws `posting_not_found`, `ambiguous`. */
async function findPosting(ctx: ToolContext, name: string): Promise<string> {
  const text = name.trim()
  if (isId(text)) return text.toLowerCase()
  const states = [...POSTING_STATES]
  const postings = await everyRow('postings', (more) => ctx.ask(listPostings, { state: states, ...more }))
  const named = postings.map(({ id, company, role }) => ({ id, name: `${company} — ${role}`, also: [role] }))
  const missing = () =>
    fail('posting_not_found', { id: `“${text}”` }, { hint: 'List them with list_postings.' })
  return oneAmong(text, named, missing).id
}

const watchBoard = pipelineTool({
  name: 'watch_board',
  title: 'Watch a job board',
  description:
    'Watches a company’s job board for postings that fit, and reads it once. Ask for the address of the careers page; a name alone is refused.',
  onlyAdds: true,
  access: 'watch:write',
  isOpenWorld: true,
  input: (z, common) => ({
    board: z
      .string()
      .max(2_048)
      .describe('greenhouse:acme, …, or the address of a careers page or feed. Never a guess.'),
    match: z.array(z.string().max(100)).optional().describe('Words of the title, any.'),
    not: z.array(z.string().max(100)).optional().describe('Words that rule it out.'),
    level: z.array(z.enum(EXPERIENCES)).optional().describe('Levels wanted.'),
    place: z.array(z.string().max(200)).optional().describe('Places, or remote.'),
    minPay: z.number().positive().optional().describe('A year.'),
    timeZone: common.zone(),
  }),
  async run(ctx, input) {
    const watch = await ctx.ask(createWatch, input)
    const { boards } = await ctx.ask(runWatches, { id: watch.id })
    const found = boards[0]?.error ?? `${boards[0]?.new ?? 0} of ${boards[0]?.found ?? 0} postings fit.`
    return { summary: `Watching ${watch.board} (${watch.company}). ${found}`, watch }
  },
})

export const WATCH_TOOLS: readonly Tool[] = [postings, decide, watchBoard]
