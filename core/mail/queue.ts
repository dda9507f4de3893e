// Letters to be sent: written with what they tell of, sent by a worker, tried again, kept where there is no mail server.
import type { Transaction } from '../database/transaction.ts'
import { HOUR_MS, isoOf, MINUTE_MS, msOf } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import { newId } from '../kernel/id.ts'
import type { Worker } from '../workers.ts'
import { openMailer } from './mailer.ts'
import * as store from './store.ts'

export interface Letter {
  recipient: string
  subject: string
  html: string
  /** The same as plain text. */
  body: string
}

/** Queues a letter; it exists if and only if the transaction commits. */
export async function queueLetter(tx: Transaction, letter: Letter): Promise<void> {
  const at = isoOf(tx.clock.now())
  await store.insertLetter(tx.sql, tx.principal.userId, { id: newId(), ...letter, at })
}

/** After each failure, so long until the next try; after the last the letter is given up, and says why. */
const RESTS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
]
/** A process that died with a letter in hand gives it up after so long. */
const CLAIM_MS = 2 * MINUTE_MS

/** Sends what is due. Without a mail server it does nothing: letters wait for one. */
export const postman: Worker = {
  name: 'mail',
  everyMs: 2_000,
  run: (services, signal) => sendDue(services, signal),
}

async function sendDue(services: Services, signal: AbortSignal): Promise<number> {
  const { config, sql, clock } = services
  if (!config.smtpUrl) return 0
  const now = clock.now()
  const letters = await store.claimLetters(sql, { now: isoOf(now), until: isoOf(now + CLAIM_MS) })
  if (!letters.length) return 0
  const mailer = await openMailer(config)
  try {
    for (const letter of letters) if (!signal.aborted) await sendOne(services, mailer, letter)
  } finally {
    mailer.close()
  }
  return letters.length
}

type Mailer = Awaited<ReturnType<typeof openMailer>>

async function sendOne(
  { sql, clock, log }: Services,
  mailer: Mailer,
  letter: store.LetterRow,
): Promise<void> {
  const at = isoOf(clock.now())
  try {
    await mailer.send(letter)
    await store.updateLetterSent(sql, letter, at)
  } catch (error) {
    const rest = RESTS_MS[letter.attempts - 1]
    const problem = (error as Error).message.slice(0, 500)
    log.warn({ letter: letter.id, problem }, 'A letter could not be sent.')
    // An address that the server refuses for good is not tried again.
    const isHopeless = Number((error as { responseCode?: number }).responseCode) >= 550
    const dueAt = rest && !isHopeless ? isoOf(msOf(at) + rest) : null
    await store.updateLetterFailed(sql, letter, { dueAt, problem })
  }
}
