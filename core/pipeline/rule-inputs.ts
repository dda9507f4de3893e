// The inputs of the suggestion rules: bounded queries, however large the pipeline is.
import { DAY_MS, isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { NEAR_MS } from './event-rules.ts'
import { quietThresholds } from './stale-rules.ts'
import * as store from './store.ts'
import { SILENT_DAYS, type Facts } from './suggestions.ts'
import { figuresOf, MAX_ROWS, RECENT_MS, type Figures } from './summary.ts'

/** Rows per status and per kind: more than are ever shown, so that enough remain after caps and snoozes. */
const MAX_FACTS = 30
/** A week of calendar events. Rows come oldest first, so the limit must cover past and future events. */
const MAX_EVENTS = 200

/** The search for quiet jobs, furthest along first. The summary reads as many as suggestions do, so that both agree. */
function quietSearch(now: number, withContact: boolean): store.QuietSearch {
  const before = quietThresholds().map(({ status, days }) => ({ status, before: isoOf(now - days * DAY_MS) }))
  return { before, now: isoOf(now), limitPerStatus: MAX_FACTS, limit: 5 * MAX_FACTS, withContact }
}

export function overviewOf({ sql, principal, clock }: Context): Promise<store.Overview> {
  const now = clock.now()
  const search = quietSearch(now, false)
  return store.findOverview(sql, principal.userId, search, isoOf(now - RECENT_MS), MAX_ROWS)
}

export async function factsOf(ctx: Context): Promise<Facts> {
  const { sql, principal, clock } = ctx
  const now = clock.now()
  const near = { from: isoOf(now - NEAR_MS - DAY_MS), to: isoOf(now + NEAR_MS), limit: MAX_EVENTS }
  const [quietJobs, nearEvents, silentContacts, offers, gonePostings] = await Promise.all([
    store.listQuietJobs(sql, principal.userId, quietSearch(now, true)),
    store.listNearEvents(sql, principal.userId, near),
    store.listSilentContacts(sql, principal.userId, isoOf(now - SILENT_DAYS * DAY_MS), MAX_FACTS),
    store.listOfferFacts(sql, principal.userId, MAX_FACTS),
    store.listGonePostings(sql, principal.userId, MAX_FACTS),
  ])
  return { quietJobs, nearEvents, silentContacts, offers, gonePostings }
}

export async function snoozedOf({ sql, principal, clock }: Context): Promise<Set<string>> {
  const rows = await store.listSnoozed(sql, principal.userId, isoOf(clock.now()))
  return new Set(rows.map(({ suggestionId }) => suggestionId))
}

export const pipelineFigures = async ({ sql, principal, clock }: Context): Promise<Figures> =>
  figuresOf(await store.listTallies(sql, principal.userId), clock.now())
