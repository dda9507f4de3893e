// One named limit in one process: spends leased units from memory, renews leases ahead of time, and returns
// unused units.
import type { Spent } from '../kernel/context.ts'
import { isLive, type RoundTrip } from './lease.ts'
import { openLeaseClient, type LimiterDeps } from './lease-client.ts'
import { removeOldWindows, type LeaseAnswer } from './store.ts'
import {
  needsBlock,
  newSubject,
  refusalOf,
  refuse,
  take,
  takeOffline,
  allowances,
  type Rule,
  type Subject,
} from './subject.ts'

export interface LocalLimiter {
  spend(id: string): Promise<Spent>
  peek(id: string): Promise<Spent>
  /** Returns all units; later calls are refused by 'storage'. */
  close(): Promise<void>
}

/**
 * How many consecutive leases may expire before they arrive (at the end of a bucket, or on a slow connection)
 * before a call gives up.
 */
const MAX_EMPTY_LEASES = 5

/** Expired windows are removed after this many buckets, about every ten minutes. */
const REMOVAL_BUCKETS = 600

/**
 * The limiter for one limit. Subjects are canonical UUIDs; one that was idle for a whole window is dropped.
 */
export function openLocalLimiter(rule: Rule, deps: LimiterDeps): LocalLimiter {
  const { sql, clock, storage } = deps
  const subjects = new Map<string, Subject>()
  let timer: NodeJS.Timeout | undefined
  /** An upper bound for the start of the database's next bucket, by this process's clock. */
  let edgeMs = 0
  let sweeps = 0
  let closed = false

  const follow = ({ bucket, nowMs }: LeaseAnswer, { answeredMs }: RoundTrip): void => {
    edgeMs = answeredMs + (bucket + 1) * rule.bucketMs - nowMs + 1
    schedule()
  }

  const leases = openLeaseClient(rule, deps, follow)

  const reachable = (): boolean => !closed && !storage.down()

  const admit = (id: string): Subject => {
    const subject = newSubject(id, rule, clock.now())
    if (!closed) subjects.set(id, subject)
    return subject
  }

  /** Decides in memory when possible; the promise is required by the interface and costs 0.1 µs. */
  const spend = (id: string): Promise<Spent> => {
    const subject = subjects.get(id) ?? admit(id)
    const spent = take(subject, rule, clock.now())
    if (!spent) return settle(subject)
    // The minute may be answered before the month, of which a refusal also says what is left.
    if (spent.refused && subject.renewing && subject.block?.month === '')
      return subject.renewing.then(() => spend(id))
    renewAhead(subject)
    return Promise.resolve(spent)
  }

  const settle = async (subject: Subject): Promise<Spent> => {
    subject.waiting += 1
    try {
      for (let empty = 0; empty < MAX_EMPTY_LEASES && reachable();) {
        // Leased units are unavailable to the other processes: each lease in a bucket doubles the units spent.
        await leases.refill(subject, Math.max(subject.waiting, subject.lease.spent), rule.block)
        const nowMs = clock.now()
        const spent = take(subject, rule, nowMs)
        if (spent) return spent
        empty = isLive(subject.lease, nowMs) ? 0 : empty + 1
      }
      schedule()
      return takeOffline(subject, closed ? { ...rule, share: 0 } : rule, clock.now())
    } finally {
      subject.waiting -= 1
    }
  }

  /** Refills the monthly block in the background before it is empty. */
  const renewAhead = (subject: Subject): void => {
    const { block } = subject
    if (!block || block.held > rule.block / 5 || subject.renewing) return
    if (clock.now() >= block.fullUntilMs && reachable())
      void leases.requestBlock(subject, rule.block - block.held)
  }

  const peek = async (id: string): Promise<Spent> => {
    const subject = subjects.get(id) ?? admit(id)
    if (reachable() && !refusalOf(subject, clock.now())) await leases.refill(subject, 0, 0)
    const refused = refusalOf(subject, clock.now()) ?? unknown(subject)
    return refused ? refuse(subject, rule, refused) : allowances(subject, rule)
  }

  const unknown = (subject: Subject): Spent['refused'] =>
    !reachable() && needsBlock(subject, clock.now()) ? { by: 'storage', retryAfterSeconds: 1 } : undefined

  const schedule = (): void => {
    if (timer || closed || !subjects.size) return
    // Scheduled relative to the bucket's edge, not to now: timers fire a millisecond or two late, which would
    // add up.
    const nowMs = clock.now()
    if (edgeMs <= nowMs) edgeMs += Math.ceil((nowMs + 1 - edgeMs) / rule.bucketMs) * rule.bucketMs
    timer = setTimeout(sweep, Math.min(edgeMs - nowMs, rule.bucketMs))
    timer.unref()
  }

  /**
   * At the end of a bucket, in one statement: renews the leases that were spent in it, where there is room for those of
   * other processes too, and returns what is left of the others. Subjects idle for a window are dropped.
   */
  const sweep = (): void => {
    timer = undefined
    const nowMs = clock.now()
    const leaving: Subject[] = []
    for (const subject of subjects.values()) {
      if (subject.leasing || subject.renewing || subject.waiting) continue
      if (nowMs - subject.seenMs >= rule.windowMs) leaving.push(subject)
      else if (reachable() && !isLive(subject.lease, nowMs)) returnOrRenew(subject)
    }
    if (leaving.length) void forget(leaving)
    // A failure does not matter: another process, or the next sweep, removes them.
    if (++sweeps % REMOVAL_BUCKETS === 0) void removeOldWindows(sql, rule.bucketMs).catch(() => {})
    schedule()
  }

  const returnOrRenew = (subject: Subject): void => {
    const { held, spent, used } = subject.lease
    const wanted = used - held + spent <= rule.minute / 2 ? spent : 0
    if (wanted || held) void leases.requestLease(subject, wanted)
    subject.lease.spent = 0
  }

  /** Keeps subjects that hold monthly units until the database is available to take them back. */
  const forget = (leaving: Subject[]): Promise<void> => {
    const gone = storage.down() ? leaving.filter(({ block }) => !block?.held) : leaving
    for (const { id } of gone) subjects.delete(id)
    return storage.down() ? Promise.resolve() : leases.returnUnits(gone)
  }

  const close = async (): Promise<void> => {
    closed = true
    clearTimeout(timer)
    const known = [...subjects.values()]
    await Promise.all(
      known.flatMap(({ leasing, renewing }) => [leasing, renewing].filter((call) => call !== null)),
    )
    subjects.clear()
    await leases.returnUnits(known)
  }

  return { spend, peek, close }
}
