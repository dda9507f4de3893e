// Confirmation of destructive changes: through a form in the
// host if it has one, else with a signed token to send back.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { isoOf, MINUTE_MS } from '../../core/kernel/clock.ts'
import type { ToolOutput } from './tool-context.ts'
import type { AskUser } from './client-channel.ts'

/** How long a token is valid. */
const TOKEN_TTL_MS = 10 * MINUTE_MS

/** The argument in which a token is sent back. */
const CONFIRMATION = 'confirmation'

interface ConfirmationSubject {
  key: Buffer
  /** The caller: a confirmation token is valid for its own caller only. */
  subject: string
  tool: string
  args: Record<string, unknown>
  now(): number
  question?: AskUser | undefined
}

/** A result that asks for confirmation, or reports that the user declined, instead of making the change. */
interface PendingConfirmation extends ToolOutput {
  confirmation?: { required: true; token: string; expiresAt: string }
}

/** Creates the `confirm` of a tool context, for one call. */
export const confirmer =
  (matter: ConfirmationSubject) =>
  async (what: string): Promise<PendingConfirmation | null> => {
    const given = matter.args[CONFIRMATION]
    if (typeof given === 'string' && isValidToken(given, matter)) return null
    const verdict = (await matter.question?.(what)) ?? 'not asked'
    if (verdict === 'accepted') return null
    if (verdict === 'declined')
      return { summary: 'The person declined. Nothing was changed; do not ask again.' }
    const until = matter.now() + TOKEN_TTL_MS
    const token = tokenFor(matter, until)
    const late = given === undefined ? '' : 'That confirmation is not for this call, or is over. '
    return {
      summary: `${late}Confirmation required. ${what} Nothing was changed yet. Show this to the person; if they agree, call ${matter.tool} again with the same arguments and ${CONFIRMATION}: "${token}" within 10 minutes.`,
      confirmation: { required: true, token, expiresAt: isoOf(until) },
    }
  }

/** `<expiry in base 36>.<mac>`. */
const tokenFor = (matter: ConfirmationSubject, until: number): string =>
  `${until.toString(36)}.${macOf(matter, until).toString('base64url')}`

function macOf({ key, subject, tool, args }: ConfirmationSubject, until: number): Buffer {
  const { [CONFIRMATION]: _, ...rest } = args
  const named = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))
  const digest = createHash('sha256').update(JSON.stringify(named)).digest('hex')
  return createHmac('sha256', key)
    .update(JSON.stringify([subject, tool, digest, until]))
    .digest()
    .subarray(0, 18)
}

function isValidToken(token: string, matter: ConfirmationSubject): boolean {
  const [expiry = '', mac = ''] = token.split('.')
  const until = parseInt(expiry, 36)
  const sent = Buffer.from(mac, 'base64url')
  if (!(until > matter.now()) || sent.length !== 18) return false
  return timingSafeEqual(sent, macOf(matter, until))
}
