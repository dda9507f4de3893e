// Operations on a whole account: export and deletion.
import { operation } from '../kernel/operation.ts'
import { Instant } from '../kernel/fields.ts'
import { recipe } from '../kernel/schema.ts'
import { exportAccount } from './export.ts'
import { CONFIRMATION, deleteAccount } from './removal.ts'

const Nothing = recipe((z) => z.strictObject({}))
const Export = recipe((z) =>
  z.strictObject({
    exportedAt: Instant(),
    person: z.record(z.string(), z.unknown()),
    tables: z
      .record(z.string(), z.array(z.record(z.string(), z.unknown())))
      .describe('All your rows, by table, without secrets.'),
  }),
)
const Confirmation = recipe((z) =>
  z.strictObject({ confirm: z.literal(CONFIRMATION).describe('Must be exactly this text.') }),
)
const DeletedAccount = recipe((z) => z.strictObject({ deleted: z.literal(true), id: z.string() }))

export const exportData = operation({
  name: 'account.export',
  summary: 'Export all your data as JSON.',
  http: 'GET /api/account/export',
  access: 'account:read',
  effect: 'read',
  input: Nothing,
  output: Export,
  run: (ctx) => exportAccount(ctx),
})

export const removeAccount = operation({
  name: 'account.delete',
  summary: 'Delete your account permanently; a subscription ends at once.',
  http: 'DELETE /api/account',
  access: 'account:delete',
  effect: 'destroy',
  input: Confirmation,
  output: DeletedAccount,
  run: (ctx) => deleteAccount(ctx),
})

export const operations = [exportData, removeAccount]
