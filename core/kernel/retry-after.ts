// Parses the `Retry-After` header of responses.
import { SECOND_MS } from './clock.ts'

const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** Parses `Retry-After`, in seconds or as a date, to milliseconds from now; null if missing or invalid. */
export function readRetryAfter(text: string | null | undefined, now: number): number | null {
  const value = text?.trim() ?? ''
  if (/^\d{1,10}(\.\d+)?$/.test(value)) return Number(value) * SECOND_MS
  const at = HTTP_DATE.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
