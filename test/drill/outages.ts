// What clients saw of outages: who failed during which, how long after its end, and who failed outside of all.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Seen } from './clients.ts'

/** The long drill runs on a quiet machine, and also holds how fast it is. */
export const LONG = process.env['DRILL'] === 'long'

/** The longest that service may stay away after the database accepts connections, in the long drill. */
export const RECOVERY_MS = 5_000

/** An outage, when the database took writes again, and until when failures are excused. */
export interface Outage {
  what: string
  fromMs: number
  backMs: number
  servedMs: number
}

/** Waits until service is back: so many answers in a row without a failure; in the long drill, as long as it may take. */
export async function served(seen: readonly Seen[], backMs: number, answers: number): Promise<number> {
  if (LONG) await sleep(RECOVERY_MS)
  else await expect.poll(() => answersInARow(seen, backMs), { timeout: 60_000 }).toBeGreaterThan(answers)
  return performance.now()
}

/** Answers to requests that were sent after this moment and after the last failure. */
function answersInARow(seen: readonly Seen[], backMs: number): number {
  const sinceMs = Math.max(backMs, ...seen.filter(isFailure).map(endMs))
  return seen.filter((one) => one.atMs > sinceMs).length
}

interface Judged {
  figures: { what: string; awayMs: number; failed: number; recoveredMs: number }[]
  /** Failures that no outage excuses. */
  outside: Seen[]
  /** Answers that say that the request was wrong, which none is. */
  refused: Seen[]
}

const isFailure = ({ status }: Seen) => status === 0 || status >= 500
const endMs = ({ atMs, ms }: Seen) => atMs + ms
const during = (seen: Seen, fromMs: number, toMs: number) => endMs(seen) >= fromMs && seen.atMs <= toMs

/** Judges a drill; failures within `excused` are of a gateway that was killed. */
export function judged(
  seen: readonly Seen[],
  outages: readonly Outage[],
  excused?: { fromMs: number; toMs: number },
): Judged {
  const failures = seen.filter(isFailure)
  const figures = outages.map(({ what, fromMs, backMs, servedMs }) => {
    const failed = failures.filter((one) => during(one, fromMs, servedMs))
    const last = Math.max(backMs, ...failed.map(endMs))
    return {
      what,
      awayMs: Math.round(backMs - fromMs),
      failed: failed.length,
      recoveredMs: Math.round(last - backMs),
    }
  })
  const outside = failures.filter(
    (one) =>
      !(excused && during(one, excused.fromMs, excused.toMs)) &&
      !outages.some(({ fromMs, servedMs }) => during(one, fromMs, servedMs)),
  )
  return { figures, outside, refused: seen.filter(({ status }) => [400, 401, 403, 404].includes(status)) }
}
