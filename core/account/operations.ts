// Operations on an account: who I am, export and deletion.
import { Export, exportAccount } from './export.ts'
import { operation } from '../kernel/operation.ts'
import { Nothing } from '../kernel/fields.ts'
import { objectSchema } from '../kernel/schema.ts'
import { Me, meOf } from './me.ts'
import { CONFIRMATION, deleteAccount } from './removal.ts'

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
