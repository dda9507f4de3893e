// The worker that reads every mail account and waits for new mail.
import { contextFor } from '../identity/on-behalf.ts'
import { isoOf, MINUTE_MS, SECOND_MS } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import type { Worker } from '../background/worker.ts'
import * as store from './store-accounts.ts'

const MAX_ACCOUNTS = 50
/** How long to wait for mail at one account, so that the others get their turn. */
const WAIT_MS = 2 * MINUTE_MS
const CLAIM_MS = WAIT_MS + 10 * MINUTE_MS

export const inboxWorker: Worker = {
  name: 'inbox',
  everyMs: 30 * SECOND_MS,
  async run(services, signal) {
    const now = services.clock.now()
    const accounts = await store.claimAccounts(services.sql, isoOf(now), isoOf(now + CLAIM_MS), MAX_ACCOUNTS)
    await Promise.all(accounts.map((account) => readAccount(services, account, signal)))
    return 0
  },
}

async function readAccount(
  services: Services,
  account: store.AccountRow & { userId: string },
  signal: AbortSignal,
): Promise<void> {
  try {
    const ctx = await contextFor(services, account.userId, 'inbox.sync')
    if (!ctx) return
    const { syncAccount } = await import('./sync.ts')
    await syncAccount(ctx, account, { waitMs: WAIT_MS, signal })
  } catch (error) {
    services.log.info({ account: account.id, error }, 'A mail account cannot be read at the moment.')
  } finally {
    await store.releaseAccount(services.sql, account.userId, account.id, isoOf(services.clock.now()))
  }
}
