// Validity limits for session cookies, ours and external ones.
import { DAY_MS } from '../kernel/clock.ts'

export const TOLERANCE_SECONDS = 5

/** The longest a browser keeps a cookie; a session with a later expiry is forged or wrong. */
const MAX_AGE_MS = 400 * DAY_MS

/** Longer than any genuine cookie; bounds the verifier's input. */
const MAX_CHARACTERS = 8_192

const FORM = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Whether a text has the form of a signed JWT: three parts, no padding, bounded size. */
export const looksLikeSession = (cookie: string): boolean =>
  cookie.length <= MAX_CHARACTERS && FORM.test(cookie)

/** Whether an `exp` claim, in seconds, is within the longest plausible lifetime. */
export const hasPlausibleExpiry = (exp: number, now: number): boolean => exp * 1_000 <= now + MAX_AGE_MS
