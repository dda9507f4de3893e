// The calls to the database for one limit: batched over subjects, shared by all who wait, never throwing.
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Sql } from '../database/connect.ts'
import { batched, MOST_AT_ONCE } from './batch.ts'
import { receiveBlock } from './block.ts'
import { askFor, receive, type Trip } from './lease.ts'
import { debtOf } from './outage.ts'
import type { Storage } from './storage.ts'
import { leaseMinutes, returnBlocks, takeBlocks, type BlockAnswer, type LeaseAnswer } from './store.ts'
import { needsBlock, needsLease, type Rule, type Subject } from './subject.ts'

export interface Surroundings {
  sql: Sql
  clock: Clock
  log: Log
  storage: Storage
}

export interface Lender {
  /** Asks for whatever the subject lacks now, up to these units, and ends when the answer is in, or is late. */
  contact(subject: Subject, lease: number, block: number): Promise<void>
  /** Asks for a lease; joins the call in flight if there is one. */
  askLease(subject: Subject, units: number): Promise<void>
  /** Fills the block of the month up; joins the call in flight if there is one. */
  askBlock(subject: Subject, units: number): Promise<void>
  /** Gives everything in hand back, once: a call that fails may have been counted, and must not be repeated. */
  giveBack(subjects: Subject[]): Promise<void>
}

/** `onLease` is told of each answer, for the clock of the database. */
export function openLender(
  rule: Rule,
  { sql, clock, log, storage }: Surroundings,
  onLease: (answer: LeaseAnswer, trip: Trip) => void,
): Lender {
  const sendLeases = (asking: Subject[]): Promise<void> => {
    const sentMs = clock.now()
    const asks = asking.map((subject) => ({
      subject: subject.id,
      ...askFor(subject.lease, subject.wanted.lease, sentMs),
      debt: debtOf(subject.outage, sentMs, rule.bucketMs),
    }))
    for (const subject of asking) subject.wanted.lease = 0
    const accept = (answers: LeaseAnswer[]): void => {
      const trip = { sentMs, answeredMs: clock.now() }
      const byId = new Map(answers.map((answer) => [answer.subject, answer]))
      asking.forEach((subject, index) => {
        const answer = byId.get(subject.id)
        if (!answer) return
        receive(subject.lease, answer, trip, rule)
        if (subject.outage) subject.outage.debt = Math.max(0, subject.outage.debt - asks[index]!.debt)
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
        if (answer && block) receiveBlock(block, answer, trip, limit)
      }
    }
    return storage.attempt(() => takeBlocks(sql, limit, asks), accept)
  }

  const lease = batched(sendLeases)
  const block = batched(sendBlocks)

  const askLease = (subject: Subject, units: number): Promise<void> => {
    subject.wanted.lease = Math.max(subject.wanted.lease, Math.min(units, rule.lease))
    return (subject.leasing ??= lease(subject).then(() => void (subject.leasing = null)))
  }

  const askBlock = (subject: Subject, units: number): Promise<void> => {
    subject.wanted.block = Math.max(subject.wanted.block, units)
    return (subject.renewing ??= block(subject).then(() => void (subject.renewing = null)))
  }

  const contact = async (subject: Subject, leaseUnits: number, blockUnits: number): Promise<void> => {
    const nowMs = clock.now()
    const leasing = needsLease(subject, nowMs) ? askLease(subject, leaseUnits) : null
    const renewing = needsBlock(subject, nowMs) ? askBlock(subject, blockUnits) : null
    await leasing
    await renewing
  }

  const giveBlocksBack = (leaving: Subject[]): Promise<void> => {
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

  const giveBack = async (leaving: Subject[]): Promise<void> => {
    for (const { lease, wanted } of leaving) {
      lease.untilMs = 0
      wanted.lease = 0
    }
    const holding = leaving.filter(({ lease, outage }) => lease.held > 0 || outage?.debt)
    for (let at = 0; at < leaving.length; at += MOST_AT_ONCE) {
      const leases = holding.slice(at, at + MOST_AT_ONCE)
      await Promise.all([
        leases.length && sendLeases(leases),
        giveBlocksBack(leaving.slice(at, at + MOST_AT_ONCE)),
      ])
    }
  }

  return { contact, askLease, askBlock, giveBack }
}
