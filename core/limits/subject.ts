// The local state of one subject under one limit, and the result of a call.
import { isoOf } from '../kernel/clock.ts'
import type { Allowance, Spent } from '../kernel/context.ts'
import { newBlock, isSpent, type Block } from './block.ts'
import { isFull, isLive, newLease, type Lease } from './lease.ts'
import { spendOffline, newOutage, type Outage } from './outage.ts'

type Refusal = NonNullable<Spent['refused']>

/** A limit with the values derived for this process. */
export interface Rule {
  name: string
  minute: number
  month: number | null
  /** The largest lease of units of a minute. */
  lease: number
  /** The maximum units of a month held at a time. */
  block: number
  /** Units of a minute this process may spend during an outage. */
  share: number
  bucketMs: number
  windowMs: number
}

export interface Subject {
  id: string
  lease: Lease
  /** Null for a limit without a monthly quota. */
  block: Block | null
  /** Null until the first outage. */
  outage: Outage | null
  /** When it last made a call, by this process's clock. */
  seenMs: number
  /** Calls currently waiting for the database. */
  waiting: number
  /** Units that the next statement requests. */
  wanted: { lease: number; block: number }
  /** The requests in flight, shared by all waiting calls. */
  leasing: Promise<void> | null
  renewing: Promise<void> | null
}

export const newSubject = (id: string, rule: Rule, nowMs: number): Subject => ({
  id,
  lease: newLease(),
  block: rule.month === null ? null : newBlock(),
  outage: null,
  seenMs: nowMs,
  waiting: 0,
  wanted: { lease: 0, block: 0 },
  leasing: null,
  renewing: null,
})

export const needsLease = ({ lease }: Subject, nowMs: number): boolean =>
  lease.held === 0 || !isLive(lease, nowMs)

export const needsBlock = ({ block }: Subject, nowMs: number): boolean =>
  block !== null && (block.held === 0 || nowMs >= block.untilMs)

/** Spends a unit of both in memory, or refuses from cached state; null when the database must be queried. */
export function take(subject: Subject, rule: Rule, nowMs: number): Spent | null {
  const { lease, block } = subject
  subject.seenMs = nowMs
  const refusal = refusalOf(subject, nowMs)
  if (refusal) return refuse(subject, rule, refusal)
  if (needsLease(subject, nowMs) || needsBlock(subject, nowMs)) return null
  lease.held -= 1
  lease.spent += 1
  if (block) block.held -= 1
  return allowances(subject, rule)
}

/**
 * Spends during an outage: from the held block and the process's share of the minute, else refuses with a
 * retry delay.
 */
export function takeOffline(subject: Subject, rule: Rule, nowMs: number): Spent {
  const { lease, block } = subject
  subject.outage ??= newOutage()
  if (needsBlock(subject, nowMs) || !spendOffline(subject.outage, lease, rule, nowMs))
    return refuse(subject, rule, { by: 'storage', retryAfterSeconds: 1 })
  if (block) block.held -= 1
  return allowances(subject, rule)
}

/** The allowances with a refusal. Assigned rather than spread, which took twice as long. */
export function refuse(subject: Subject, rule: Rule, refusal: Refusal): Spent {
  const spent = allowances(subject, rule)
  spent.refused = refusal
  return spent
}

/** The cached refusal, if any. */
export function refusalOf({ lease, block }: Subject, nowMs: number): Refusal | undefined {
  if (isFull(lease, nowMs)) return { by: 'minute', retryAfterSeconds: seconds(lease.fullUntilMs - nowMs) }
  if (block && isSpent(block, nowMs))
    return { by: 'month', retryAfterSeconds: seconds(block.untilMs - nowMs) }
  return undefined
}

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000))

const UNLIMITED: Allowance = {
  limit: Infinity,
  remaining: Infinity,
  resetAt: isoOf(Date.UTC(9999, 11, 31)),
}

/** The remaining allowances: exact while one process serves the subject, a lower bound when several do. */
export function allowances({ lease, block, outage }: Subject, { minute, month }: Rule): Spent {
  return {
    minute: {
      limit: minute,
      remaining: Math.max(0, minute - lease.used + lease.held - (outage?.debt ?? 0)),
      resetAt: lease.resetAt,
    },
    month:
      block && month !== null
        ? { limit: month, remaining: Math.max(0, month - block.used + block.held), resetAt: block.resetAt }
        : UNLIMITED,
  }
}
