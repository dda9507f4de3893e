// A block: units of the monthly quota that this process may spend on its own.
import { isoOf } from '../kernel/clock.ts'
import type { RoundTrip } from './lease.ts'
import type { BlockAnswer } from './store.ts'

export interface Block {
  /** First day of the month, UTC, by the clock of the database. */
  month: string
  /** Units in hand. */
  held: number
  /** Units used everywhere, those in hand included, when the database last answered. */
  used: number
  /** When the month ends, by this process's clock. */
  untilMs: number
  /** Until then the month counts as spent. Not until its end: another process may give back what it did not need. */
  fullUntilMs: number
  /** When the month ends, ISO. */
  resetAt: string
}

export const newBlock = (): Block => ({
  month: '',
  held: 0,
  used: 0,
  untilMs: 0,
  fullUntilMs: 0,
  resetAt: isoOf(0),
})

/** Whether the month is known to be spent. */
export const isSpent = (block: Block, nowMs: number): boolean =>
  block.held === 0 && nowMs < block.fullUntilMs && nowMs < block.untilMs

/** Takes a grant in; units of a month that has ended are worth nothing and go. */
export function applyBlock(
  block: Block,
  answer: BlockAnswer,
  trip: RoundTrip,
  limit: { month: number; windowMs: number },
): void {
  if (answer.month < block.month) return
  if (answer.month !== block.month) Object.assign(block, { month: answer.month, held: 0 })
  block.held += answer.granted
  block.used = answer.used
  block.untilMs = trip.sentMs + (answer.endsMs - answer.nowMs) - 1
  block.fullUntilMs = answer.used >= limit.month ? trip.answeredMs + limit.windowMs : 0
  block.resetAt = isoOf(answer.endsMs)
}
