// Operations on the pipeline as a whole, and on the current user.
import { transaction, recordChange, type Transaction } from '../database/transaction.ts'
import {
  DEFAULT_LIMIT,
  Nothing,
  pageIn,
  pageOut,
  clearable,
  instantIn,
  words,
  zoneIn,
  lazySchema,
  type Parsed,
  invalidInput,
  objectSchema,
} from '../kernel/schema.ts'
import { operation } from '../kernel/operation.ts'
import { logActivity } from '../activities/changes.ts'
import { cutPage, readCursor } from '../kernel/page.ts'
import { setTimeZone } from '../identity/user.ts'
import { Board, BoardQuery, cardOf, DEFAULT_CARDS } from './board.ts'
import { factsOf, overviewOf } from './rule-inputs.ts'
import { Stats, StatsQuery, statsOf } from './statistics.ts'
import { Suggestion } from './suggestion.ts'
import { unreadJobs } from './stale-rules.ts'
import { allSuggestions, standingSuggestions } from './suggestions.ts'
import { STATUSES } from '../jobs/fields.ts'
import * as store from './store.ts'
import { attentionOf, figuresOf, Summary, winOf } from './summary.ts'
import { DAY_MS, dayIn, isoOf, msOf } from '../kernel/clock.ts'
import { fail } from '../kernel/errors.ts'
import { newId } from '../kernel/id.ts'

const DEFAULT_SNOOZE_DAYS = 7
const MAX_SNOOZE_DAYS = 365

const MeIn = lazySchema((z) =>
  z.discriminatedUnion('action', [
    z.strictObject({
      action: z.literal('mood-check-in'),
      mood: words(z, 50).describe('In your own words: “hopeful”, “tired”, “4/5”.'),
      labels: z.array(words(z, 50)).max(10, 'has more than 10 items').optional(),
      note: clearable(z, 2_000),
    }),
    z.strictObject({
      action: z.literal('snooze'),
      suggestionId: z.string().min(1, 'must not be empty').max(200),
      days: z.int().min(1).max(MAX_SNOOZE_DAYS).optional().describe('Default 7, unless until is given.'),
      until: instantIn(z).optional(),
      done: z.string().max(2_000).optional().describe('Also logs it as an activity, with this note.'),
    }),
    z.strictObject({
      action: z.literal('time-zone'),
      timeZone: zoneIn(z).describe('The IANA zone in which your dates are read over HTTP.'),
    }),
  ]),
)
type MeIn = Parsed<typeof MeIn>
type SnoozeInput = Extract<MeIn, { action: 'snooze' }>
type CheckIn = Extract<MeIn, { action: 'mood-check-in' }>

const Zone = objectSchema((z) => ({ timeZone: z.string() }))
const MeOut = lazySchema((z) => z.union([store.Mood(), store.Snooze(), Zone()]))

async function checkIn(tx: Transaction, input: CheckIn) {
  const mood = {
    id: newId(),
    mood: input.mood.trim(),
    labels: [...new Set((input.labels ?? []).map((label) => label.trim()))],
    note: input.note || null,
    at: isoOf(tx.clock.now()),
  }
  await store.insertMood(tx.sql, tx.principal.userId, mood)
  recordChange(tx, 'mood', mood.id, null, mood)
  return mood
}

async function snooze(tx: Transaction, input: SnoozeInput) {
  const { suggestionId, done } = input
  const userId = tx.principal.userId
  const until = snoozeEnd(input, tx.clock.now())
  const all = allSuggestions(await factsOf(tx), tx.clock.now())
  const { jobId, contactId, title } =
    all.find(({ id }) => id === suggestionId) ?? fail('suggestion_not_found', { id: suggestionId })
  if (done !== undefined && !tx.principal.scopes.has('activities:write'))
    fail('scope_missing', { scope: 'activities:write' })
  if (done !== undefined)
    await logActivity(tx, { type: 'other', title, body: done || null, jobId, contactId })
  const before = await store.findSnooze(tx.sql, userId, suggestionId)
  const after = { suggestionId, until }
  await store.insertSnooze(tx.sql, userId, suggestionId, until)
  recordChange(tx, 'snooze', suggestionId, before ?? null, after)
  return after
}

