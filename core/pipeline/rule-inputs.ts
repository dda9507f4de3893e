// Reads what the suggestion rules need. Each query has a limit, however large the pipeline is.
import { DAY_MS, isoOf } from '../kernel/clock.ts'
import { zoneOf } from '../identity/user.ts'
import type { Context } from '../kernel/context.ts'
import { NEAR_MS } from './event-rules.ts'
import { DECIDE_MS } from './offer-rules.ts'
import { quietThresholds } from './stale-rules.ts'
import * as store from './store.ts'
import { SILENT_DAYS } from './suggestions.ts'
import { figuresOf, MAX_ROWS, RECENT_MS, type Figures } from './summary.ts'

/** Maximum rows per status and kind. Snoozes and limits per job leave fewer. Totals also count the rows that are not read. */
const MAX_FACTS = 30
/** How long crm suggests a follow-up that is due and not done. */
const DUE_MS = 14 * DAY_MS
/** A week of events. They come oldest first, so the limit must cover past and future ones. */
const MAX_EVENTS = 200

/** The summary and the suggestions make the same search, so that they agree. Quiet jobs of the furthest status come first. */
function factSearchAt(now: number): store.FactSearch {
  const daysAgo = (days: number) => isoOf(now - days * DAY_MS)
  const before = quietThresholds().map(({ status, days, otherDays }) => ({
    status,
    before: daysAgo(days),
    unlessHigh: daysAgo(otherDays),
  }))
  return {
    quiet: { before, now: isoOf(now), limitPerStatus: MAX_FACTS, limit: 5 * MAX_FACTS },
    near: { from: isoOf(now - NEAR_MS - DAY_MS), to: isoOf(now + NEAR_MS), limit: MAX_EVENTS },
    // In the user's zone, today may end up to a day later. The rule compares days.
    followUps: { from: isoOf(now - DUE_MS), to: isoOf(now + DAY_MS) },
    due: { from: isoOf(now), to: isoOf(now + DECIDE_MS), limit: MAX_FACTS },
    silentBefore: isoOf(now - SILENT_DAYS * DAY_MS),
    limit: MAX_FACTS,
  }
}

export function overviewOf(ctx: Context): Promise<store.Overview> {
  const now = ctx.clock.now()
  const recent = { since: isoOf(now - RECENT_MS), limit: MAX_ROWS }
  return withZone(ctx, store.findOverview(ctx.sql, ctx.principal.userId, factSearchAt(now), recent))
}

export const factsOf = (ctx: Context): Promise<store.FactRows> =>
  withZone(ctx, store.findFacts(ctx.sql, ctx.principal.userId, factSearchAt(ctx.clock.now())))

async function withZone<Rows>(ctx: Context, reading: Promise<Rows>) {
  const [rows, timeZone] = await Promise.all([reading, zoneOf(ctx)])
  return { ...rows, timeZone }
}

export const pipelineFigures = async ({ sql, principal, clock }: Context): Promise<Figures> =>
  figuresOf(await store.listTallies(sql, principal.userId), clock.now())
