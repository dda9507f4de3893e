// Confirmation of destructive changes. A host that can ask its user must answer yes. Any other host gets
// a signed token, which is valid once, for this call and the records' current state. A host of
// 2026-07-28 gets the question as a result, and returns the token with the answer. The key of a repeated call is here too.
import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { isoOf, MINUTE_MS } from '../../core/kernel/clock.ts'
import type { ReadMatter, ToolOutput } from './tool.ts'
import { quoted } from './foreign-text.ts'
import { canAsk, formOf, verdictOf, type AskUser, type Verdict } from './client-channel.ts'
import { InputRequired, StateRefused, type Round } from './protocol.ts'
import type { Idempotency } from '../../core/kernel/context.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { invalidInput } from '../../core/kernel/schema.ts'

/** The most characters of a question, which names several records with at most 60 each. */
const MAX_QUESTION = 1_500

const TOKEN_TTL_MS = 10 * MINUTE_MS

const CONFIRMATION = 'confirmation'

interface SpentTokens {
  spend(token: string, until: number, now: number): boolean | Promise<boolean>
}

/** The most used tokens to remember; older ones have expired or concern records that changed since. */
const MAX_SPENT = 10_000

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

export interface ConfirmationSubject {
  key: Buffer
  subject: string
  tool: string
  args: Record<string, unknown>
  now(): number
  question?: AskUser | undefined
  round?: Round | undefined
  spent: SpentTokens
}

/** A result that asks for confirmation, or reports that the user declined, instead of making the change; else null. */
type Held = (ToolOutput & { confirmation?: { required: true; token: string; expiresAt: string } }) | null

const DECLINED =
  'The person declined. Nothing was changed; do not ask again. If they want it after all, they can do it with crm.'
const UNANSWERED =
  'The person was not asked or did not answer. Nothing was changed. Tell them that they can do it themselves with crm.'
const MOVED_ON = 'It changed while the person was asked. Nothing was changed; look at it and call again.'

export const confirmer =
  (subject: ConfirmationSubject) =>
  async (read: ReadMatter): Promise<Held> => {
    const matter = await read()
    const records = fingerprint(matter.records)
    const { question, round } = subject
    if (round && canAsk(round.capabilities)) return byRound(subject, round, matter.question, records)
    if (!question) return byToken(subject, matter.question, records)
    const verdict = await question(matter.question)
    return outcome(verdict, verdict === 'accepted' && fingerprint((await read()).records) === records)
  }

const outcome = (verdict: Verdict, isSame: boolean): Held => {
  if (verdict === 'declined') return { summary: DECLINED }
  if (verdict === 'unanswered') return { summary: UNANSWERED }
  return isSame ? null : { summary: MOVED_ON }
}

const QUESTION = 'confirm'

/** Reads the answer in this call; without one, ends the call with the question. */
async function byRound(
  subject: ConfirmationSubject,
  { responses, state }: Round,
  question: string,
  records: string,
): Promise<Held> {
  const seal = state === undefined ? undefined : opened(state, subject)
  if (state !== undefined && !seal) throw new StateRefused()
  const answer = responses[QUESTION]
  if (!seal || seal.until <= subject.now() || answer === undefined) {
    const until = subject.now() + TOKEN_TTL_MS
    const asked = { method: 'elicitation/create', params: { mode: 'form', ...formOf(question) } }
    throw new InputRequired({ [QUESTION]: asked }, sealed(subject, records, until))
  }
  if (!(await subject.spent.spend(seal.mac, seal.until, subject.now()))) throw new StateRefused()
  return outcome(verdictOf(answer), seal.records === records)
}

async function byToken(subject: ConfirmationSubject, question: string, records: string): Promise<Held> {
  const given = subject.args[CONFIRMATION]
  const seal = typeof given === 'string' ? opened(given, subject) : undefined
  const isOfNow = seal !== undefined && seal.until > subject.now() && seal.records === records
  if (isOfNow && (await subject.spent.spend(seal.mac, seal.until, subject.now()))) return null
  const until = subject.now() + TOKEN_TTL_MS
  const token = sealed(subject, records, until)
  const late = given === undefined ? '' : 'That confirmation is not for this call, or is over. '
  return {
    summary: `${late}Confirmation required. ${quoted(question, MAX_QUESTION)} Nothing was changed yet. Show this to the person; if they agree, call ${subject.tool} again with the same arguments and ${CONFIRMATION}: "${token}" within 10 minutes.`,
    confirmation: { required: true, token, expiresAt: isoOf(until) },
  }
}

const fingerprint = (value: unknown): string =>
  hash('sha256', JSON.stringify(value), 'base64url').slice(0, 24)

const sealed = (subject: ConfirmationSubject, records: string, until: number): string =>
  `${until.toString(36)}.${records}.${macOf(subject, records, until).toString('base64url')}`

function macOf({ key, subject, tool, args }: ConfirmationSubject, records: string, until: number): Buffer {
  const { [CONFIRMATION]: _, ...rest } = args
  const named = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHmac('sha256', key)
    .update(JSON.stringify([subject, tool, fingerprint(named), records, until]))
    .digest()
    .subarray(0, 18)
}

function opened(token: string, subject: ConfirmationSubject) {
  const [expiry = '', records = '', mac = ''] = token.split('.')
  const until = parseInt(expiry, 36)
  const sent = Buffer.from(mac, 'base64url')
  const isOurs =
    sent.toString('base64url') === mac &&
    sent.length === 18 &&
    timingSafeEqual(sent, macOf(subject, records, until))
  return isOurs ? { until, records, mac } : undefined
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/

/** Models repeat a call that seems lost; with the same key the repeat gets the first call's result. */
export function idempotencyOf(tool: string, args: Record<string, unknown>): Idempotency | undefined {
  const { idempotencyKey: key, ...rest } = args
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))
    throw invalidInput([{ path: 'idempotencyKey', message: 'must be 1 to 200 printable ASCII characters' }])
  const named = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    key,
    fingerprint: hash('sha256', JSON.stringify([tool, named]), 'buffer'),
  }
}

/** The key of each change of a call. The first has the call's own; a later one would get the answer to the first by it. */
export function keysOf(idempotency: Idempotency | undefined): (op: Operation) => Idempotency | undefined {
  let first: string | undefined
  return ({ name, effect }) => {
    if (!idempotency || effect === 'read') return idempotency
    first ??= name
    return name === first ? idempotency : { ...idempotency, key: `${idempotency.key}.${name}` }
  }
}
