// The tables of a person's export.
import { exportData } from '../../../core/account/operations.ts'
import type { Context } from '../../../core/kernel/context.ts'
import { parsed } from '../../../core/kernel/json-text.ts'
import { call } from '../../harness.ts'

type Rows = Record<string, unknown>[]

export const exported = async (ctx: Context): Promise<Record<string, Rows>> => {
  const { tables } = (await parsed(await call(exportData, ctx, {}))) as { tables: Record<string, Rows> }
  return tables
}
