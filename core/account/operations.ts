// Operations on an account: who I am, export and deletion.
import { operation } from '../kernel/operation.ts'
import { Nothing, Instant, objectSchema, lazySchema } from '../kernel/schema.ts'
import { Me, meOf } from './me.ts'
import { CONFIRMATION, deleteAccount } from './removal.ts'
import { findProfile } from '../identity/user.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { jsonText, type JsonText } from '../kernel/json-text.ts'
import * as store from './store.ts'

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

const Confirmation = objectSchema((z) => ({
  confirm: z.literal(CONFIRMATION).describe('Must be exactly this text.'),
}))
const DeletedAccount = objectSchema((z) => ({ deleted: z.literal(true), id: z.string() }))

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
