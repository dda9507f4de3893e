// The tools for the search as a whole: summary and suggestions.
import { several } from '../../../core/kernel/amounts.ts'
import { first } from '../../../core/kernel/narrow.ts'
import { actAsMe, listSuggestions, summarise } from '../../../core/pipeline/operations.ts'
import { quietThresholds } from '../../../core/pipeline/stale-rules.ts'
import { type Suggestion } from '../../../core/pipeline/suggestion.ts'
import type { Summary } from '../../../core/pipeline/summary.ts'
import { clockText, isoOf } from '../../../core/kernel/clock.ts'
import { isId, shortId } from '../../../core/kernel/id.ts'
import { fail } from '../../../core/kernel/errors.ts'
import { listProposals } from '../../../core/inbox/queries.ts'
import { oneAmong } from '../../../core/references/resolve.ts'
import { mayAsk, withLines, type ToolContext, type SuggestedCall, type Tool } from '../tool.ts'
import { BOARD_APP } from '../apps/pages.ts'
import { pageIn, pipelineTool } from './arguments.ts'
import { everyRow } from './page.ts'
import { jobName } from './record-text.ts'

const pipeline = pipelineTool({
  name: 'get_pipeline',
  title: 'Summary of the search',
  description: 'Jobs by status, response rate, what needs attention, recent wins. Call it first.',
  access: 'pipeline:read',
  app: BOARD_APP,
  input: () => ({}),
  async run(ctx) {
    const { summary: figures, ...whole } = await ctx.ask(summarise, {})
    const rest = { ...whole, needsAttention: whole.needsAttention.slice(0, MAX_ATTENTION) }
    const words = await pipelineWords(ctx, { summary: figures, ...rest })
    return { summary: first(words.split('\n')), words, figures, ...rest }
  },
})

/** list_suggestions has the rest, and is called next. */
const MAX_ATTENTION = 5

/** What to do, without the names that the line begins with. */
function actText({ company, role, suggestion }: Summary['needsAttention'][number]): string {
  const ends = [` about ${role}`, `, for ${role}`, ` for ${role}`, ` ${role}`, ''].map(
    (end) => `${end} at ${company}`,
  )
  const ending = [...ends, ` with ${company}`, ` from ${company}`].find((end) => suggestion.includes(end))
  return ending ? suggestion.replace(ending, () => '') : suggestion
}

/** Lists what was checked, so that a model can tell "nothing found" from "not checked". */
const NOTHING = `Nothing needs attention: no open offer, and no job quiet for long (days: ${quietThresholds()
  .filter(({ status }) => status !== 'offer')
  .map(({ status, days }) => `${status} ${days}`)
  .join(', ')}).`

export async function pipelineWords(
  ctx: ToolContext,
  { summary, needsAttention, attentionTotal, recentWins }: Summary,
): Promise<string> {
  const { total: mail = 0 } = (await mayAsk(ctx, listProposals, { limit: 1 })) ?? {}
  const counts = Object.entries(summary.byStatus).filter(([, jobs]) => jobs > 0)
  const figures = [
    `${several(summary.total, 'job')}: ${counts.map(([status, jobs]) => `${jobs} ${status}`).join(', ') || 'none yet'}.`,
    `Response rate ${Math.round(summary.responseRate * 100)} %; open jobs are ${several(summary.avgDaysInStatus, 'day')} in their status on average.`,
  ].join(' ')
  const attention = needsAttention.map(
    (row) => `[${shortId(row.jobId)}] ${jobName(row)}: ${actText(row)} ${row.reason}`,
  )
  const more = ` (${attention.length} of ${attentionTotal}; more: list_suggestions)`
  const wins = recentWins.map(({ type, company, role, date }) => `${date} ${type}: ${company} — ${role}`)
  return [
    figures,
    ...(mail ? [`Mail proposes ${several(mail, 'change')} that nobody decided: list_inbox.`] : []),
    ...(attention.length
      ? [`Needs attention${attentionTotal > attention.length ? more : ''}:`, ...attention]
      : [NOTHING]),
    ...(wins.length ? ['Recent wins:', ...wins] : []),
  ].join('\n')
}

