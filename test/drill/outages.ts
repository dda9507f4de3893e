// What clients saw of outages: who failed during which, how long after its end, and who failed outside of all.
import { expect } from 'vitest'
import { LONG } from '../long.ts'
import type { Seen } from './clients.ts'

/** An outage, and when it was over: the database took writes again, or a dead gateway was asked no more. */
export interface Outage {
  what: string
  fromMs: number
  backMs: number
}

/** Waits until service is back: so many answers in a row without a failure. */
export async function served(seen: readonly Seen[], backMs: number, answers: number): Promise<void> {
  await expect.poll(() => answersInARow(seen, backMs)).toBeGreaterThan(answers)
}

/** Answers to requests that were sent after this moment and after the last failure. */
function answersInARow(seen: readonly Seen[], backMs: number): number {
  const sinceMs = Math.max(backMs, ...seen.filter(isFailure).map(endMs))
  return seen.filter((one) => one.atMs > sinceMs).length
}

interface Judged {
  figures: { what: string; awayMs: number; unanswered: number; unavailable: number; recoveredMs: number }[]
  /** Failures that no outage excuses: of requests that were under way during none, and all but “try again later”. */
  outside: Seen[]
  /** Answers that say that the request was wrong, which none is. */
  refused: Seen[]
}

const UNAVAILABLE = 503
const isFailure = ({ status }: Seen) => status === 0 || status >= 500
const endMs = ({ atMs, ms }: Seen) => atMs + ms
/** An outage excuses only requests that it overlapped: one that was sent after its end must be answered. */
const overlaps = (seen: Seen, { fromMs, backMs }: Outage) => endMs(seen) >= fromMs && seen.atMs <= backMs
/** A busy machine may be told “try again later” at any time; the long run has a quiet one. */
const isExcused = (seen: Seen, outages: readonly Outage[]) =>
  (!LONG && seen.status === UNAVAILABLE) ||
  ([0, UNAVAILABLE].includes(seen.status) && outages.some((one) => overlaps(seen, one)))

/** Judges a drill. */
export function judged(seen: readonly Seen[], outages: readonly Outage[]): Judged {
  const failures = seen.filter(isFailure)
  const figures = outages.map((outage) => {
    const failed = failures.filter((one) => overlaps(one, outage))
    const last = Math.max(outage.backMs, ...failed.map(endMs))
    return {
      what: outage.what,
      awayMs: Math.round(outage.backMs - outage.fromMs),
      unanswered: failed.filter(({ status }) => status === 0).length,
      unavailable: failed.filter(({ status }) => status === UNAVAILABLE).length,
      recoveredMs: Math.round(last - outage.backMs),
    }
  })
  return {
    figures,
    outside: failures.filter((one) => !isExcused(one, outages)),
    refused: seen.filter(({ status }) => [400, 401, 403, 404].includes(status)),
  }
}
