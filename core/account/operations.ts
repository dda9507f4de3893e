// Operations on an account: who I am, export and deletion.
import { Budget, budgetOf } from '../assistants/budget.ts'
import { balanceOf } from '../billing/account.ts'
import { endBilling } from '../billing/change.ts'
import { Balance } from '../billing/records.ts'
import { findProfile, timeZoneOf } from '../identity/user.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { TIERS } from '../kernel/family.ts'
import { jsonText, type JsonText } from '../kernel/json-text.ts'
import { operation } from '../kernel/operation.ts'
import { Nothing, Id, Instant, invalidInput, objectSchema, lazySchema } from '../kernel/schema.ts'
import type { Parsed } from '../kernel/schema.ts'
import { pipelineFigures } from '../pipeline/rule-inputs.ts'
import { Figures } from '../pipeline/summary.ts'
import * as store from './store.ts'

const RemainingAllowance = objectSchema((z) => ({ limit: z.int(), remaining: z.int(), resetAt: Instant() }))

const Me = objectSchema((z) => ({
  id: Id(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  tier: z.enum(TIERS),
  timeZone: z.string().nullable().describe('The zone of your dates over HTTP; null: the server’s.'),
  token: z
    .strictObject({ name: z.string().nullable(), scope: z.string().nullable() })
    .describe('The credential of this request. Both fields are null for the owner at the terminal.'),
  pipeline: Figures(),
  rateLimits: z.strictObject({ minute: RemainingAllowance(), month: RemainingAllowance() }),
  ai: Budget(),
  billing: Balance(),
}))
export type Me = Parsed<typeof Me>

export async function meOf(ctx: Context): Promise<Me> {
  const { sql, principal, limiter, report } = ctx
  const { userId, tier, credential } = principal
  const [user, timeZone, pipeline, spent, ai, billing] = await Promise.all([
    findProfile(sql, userId),
    timeZoneOf(sql, userId),
    pipelineFigures(ctx),
    report.spent ?? limiter.peek('pipeline', userId),
    budgetOf(ctx),
    balanceOf(ctx),
  ])
  if (!user) return fail('user_not_found', { id: userId })
  return {
    id: userId,
    email: user.email,
    name: user.name,
    tier,
    timeZone,
    token: { name: credential.name, scope: credential.scope },
    pipeline,
    rateLimits: { minute: spent.minute, month: spent.month },
    ai,
    billing,
  }
}

export const Export = lazySchema((z) =>
  jsonText(
    z,
    z.strictObject({
      exportedAt: Instant(),
      person: z.record(z.string(), z.unknown()),
      tables: z
        .record(z.string(), z.array(z.record(z.string(), z.unknown())))
        .describe('All your rows, by table, without secrets.'),
    }),
  ),
)

async function exportAccount({ sql, principal, clock }: Context): Promise<JsonText> {
  const { userId } = principal
  const user = JSON.stringify(await findProfile(sql, userId))
  const tables = await store.listTables(sql)
  return (async function* () {
    yield `{"exportedAt": "${isoOf(clock.now())}",\n"person": ${user},\n"tables": {`
    for (const [at, table] of tables.entries()) {
      yield `${at ? ',' : ''}\n"${table.table}": [`
      let before = '\n'
      for await (const rows of store.eachPage(sql, userId, table)) {
        yield before + rows.map((row) => JSON.stringify(row, withoutSealed)).join(',\n')
        before = ',\n'
      }
      yield ']'
    }
    yield '}}\n'
  })()
}

/** Leaves out the encrypted secret of a deleted webhook, which the audit trail keeps for undo. */
const withoutSealed = (name: string, value: unknown) => (name === 'sealedSecret' ? undefined : value)

export const CONFIRMATION = 'delete my account'

const Confirmation = objectSchema((z) => ({
  confirm: z.literal(CONFIRMATION).describe('Must be exactly this text.'),
}))
const DeletedAccount = objectSchema((z) => ({ deleted: z.literal(true), id: z.string() }))

/** Ends the billing, then deletes all rows. Throws if a subscription cannot be cancelled: a deleted account must never be charged. */
async function deleteAccount(ctx: Context): Promise<Parsed<typeof DeletedAccount>> {
  const { userId } = ctx.principal
  const isOwner = await store.findLocalOwner(ctx.sql, userId)
  if (isOwner === undefined) fail('user_not_found', { id: userId })
  if (isOwner)
    throw invalidInput([{ path: 'id', message: 'is the owner of this installation, who cannot be deleted' }])
  await endBilling(ctx)
  // The audit trail is deleted with the account, so only the log records this.
  await store.removeUser(ctx.sql, userId)
  ctx.credentials.clear()
  ctx.log.info({ userId, requestId: ctx.requestId }, 'An account was deleted by its owner.')
  ctx.report.session = null
  return { deleted: true, id: userId }
}

export const getMe = operation({
  name: 'me.get',
  summary: 'Show your account, a summary of your pipeline, and what is left of your limits.',
  http: 'GET /api/mcp/me',
  access: 'me:read',
  input: Nothing,
  output: Me,
  run: (ctx) => meOf(ctx),
})

export const exportData = operation({
  name: 'account.export',
  summary: 'Export all your data as JSON.',
  http: 'GET /api/account/export',
  access: 'account:read',
  input: Nothing,
  output: Export,
  run: (ctx) => exportAccount(ctx),
})

export const removeAccount = operation({
  name: 'account.delete',
  summary: 'Delete your account permanently; a subscription ends at once.',
  http: 'DELETE /api/account',
  access: 'account:delete',
  input: Confirmation,
  output: DeletedAccount,
  run: (ctx) => deleteAccount(ctx),
})

export const operations = [getMe, exportData, removeAccount]
