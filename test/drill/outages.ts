// What clients saw of outages: who failed during which, how long after its end, and who failed outside of all.
import type { Seen } from './clients.ts'

/** The longest that service may stay away after the database accepts connections. */
export const RECOVERY_MS = 5_000

/** An outage, and when the database took writes again. */
export interface Outage {
  what: string
  fromMs: number
  backMs: number
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
  const figures = outages.map(({ what, fromMs, backMs }) => {
    const failed = failures.filter((one) => during(one, fromMs, backMs + RECOVERY_MS))
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
      !outages.some(({ fromMs, backMs }) => during(one, fromMs, backMs + RECOVERY_MS)),
  )
  return { figures, outside, refused: seen.filter(({ status }) => [400, 401, 403, 404].includes(status)) }
}
