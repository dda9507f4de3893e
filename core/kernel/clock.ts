// The current time, from one place, so that tests can move it.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** Monotonic milliseconds. `performance` would take a short-lived command 0.6 ms to load. */
export const uptimeMs = (): number => process.uptime() * 1_000

/** Formats an instant as the API does: ISO 8601, UTC, milliseconds. */
export const isoOf = (ms: number): string => new Date(ms).toISOString()

export const msOf = (iso: string): number => Date.parse(iso)

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Whether an instant is in the future. Clocks may differ by five minutes. */
export const isAhead = (at: string, now: number): boolean => msOf(at) > now + 5 * MINUTE_MS
