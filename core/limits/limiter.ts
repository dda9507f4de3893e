// The rate limiter: counts every call in the database, in batches of the calls that wait.
import { isoOf, SECOND_MS } from '../kernel/clock.ts'
import type { Spent } from '../kernel/context.ts'
import type { Log } from '../kernel/log.ts'
import { inBatches } from '../kernel/batches.ts'
import { must } from '../kernel/must.ts'
import { keysOf } from '../kernel/narrow.ts'
import type { Sql } from '../database/connect.ts'
import { createOpenCalls } from './at-once.ts'
import { countCalls, type CallCounts, type Rule } from './store.ts'
import type { Limit } from './limits.ts'
import { watchStorage } from './storage.ts'

export interface LimiterOptions {
  sql: Sql
  log: Log
  /** How long a call waits for the database; longer in tests, which run on busy machines. */
  patienceMs?: number
  /** A sixtieth of the minute; tests shorten it. */
  bucketMs?: number
}

/** The most calls that one statement decides about: 500 subjects take 20 ms. */
const MAX_CALLS = 500

interface Call {
  subject: string
  /** 0 returns the remaining allowance without spending. */
  units: 0 | 1
  answer(spent: Spent): void
}

/** A limiter for these limits. Its methods never throw. */
export function createLimiter<Name extends string>(
  limits: Readonly<Record<Name, Limit>>,
  { sql, log, patienceMs, bucketMs = SECOND_MS }: LimiterOptions,
): {
  spend(limit: Name, subject: string): Promise<Spent>
  peek(limit: Name, subject: string): Promise<Spent>
  enter(limit: Name, subject: string): Promise<(() => void) | null>
  close(): Promise<void>
} {
  const storage = watchStorage(async () => void (await sql`select 1`), log, patienceMs)
  const openCalls = createOpenCalls(sql, storage)

  const decide = async (rule: Rule, calls: readonly Call[]): Promise<void> => {
    const wanted = new Map<string, number>()
    for (const { subject, units } of calls) wanted.set(subject, (wanted.get(subject) ?? 0) + units)
    const asks = [...wanted].map(([subject, units]) => ({ subject, wanted: units }))
    const counted = storage.down() ? null : await storage.attempt(() => countCalls(sql, rule, asks))
    const bySubject = new Map(counted?.map((each) => [each.subject, { ...each, answered: 0 }]))
    for (const { subject, units, answer } of calls) {
      const about = bySubject.get(subject)
      if (about) about.answered += units
      answer(about ? spentOf(rule, about, about.answered) : unavailable(rule))
    }
  }

  const queues = new Map(
    keysOf(limits).map((name) => {
      const { minute, month } = limits[name]
      const rule = { name, minute, month, bucketMs }
      return [name, inBatches<Call>(MAX_CALLS, (calls) => decide(rule, calls))]
    }),
  )
  const ask = (limit: Name, subject: string, units: 0 | 1): Promise<Spent> =>
    new Promise((answer) => must(queues.get(limit))({ subject, units, answer }))

  return {
    spend: (limit, subject) => ask(limit, subject, 1),
    peek: (limit, subject) => ask(limit, subject, 0),
    async enter(limit, subject) {
      const { atOnce } = limits[limit]
      return atOnce ? openCalls.open(atOnce, subject) : () => {}
    },
    async close() {
      openCalls.close()
      storage.close()
    },
  }
}

/** The result for call number `place` of a subject, counted from 1. The first calls are granted. */
function spentOf(rule: Rule, counted: CallCounts, place: number): Spent {
  const { granted, minuteUsed, monthUsed, nowMs, monthEndsMs } = counted
  const freesMs = counted.minuteFreesMs ?? nowMs
  const ahead = Math.max(0, granted - place)
  const remaining = {
    minute: rule.minute - minuteUsed + ahead,
    month: (rule.month ?? Infinity) - monthUsed + ahead,
  }
  const spent: Spent = {
    minute: { limit: rule.minute, remaining: Math.max(0, remaining.minute), resetAt: isoOf(freesMs) },
    month: monthOf(rule, Math.max(0, remaining.month), monthEndsMs),
  }
  const isAsking = place === 0
  if (place > granted || (isAsking && (remaining.minute <= 0 || remaining.month <= 0)))
    spent.refused =
      remaining.minute <= 0
        ? { by: 'minute', retryAfterSeconds: secondsOf(freesMs - nowMs) }
        : { by: 'month', retryAfterSeconds: secondsOf(monthEndsMs - nowMs) }
  return spent
}

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / SECOND_MS))

const NEVER_MS = Date.UTC(9999, 11, 31)

const monthOf = ({ month }: Rule, remaining: number, endsMs: number) =>
  month === null
    ? { limit: Infinity, remaining: Infinity, resetAt: isoOf(NEVER_MS) }
    : { limit: month, remaining, resetAt: isoOf(endsMs) }

/** The result while the database does not answer. */
const unavailable = (rule: Rule): Spent => ({
  minute: { limit: rule.minute, remaining: 0, resetAt: isoOf(0) },
  month: monthOf(rule, 0, 0),
  refused: { by: 'storage', retryAfterSeconds: 1 },
})

/** Deletes the minutes of limits that nobody has used for an hour. */
export async function deleteOldMinutes(sql: Sql): Promise<void> {
  await sql`
    delete from minute_rings where (subject, limit_name) in (
      select subject, limit_name from minute_rings
      where bucket < floor(extract(epoch from now()))::bigint - 3600
      for update skip locked
    )`
}
