// Asks the audit trail how records were when an import's file was made, and which were deleted or merged.
import type { Transaction } from '../database/transaction.ts'
import * as store from './store.ts'

export async function earlierStates(
  { sql, principal }: Transaction,
  noun: string,
  wanted: readonly store.Wanted[],
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const found = await store.listEarlier(sql, principal.userId, noun, wanted)
  return new Map(found.map(({ id, record }) => [id, record]))
}

export const mergedRecords = ({ sql, principal }: Transaction, noun: string) =>
  store.listMerged(sql, principal.userId, noun)
