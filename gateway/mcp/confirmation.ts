// Confirmation of destructive changes. A host that can ask its user is asked, and only a yes counts; for any other
// host a signed token is returned, which is valid for this call, on these records as they are now, and only once.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { isoOf, MINUTE_MS } from '../../core/kernel/clock.ts'
import type { Matter, ReadMatter, ToolOutput } from './tool-context.ts'
import { quoted } from './foreign-text.ts'
import type { AskUser } from './client-channel.ts'

/** How long a token is valid. */
const TOKEN_TTL_MS = 10 * MINUTE_MS

/** The argument in which a token is sent back. */
const CONFIRMATION = 'confirmation'

/** The tokens that were used. */
export interface SpentTokens {
  /** Whether the token was unused until now; it is used from now on. */
  spend(token: string, until: number, now: number): boolean | Promise<boolean>
}

/** Most tokens remembered; older ones have expired or concern records that changed since. */
const MAX_SPENT = 10_000

/** Of one process that alone knows the key of its tokens. */
export function createSpentTokens(): SpentTokens {
  const spent = new Map<string, number>()
  return {
    spend(token, until, now) {
      for (const [old, end] of spent) if (end <= now || spent.size > MAX_SPENT) spent.delete(old)
      if (spent.has(token)) return false
      spent.set(token, until)
      return true
    },
  }
}

interface ConfirmationSubject {
  key: Buffer
  /** The caller: a confirmation token is valid for its own caller only. */
  subject: string
  tool: string
  args: Record<string, unknown>
  now(): number
  question?: AskUser | undefined
  spent: SpentTokens
}

/** A result that asks for confirmation, or reports that the user declined, instead of making the change. */
interface PendingConfirmation extends ToolOutput {
  confirmation?: { required: true; token: string; expiresAt: string }
}

const DECLINED =
  'The person declined. Nothing was changed; do not ask again. If they want it after all, they can do it with crm.'
const UNANSWERED =
  'The person was not asked or did not answer. Nothing was changed. Tell them that they can do it themselves with crm.'
const MOVED_ON = 'It changed while the person was asked. Nothing was changed; look at it and call again.'

/** Creates the `confirm` of a tool context, for one call. */
export const confirmer =
  (subject: ConfirmationSubject) =>
  async (read: ReadMatter): Promise<PendingConfirmation | null> => {
    const matter = await read()
    if (!subject.question) return byToken(subject, matter)
    const verdict = await subject.question(matter.question)
    if (verdict === 'declined') return { summary: DECLINED }
    if (verdict === 'unanswered') return { summary: UNANSWERED }
    return fingerprint((await read()).records) === fingerprint(matter.records) ? null : { summary: MOVED_ON }
  }

async function byToken(subject: ConfirmationSubject, matter: Matter): Promise<PendingConfirmation | null> {
  const given = subject.args[CONFIRMATION]
  if (typeof given === 'string' && (await isValid(given, subject, matter))) return null
  const until = subject.now() + TOKEN_TTL_MS
  const token = tokenFor(subject, matter, until)
  const late = given === undefined ? '' : 'That confirmation is not for this call, or is over. '
  return {
    summary: `${late}Confirmation required. ${quoted(matter.question)} Nothing was changed yet. Show this to the person; if they agree, call ${subject.tool} again with the same arguments and ${CONFIRMATION}: "${token}" within 10 minutes.`,
    confirmation: { required: true, token, expiresAt: isoOf(until) },
  }
}

const fingerprint = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** `<expiry in base 36>.<mac>`. */
const tokenFor = (subject: ConfirmationSubject, matter: Matter, until: number): string =>
  `${until.toString(36)}.${macOf(subject, matter, until).toString('base64url')}`

function macOf(
  { key, subject, tool, args }: ConfirmationSubject,
  { records }: Matter,
  until: number,
): Buffer {
  const { [CONFIRMATION]: _, ...rest } = args
  const named = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHmac('sha256', key)
    .update(JSON.stringify([subject, tool, fingerprint(named), fingerprint(records), until]))
    .digest()
    .subarray(0, 18)
}

async function isValid(token: string, subject: ConfirmationSubject, matter: Matter): Promise<boolean> {
  const [expiry = '', mac = ''] = token.split('.')
  const until = parseInt(expiry, 36)
  const sent = Buffer.from(mac, 'base64url')
  if (!(until > subject.now()) || sent.length !== 18) return false
  if (!timingSafeEqual(sent, macOf(subject, matter, until))) return false
  return subject.spent.spend(sent.toString('base64url'), until, subject.now())
}
