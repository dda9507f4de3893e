// Validity limits for session cookies, ours and external ones.
import { DAY_MS } from '../kernel/clock.ts'

/** How far two clocks may be apart. */
export const TOLERANCE_SECONDS = 5

/** The longest a browser keeps any cookie; a session that claims more is a forgery or a mistake. */
const MOST_MS = 400 * DAY_MS

/** Longer than any honest cookie; a verifier is not for feeding with megabytes. */
const MOST_CHARACTERS = 8_192

const FORM = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Whether a text can be a signed JWT at all: three parts, no padding, of bounded size. */
export const looksLikeSession = (cookie: string): boolean =>
  cookie.length <= MOST_CHARACTERS && FORM.test(cookie)

/** Whether an `exp` claim, in seconds, lies in a future somebody can mean. */
export const withinReason = (exp: number, now: number): boolean => exp * 1_000 <= now + MOST_MS
