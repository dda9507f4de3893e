// A block: units of the monthly quota that this process holds and may spend without the database.
import { isoOf } from '../kernel/clock.ts'
import type { RoundTrip } from './lease.ts'
import type { BlockAnswer } from './store.ts'

export interface Block {
  /** First day of the month, UTC, by the database's clock. */
  month: string
  /** Units still available to this process. */
  held: number
  /** Units used by all processes at the database's last response, including those held here. */
  used: number
  /** When the month ends, by this process's clock. */
  untilMs: number
  /**
   * Until then the month counts as used up. Not until the month ends, because another process may return
   * unused units.
   */
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

/** Whether the monthly quota is known to be used up. */
export const isSpent = (block: Block, nowMs: number): boolean =>
  block.held === 0 && nowMs < block.fullUntilMs && nowMs < block.untilMs

/** Adds a grant; units of a month that has ended are discarded. */
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
