// Reads new mail of an account. It stores its position after each batch. A crash loses no message: some are read again and skipped.
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { asCrmError } from '../kernel/errors.ts'
import { keysOf, recordBy } from '../kernel/narrow.ts'
import { secretOf } from './account.ts'
import { openMailbox, type Mailbox } from './imap.ts'
import { scan } from './scan.ts'
import * as store from './store-accounts.ts'

export const NOTHING = { read: 0, skipped: 0, failed: 0, proposed: 0 }
type SyncCounts = typeof NOTHING

const addCounts = (one: SyncCounts, other: SyncCounts): SyncCounts =>
  recordBy(keysOf(NOTHING), (name) => one[name] + other[name])

/**
 * Reads new mail. If there is none, waits up to `waitMs` for some. Stores a failure with the account, and throws it. `waiting`
 * ends only the wait, and `signal` the reading too.
 */
export async function syncAccount(
  ctx: Context,
  account: store.AccountRow,
  { waitMs, signal, waiting = signal }: { waitMs: number; signal: AbortSignal; waiting?: AbortSignal },
): Promise<SyncCounts> {
  let mailbox: Mailbox | undefined
  try {
    mailbox = await openMailbox(account, secretOf(ctx, account))
    const counts = await readNew(ctx, account, mailbox, signal)
    if (counts.read + counts.skipped + counts.failed || !waitMs || waiting.aborted) return counts
    await mailbox.arrival(waitMs, waiting)
    if (waiting.aborted) return counts
    const { uidValidity, uidNext } = mailbox
    return await readNew(ctx, { ...account, uidValidity, lastUid: uidNext - 1 }, mailbox, signal)
  } catch (error) {
    await store.noteProblem(ctx.sql, ctx.principal.userId, account.id, asCrmError(error).message)
    throw error
  } finally {
    await mailbox?.close()
  }
}

/** A new UIDVALIDITY renumbers the server's messages. All are read again, and known ones are recognised. */
async function readNew(ctx: Context, account: store.AccountRow, mailbox: Mailbox, signal: AbortSignal) {
  const { uidValidity, uidNext } = mailbox
  const from = account.uidValidity === uidValidity ? account.lastUid + 1 : 1
  const uids = await mailbox.numbersFrom(from, account.since)
  let total = NOTHING
  for await (const { last, messages, tooLarge } of mailbox.batches(uids)) {
    if (signal.aborted) return total
    const batch = await readBatch(ctx, account, uidValidity, messages)
    total = addCounts(total, { ...batch, failed: batch.failed + tooLarge })
    await savePosition(ctx, account, uidValidity, last)
  }
  await savePosition(ctx, account, uidValidity, Math.max(uidNext - 1, uids.at(-1) ?? 0))
  return total
}

const savePosition = (ctx: Context, { id }: store.AccountRow, uidValidity: number, lastUid: number) =>
  store.advance(ctx.sql, ctx.principal.userId, id, { uidValidity, lastUid, at: isoOf(ctx.clock.now()) })

async function readBatch(
  ctx: Context,
  account: store.AccountRow,
  uidValidity: number,
  messages: readonly { uid: number; bytes: Buffer }[],
): Promise<SyncCounts> {
  if (!messages.length) return NOTHING
  const report = await scan(ctx, {
    messages: messages.map(({ uid, bytes }) => ({
      path: `${account.folder}/${uid}`,
      place: `imap\n${account.id}\n${uidValidity}\n${uid}`,
      source: bytes.toString('latin1'),
    })),
  })
  const proposed = report.messages.reduce((sum, { proposals }) => sum + proposals.length, 0)
  return { read: report.read, skipped: report.skipped, failed: report.failed, proposed }
}