function snoozeEnd({ days, until }: SnoozeInput, now: number): string {
  const refusal = (message: string) => invalidInput([{ path: 'until', message }])
  if (until === undefined) return isoOf(now + (days ?? DEFAULT_SNOOZE_DAYS) * DAY_MS)
  if (days !== undefined) throw refusal('cannot stand beside days')
  if (msOf(until) <= now) throw refusal('is not in the future')
  const isFar = msOf(until) > now + MAX_SNOOZE_DAYS * DAY_MS
  if (isFar) throw refusal(`is over ${MAX_SNOOZE_DAYS} days ahead`)
  return until
}

export const summarise = operation({
  name: 'pipeline.summary',
  summary: 'Show a summary of the pipeline: counts, what needs attention, recent wins.',
  http: 'GET /api/mcp/pipeline',
  access: 'pipeline:read',
  input: Nothing,
  output: Summary,
  async run(ctx) {
    const now = ctx.clock.now()
    const { tallies, wins, ...facts } = await overviewOf(ctx)
    return {
      summary: figuresOf(tallies, now),
      ...attentionOf(facts, now),
      recentWins: wins.map((win) => winOf(win, dayIn(facts.timeZone ?? 'UTC'))),
    }
  },
})

export const showBoard = operation({
  name: 'pipeline.board',
  summary: 'Show the board: a column for every status, with its jobs as cards.',
  http: 'GET /api/mcp/pipeline/board',
  access: 'pipeline:read',
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
  input: StatsQuery,
  output: Stats,
  run: async ({ sql, principal, clock }, { since }) =>
    statsOf(await store.listJobFacts(sql, principal.userId, since), clock.now()),
})

const SuggestionQuery = objectSchema(pageIn)
const SORT = 'urgency'

export const listSuggestions = operation({
  name: 'suggestions.list',
  summary: 'List suggested next steps with reasons, most urgent first.',
  http: 'GET /api/mcp/suggestions',
  access: 'suggestions:read',
  input: SuggestionQuery,
  output: pageOut('suggestions', Suggestion),
  async run(ctx, { limit = DEFAULT_LIMIT, cursor }) {
    // The list is computed anew for each request, so its cursor is an offset, not a row.
    const from = Number(readCursor(cursor, SORT, 'number')?.value ?? 0)
    const { snoozed, ...facts } = await factsOf(ctx)
    const shown = standingSuggestions(allSuggestions(facts, ctx.clock.now()), snoozed)
    const rows = shown.slice(Math.max(0, from)).map((suggestion, index) => ({
      id: suggestion.id.slice(suggestion.id.indexOf(':') + 1),
      sortValue: from + index + 1,
      suggestion,
    }))
    const page = cutPage(rows.slice(0, limit + 1), limit, SORT)
    const suggestions = page.rows.map(({ suggestion }) => suggestion)
    return { suggestions, nextCursor: page.nextCursor, total: shown.length + unreadJobs(facts) }
  },
})

export const actAsMe = operation({
  name: 'me.action',
  summary: 'Record your mood, snooze a suggestion, or set your time zone.',
  http: 'POST /api/mcp/me',
  access: 'me:write',
  input: MeIn,
  output: MeOut,
  run: (ctx, input) =>
    transaction<Parsed<typeof MeOut>>(ctx, (tx) => {
      if (input.action === 'time-zone') return setTimeZone(tx, input.timeZone)
      return input.action === 'snooze' ? snooze(tx, input) : checkIn(tx, input)
    }),
})

export const operations = [summarise, showBoard, showStats, listSuggestions, actAsMe]
