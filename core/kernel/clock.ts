// The current time, from one place, so that tests can move it.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** Milliseconds that only rise, to tell how long something took. Where a command is one of many, `performance` is 0.6 ms to load. */
export const uptimeMs = (): number => process.uptime() * 1_000

/** An instant as the API writes it: ISO 8601, UTC, milliseconds. */
export const isoOf = (ms: number): string => new Date(ms).toISOString()

/** Milliseconds of an ISO instant. */
export const msOf = (iso: string): number => Date.parse(iso)

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
