// What the rules are told about a search: bounded reads, whatever the search has grown to.
import { DAY_MS, isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { NEAR_MS } from './dates.ts'
import { quietThresholds, type QuietJob } from './quiet.ts'
import * as store from './store.ts'
import { SILENT_DAYS, type Facts } from './suggestions.ts'

/** Rows per status and per kind: more than are ever shown, so that caps and snoozes have something to choose from. */
const MOST_FACTS = 30
/** A week of somebody's calendar; all of it, since the past comes before what lies ahead. */
const MOST_EVENTS = 200

/** The jobs that have gone quiet, at most `limit` of each status. */
export async function quietJobsOf({ sql, principal, clock }: Context, limit: number): Promise<QuietJob[]> {
  const now = clock.now()
  const before = quietThresholds().map(({ status, days }) => ({ status, before: isoOf(now - days * DAY_MS) }))
  return [...(await store.listQuietJobs(sql, principal.userId, { before, now: isoOf(now), limit }))]
}

/** Everything the rules look at. */
export async function factsOf(ctx: Context): Promise<Facts> {
  const { sql, principal, clock } = ctx
  const now = clock.now()
  const near = { from: isoOf(now - NEAR_MS - DAY_MS), to: isoOf(now + NEAR_MS), limit: MOST_EVENTS }
  const [quietJobs, nearEvents, silentContacts] = await Promise.all([
    quietJobsOf(ctx, MOST_FACTS),
    store.listNearEvents(sql, principal.userId, near),
    store.listSilentContacts(sql, principal.userId, isoOf(now - SILENT_DAYS * DAY_MS), MOST_FACTS),
  ])
  return { quietJobs, nearEvents, silentContacts }
}

/** Ids of the suggestions that are put off now. */
export async function snoozedOf({ sql, principal, clock }: Context): Promise<Set<string>> {
  const rows = await store.listSnoozed(sql, principal.userId, isoOf(clock.now()))
  return new Set(rows.map(({ suggestionId }) => suggestionId))
}
