// Operations on the pipeline as a whole, and on the current user.
import { transaction } from '../database/transaction.ts'
import type { Context } from '../kernel/context.ts'
import { DEFAULT_LIMIT, Nothing, pageIn, pageOut } from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { cut, readCursor } from '../kernel/page.ts'
import { setTimeZone } from '../identity/person.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import { Board, BoardQuery, cardOf, DEFAULT_CARDS } from './board.ts'
import { checkIn, MeIn, MeOut, snooze } from './check-in.ts'
import { factsOf, overviewOf, snoozedOf } from './rule-inputs.ts'
import { Stats, StatsQuery, statsOf } from './statistics.ts'
import { Suggestion } from './suggestion.ts'
import { allSuggestions, topSuggestions } from './suggestions.ts'
import { STATUSES } from '../jobs/status.ts'
import * as store from './store.ts'
import { attentionOf, figuresOf, Summary, winOf } from './summary.ts'

export const summarise = operation({
  name: 'pipeline.summary',
  summary: 'Show a summary of the pipeline: counts, what needs attention, recent wins.',
  http: 'GET /api/mcp/pipeline',
  access: 'pipeline:read',
  effect: 'read',
  input: Nothing,
  output: Summary,
  async run(ctx) {
    const now = ctx.clock.now()
    const { tallies, quietJobs, snoozed, wins } = await overviewOf(ctx)
    const putOff = new Set(snoozed.map(({ suggestionId }) => suggestionId))
    return {
      summary: figuresOf(tallies, now),
      needsAttention: attentionOf(quietJobs, putOff, now),
      recentWins: wins.map(winOf),
    }
  },
})

export const showBoard = operation({
  name: 'pipeline.board',
  summary: 'Show the board: a column for every status, with its jobs as cards.',
  http: 'GET /api/mcp/pipeline/board',
  access: 'pipeline:read',
  effect: 'read',
  input: BoardQuery,
  output: Board,
  async run({ sql, principal }, { status = [...STATUSES], limit = DEFAULT_CARDS }) {
    const wanted = STATUSES.filter((each) => status.includes(each))
    const [tallies, rows] = await Promise.all([
      store.listTallies(sql, principal.userId),
      store.listCards(sql, principal.userId, wanted, limit),
    ])
    const columns = wanted.map((name) => ({
      status: name,
      total: tallies.find((tally) => tally.status === name)?.jobs ?? 0,
      cards: rows.filter((row) => row.status === name).map(cardOf),
    }))
    return { total: columns.reduce((sum, { total }) => sum + total, 0), columns }
  },
})

export const showStats = operation({
  name: 'pipeline.stats',
  summary: 'Show search statistics: the funnel, response rates by source, time in each stage.',
  http: 'GET /api/mcp/stats',
  access: 'pipeline:read',
  effect: 'read',
  input: StatsQuery,
  output: Stats,
  run: async ({ sql, principal, clock }, { since }) =>
    statsOf(await store.listJobFacts(sql, principal.userId, since), clock.now()),
})

const SuggestionQuery = lazySchema((z) => z.strictObject(pageIn(z)))
const SuggestionPage = lazySchema((z) => pageOut(z, 'suggestions', Suggestion()))
const SORT = 'urgency'

export const listSuggestions = operation({
  name: 'suggestions.list',
  summary: 'List suggested next steps with reasons, most urgent first.',
  http: 'GET /api/mcp/suggestions',
  access: 'suggestions:read',
  effect: 'read',
  input: SuggestionQuery,
  output: SuggestionPage,
  async run(ctx, { limit = DEFAULT_LIMIT, cursor }) {
    // The list is short and recomputed for each request, so its cursor is an offset rather than a row.
    const from = Number(readCursor(cursor, SORT, 'number')?.value ?? 0)
    const shown = await shownTo(ctx)
    const rows = shown.slice(Math.max(0, from)).map((suggestion, index) => ({
      id: suggestion.id.slice(suggestion.id.indexOf(':') + 1),
      sortValue: from + index + 1,
      suggestion,
    }))
    const page = cut(rows.slice(0, limit + 1), limit, SORT)
    const suggestions = page.rows.map(({ suggestion }) => suggestion)
    return { suggestions, nextCursor: page.nextCursor, total: shown.length }
  },
})

async function shownTo(ctx: Context): Promise<Suggestion[]> {
  const [facts, snoozed] = await Promise.all([factsOf(ctx), snoozedOf(ctx)])
  return topSuggestions(allSuggestions(facts, ctx.clock.now()), snoozed)
}

export const actAsMe = operation({
  name: 'me.action',
  summary: 'Record your mood, snooze a suggestion, or set your time zone.',
  http: 'POST /api/mcp/me',
  access: 'me:write',
  effect: 'write',
  input: MeIn,
  output: MeOut,
  run: (ctx, input) =>
    transaction<Parsed<typeof MeOut>>(ctx, (tx) => {
      if (input.action === 'time-zone') return setTimeZone(tx, input.timeZone)
      return input.action === 'snooze' ? snooze(tx, input) : checkIn(tx, input)
    }),
})

export const operations = [summarise, showBoard, showStats, listSuggestions, actAsMe]
