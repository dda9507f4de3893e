// Decides on several proposals at once: one change, and one undo.
import type { Transaction } from '../database/transaction.ts'
import { isCrmError } from '../kernel/errors.ts'
import { Id, idIn, text } from '../kernel/fields.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import { Proposal } from './proposal.ts'
import * as store from './store.ts'

/** The most proposals of one decision. */
const MAX = 200

export const Many = lazySchema((z) =>
  z
    .strictObject({
      ids: z.array(idIn(z)).max(MAX).optional(),
      all: z.boolean().optional().describe('Every pending proposal.'),
      sender: text(z, 320).optional().describe('Every pending proposal of this address.'),
      above: z.number().min(0).max(1).optional().describe('Every pending proposal at least this sure.'),
    })
    .refine(({ ids, all, sender, above }) => ids || all || sender || above !== undefined, {
      message: 'takes ids, all, sender or above',
      path: ['ids'],
    }),
)
export type Many = Parsed<typeof Many>

export const Decided = lazySchema((z) =>
  z.strictObject({
    proposals: z.array(Proposal()),
    left: z
      .array(z.strictObject({ id: Id(), reason: z.string() }))
      .describe('Those that need more to be decided.'),
  }),
)
export type Decided = Parsed<typeof Decided>

/** Oldest first, so that each message is decided on what the earlier ones changed. */
async function chosen(tx: Transaction, { ids, sender, above }: Many): Promise<string[]> {
  if (ids) return sortedIds(tx, ids)
  const rows = await store.listPending(tx.sql, tx.principal.userId, { sender, above, limit: MAX })
  return rows.map(({ id }) => id)
}

async function sortedIds(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await Promise.all(
    [...new Set(ids)].map((id) => store.findMessage(tx.sql, tx.principal.userId, id)),
  )
  const dates = new Map(rows.flatMap((row) => (row ? [[row.id, row.sentAt] as const] : [])))
  return [...new Set(ids)].sort((one, other) => (dates.get(one) ?? '').localeCompare(dates.get(other) ?? ''))
}

/** Decides on the chosen proposals; of all, those that need more are left, of named ones none is. */
export async function decideMany(
  tx: Transaction,
  which: Many,
  decide: (tx: Transaction, id: string) => Promise<Proposal>,
): Promise<Decided> {
  const answer: Decided = { proposals: [], left: [] }
  for (const id of await chosen(tx, which)) {
    try {
      answer.proposals.push(await decide(tx, id))
    } catch (error) {
      if (which.ids || !isCrmError(error) || error.code !== 'proposal_incomplete') throw error
      answer.left.push({ id, reason: error.message })
    }
  }
  return answer
}