/** Maps operations that suggestions name to tools with the same effect. */
const TOOL_OF: Readonly<Record<string, string>> = {
  'jobs.get': 'get_job',
  'jobs.status': 'update_job_status',
  'jobs.done': 'update_job',
  'activities.create': 'log_activity',
  'calendar.list': 'list_events',
  'offers.update': 'update_offer',
  'inbox.list': 'list_inbox',
}

/** No tool finishes a next step, so a model clears the job's step and deadline. */
const CLEARED_STEP = { clear: ['nextStep', 'deadline'] }

const actionOf = ({ action }: Suggestion): SuggestedCall => ({
  tool: TOOL_OF[action.tool] ?? action.tool,
  arguments: action.tool === 'jobs.done' ? { ...action.arguments, ...CLEARED_STEP } : action.arguments,
})

/** Text lines have short ids, the structured content full ones. Every tool accepts both. */
const withShortIds = (value: unknown): unknown =>
  typeof value === 'string' && isId(value) ? shortId(value) : value
const shortName = (id: string): string => {
  const [kind, subject = ''] = id.split(':')
  return `${kind}:${String(withShortIds(subject))}`
}

/** Leaves out notes, and arguments that the title contains. */
function callText({ tool, arguments: args }: SuggestedCall): string {
  const told = Object.entries(args).filter(([name]) => name !== 'title' && name !== 'note')
  const short = Object.fromEntries(told.map(([name, value]) => [name, withShortIds(value)]))
  return `Then ${tool} ${JSON.stringify(short)}`
}

export const DEFAULT_SUGGESTIONS = 15

const suggestions = pipelineTool({
  name: 'list_suggestions',
  title: 'Suggested next steps',
  description:
    'Suggested next steps with reasons, most urgent first, each with the tool call that records it when done. To plan one for later use add_event with type follow-up; to hide one, snooze_suggestion.',
  access: 'suggestions:read',
  input: pageIn,
  async run(ctx, { limit = DEFAULT_SUGGESTIONS, cursor }) {
    const page = await ctx.ask(listSuggestions, { limit, cursor })
    const rows = page.suggestions.map((suggestion) => ({ ...suggestion, action: actionOf(suggestion) }))
    const lines = rows.map(
      ({ id, priority, title, reason, action }) =>
        `[${shortName(id)}] ${priority}: ${title}. ${reason} ${callText(action)}`,
    )
    const summary = rows.length
      ? `${rows.length} of ${several(page.total, 'suggestion')}.`
      : 'Nothing to suggest.'
    const { nextCursor, total } = page
    const more = nextCursor && `More: cursor "${nextCursor}".`
    return withLines(summary, [...lines, more], { suggestions: rows, nextCursor, total })
  },
})

const snooze = pipelineTool({
  name: 'snooze_suggestion',
  title: 'Snooze a suggestion',
  description: 'Hides a suggestion for some days, by its id from list_suggestions.',
  onlyAdds: true,
  access: 'me:write',
  idempotent: true,
  input: (z) => ({
    suggestionId: z.string().min(1).max(200),
    days: z.int().min(1).max(365).optional().describe('Default: 7.'),
  }),
  async run(ctx, { suggestionId: name, days }) {
    const { id: suggestionId, dueAt } = await findSuggestion(ctx, name)
    const put = await ctx.ask(actAsMe, { action: 'snooze', suggestionId, days })
    const until = 'until' in put ? put.until : undefined
    const day = until && clockText(until, ctx.timeZone).slice(0, -6)
    const isLate = until !== undefined && dueAt > isoOf(ctx.now()) && dueAt < until
    const late = isLate ? ` That is after ${clockText(dueAt, ctx.timeZone)}, when it is due.` : ''
    return { summary: `Snoozed ${suggestionId} until ${day}.${late}`, until }
  },
})

async function findSuggestion(ctx: ToolContext, name: string): Promise<Suggestion> {
  const suggestions = await everyRow('suggestions', (more) => ctx.ask(listSuggestions, more))
  const text = name.trim().replace(/^\[(.*)\]$/, '$1')
  const named = suggestions.map((one) => ({ ...one, name: one.title }))
  const missing = () =>
    fail('suggestion_not_found', { id: `“${text}”` }, { hint: 'List them with list_suggestions.' })
  const short = named.find(({ id }) => id === text || shortName(id) === text)
  return short ?? oneAmong(text, named, missing)
}

export const OVERVIEW_TOOLS: readonly Tool[] = [pipeline, suggestions, snooze]
