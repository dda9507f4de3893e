// The database calls for one limit: batched across subjects, shared by all waiting calls, never throwing.
import { must } from '../kernel/must.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Sql } from '../database/connect.ts'
import { batched, MAX_BATCH_SIZE } from './batch.ts'
import { applyBlock } from './block.ts'
import { leaseRequest, applyLease, type RoundTrip } from './lease.ts'
import { debtOf } from './outage.ts'
import type { Storage } from './storage.ts'
import { leaseMinutes, returnBlocks, takeBlocks, type BlockAnswer, type LeaseAnswer } from './store.ts'
import { needsBlock, needsLease, type Rule, type Subject } from './subject.ts'

export interface LimiterDeps {
  sql: Sql
  clock: Clock
  log: Log
  storage: Storage
}

interface LeaseClient {
  /** Requests what the subject lacks, up to these units; resolves when the response arrives or times out. */
  refill(subject: Subject, lease: number, block: number): Promise<void>
  /** Requests a lease; joins the call in flight if there is one. */
  requestLease(subject: Subject, units: number): Promise<void>
  /** Refills the monthly block; joins the call in flight if there is one. */
  requestBlock(subject: Subject, units: number): Promise<void>
  /** Returns all unused units, without retrying: a failed call may have been counted. */
  returnUnits(subjects: Subject[]): Promise<void>
}

/** `onLease` is called with each response, to follow the database's clock. */
export function openLeaseClient(
  rule: Rule,
  { sql, clock, log, storage }: LimiterDeps,
  onLease: (answer: LeaseAnswer, trip: RoundTrip) => void,
): LeaseClient {
  const sendLeases = (asking: Subject[]): Promise<void> => {
    const sentMs = clock.now()
    const asks = asking.map((subject) => ({
      subject: subject.id,
      ...leaseRequest(subject.lease, subject.wanted.lease, sentMs),
      debt: debtOf(subject.outage, sentMs, rule.bucketMs),
    }))
    for (const subject of asking) subject.wanted.lease = 0
    const accept = (answers: LeaseAnswer[]): void => {
      const trip = { sentMs, answeredMs: clock.now() }
      const byId = new Map(answers.map((answer) => [answer.subject, answer]))
      asking.forEach((subject, index) => {
        const answer = byId.get(subject.id)
        if (!answer) return
        applyLease(subject.lease, answer, trip, rule)
        if (subject.outage) subject.outage.debt = Math.max(0, subject.outage.debt - must(asks[index]).debt)
        onLease(answer, trip)
      })
    }
    return storage.attempt(() => leaseMinutes(sql, rule, asks), accept)
  }

  const sendBlocks = (asking: Subject[]): Promise<void> => {
    const sentMs = clock.now()
    const limit = { name: rule.name, month: rule.month ?? 0, windowMs: rule.windowMs }
    const asks = asking.map(({ id, wanted }) => ({ subject: id, wanted: Math.max(0, wanted.block) }))
    for (const subject of asking) subject.wanted.block = 0
    const accept = (answers: BlockAnswer[]): void => {
      const trip = { sentMs, answeredMs: clock.now() }
      const byId = new Map(answers.map((answer) => [answer.subject, answer]))
      for (const { id, block } of asking) {
        const answer = byId.get(id)
        if (answer && block) applyBlock(block, answer, trip, limit)
      }
    }
    return storage.attempt(() => takeBlocks(sql, limit, asks), accept)
  }

  const lease = batched(sendLeases)
  const block = batched(sendBlocks)

  const requestLease = (subject: Subject, units: number): Promise<void> => {
    subject.wanted.lease = Math.max(subject.wanted.lease, Math.min(units, rule.lease))
    return (subject.leasing ??= lease(subject).then(() => void (subject.leasing = null)))
  }

  const requestBlock = (subject: Subject, units: number): Promise<void> => {
    subject.wanted.block = Math.max(subject.wanted.block, units)
    return (subject.renewing ??= block(subject).then(() => void (subject.renewing = null)))
  }

  const refill = async (subject: Subject, leaseUnits: number, blockUnits: number): Promise<void> => {
    const nowMs = clock.now()
    const leasing = needsLease(subject, nowMs) ? requestLease(subject, leaseUnits) : null
    const renewing = needsBlock(subject, nowMs) ? requestBlock(subject, blockUnits) : null
    await leasing
    await renewing
  }

  const returnUnusedBlocks = (leaving: Subject[]): Promise<void> => {
    const blocks = leaving.flatMap(({ id, block }) =>
      block && block.held > 0 ? [{ subject: id, month: block.month, units: block.held }] : [],
    )
    for (const { block } of leaving) if (block) block.held = 0
    if (!blocks.length) return Promise.resolve()
    const lost = () => log.warn({ limit: rule.name, blocks }, 'Units of a month could not be given back.')
    return storage.attempt(
      () => returnBlocks(sql, rule.name, blocks),
      () => {},
      lost,
    )
  }

  const returnUnits = async (leaving: Subject[]): Promise<void> => {
    for (const { lease, wanted } of leaving) {
      lease.untilMs = 0
      wanted.lease = 0
    }
    const holding = leaving.filter(({ lease, outage }) => lease.held > 0 || outage?.debt)
    for (let at = 0; at < leaving.length; at += MAX_BATCH_SIZE) {
      const leases = holding.slice(at, at + MAX_BATCH_SIZE)
      await Promise.all([
        leases.length && sendLeases(leases),
        returnUnusedBlocks(leaving.slice(at, at + MAX_BATCH_SIZE)),
      ])
    }
  }

  return { refill, requestLease, requestBlock, returnUnits }
}
