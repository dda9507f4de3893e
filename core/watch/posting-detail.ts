// Fetches the text and pay of one posting from the systems whose lists have none, before somebody decides about it.
import type { Context } from '../kernel/context.ts'
import { isId } from '../kernel/id.ts'
import { boardNamed } from './board.ts'
import { inTurn } from './host-turn.ts'
import * as store from './store-postings.ts'

const PATIENCE_MS = 5_000

/** Adds what the list does not say. Without an answer the posting stays as it is: a decision does not depend on it. */
export async function completePosting(ctx: Context, id: string): Promise<void> {
  const { sql, principal } = ctx
  const row = isId(id) ? await store.findPosting(sql, principal.userId, id) : undefined
  const { system, token } = row ? boardNamed(row.board) : {}
  if (!row || row.body !== null || !system?.detailOf || !system.readDetail || token === undefined) return
  const url = system.detailOf(token, row.externalId)
  const { accept, robotsExempt } = system
  try {
    const patience = { patienceMs: PATIENCE_MS, signal: ctx.signal() }
    const answer = await inTurn(ctx, new URL(url).host, patience, (turn) =>
      turn.get(url, { accept, robotsExempt }),
    )
    if (answer?.status !== 200) return
    const { text, pay } = system.readDetail(answer.body.toString('utf8'))
    await store.updateDetail(sql, principal.userId, row.id, { body: text, pay: row.pay ?? pay })
  } catch (error) {
    ctx.log.info({ requestId: ctx.requestId, error, url }, 'The text of a posting was not read.')
  }
}
