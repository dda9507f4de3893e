// Operations on mail accounts.
import { must } from '../kernel/narrow.ts'
import { answeredOnce } from '../database/idempotency.ts'
import type { Context } from '../kernel/context.ts'
import { ById, idIn, Deleted, Nothing, type Parsed, objectSchema } from '../kernel/schema.ts'
import { fail, asCrmError } from '../kernel/errors.ts'
import { operation } from '../kernel/operation.ts'
import { Account, AccountIn, accountOf, addAccount, removeAccount } from './account.ts'
import * as store from './store-accounts.ts'

const Accounts = objectSchema((z) => ({ accounts: z.array(Account()) }))

export const listMailAccounts = operation({
  name: 'inbox.accounts',
  summary: 'List the mail accounts that are read.',
  http: 'GET /api/mcp/inbox/accounts',
  access: 'inbox:read',
  input: Nothing,
  output: Accounts,
  run: async ({ sql, principal }) => ({
    accounts: (await store.listAccounts(sql, principal.userId)).map(accountOf),
  }),
})

export const addMailAccount = operation({
  name: 'inbox.addAccount',
  summary: 'Add a mail account to be read over IMAP; the secret is stored encrypted.',
  http: 'POST /api/mcp/inbox/accounts',
  access: 'inbox:write',
  input: AccountIn,
  output: Account,
  run: addAccount,
})

export const removeMailAccount = operation({
  name: 'inbox.removeAccount',
  summary: 'Remove a mail account and its secret; what it proposed stays.',
  http: 'DELETE /api/mcp/inbox/accounts/:id',
  access: 'inbox:delete',
  input: ById,
  output: Deleted,
  run: (ctx, { id }) => removeAccount(ctx, id),
})

/** Maximum wait for new mail per call, in seconds. */
const MAX_WAIT = 480

const SyncIn = objectSchema((z) => ({
  id: idIn(z).optional().describe('Only this account.'),
  waitSeconds: z
    .int()
    .min(0)
    .max(MAX_WAIT)
    .optional()
    .describe('If nothing is new, wait this long for mail.'),
}))
const SyncReport = objectSchema((z) => ({
  accounts: z.array(
    z.strictObject({
      account: Account(),
      read: z.int(),
      skipped: z.int(),
      failed: z.int(),
      proposed: z.int(),
      error: z.string().nullable(),
      code: z.string().nullable().describe('The error’s code.'),
    }),
  ),
}))

export const syncMail = operation({
  name: 'inbox.sync',
  summary: 'Read what is new in the mail accounts, and propose what it says.',
  http: 'POST /api/mcp/inbox/sync',
  access: 'inbox:write',
  input: SyncIn,
  output: SyncReport,
  // The idempotency key belongs to the whole run. If each batch used it, a later batch would get an earlier response.
  run: (ctx, input) => answeredOnce(ctx, () => readAccounts({ ...ctx, idempotency: undefined }, input)),
})

async function readAccounts(ctx: Context, { id, waitSeconds = 0 }: Parsed<typeof SyncIn>) {
  const { syncAccount, NOTHING } = await import('./sync.ts')
  const all = await store.listAccounts(ctx.sql, ctx.principal.userId)
  const rows = id === undefined ? all : all.filter((row) => row.id === id)
  if (id !== undefined && !rows.length) fail('account_not_found', { id })
  const stopWaiting = new AbortController()
  const signal = ctx.signal()
  const waiting = AbortSignal.any([signal, stopWaiting.signal])
  const done = rows.map(async (row) => {
    try {
      const synced = await syncAccount(ctx, row, { waitMs: waitSeconds * 1_000, signal, waiting })
      if (synced.read) stopWaiting.abort()
      return { ...synced, error: null, code: null }
    } catch (error) {
      const { message, code } = asCrmError(error)
      return { ...NOTHING, error: message, code }
    }
  })
  const reports = await Promise.all(done)
  const after = await store.listAccounts(ctx.sql, ctx.principal.userId)
  return {
    accounts: rows.map((row, at) => ({
      account: accountOf(after.find((each) => each.id === row.id) ?? row),
      ...must(reports[at]),
    })),
  }
}

export const operations = [listMailAccounts, addMailAccount, removeMailAccount, syncMail]
