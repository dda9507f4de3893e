// Fetches a posting's text and pay before the user decides on it, if the board's list has neither.
import type { Context } from '../kernel/context.ts'
import { boardNamed, hostOf } from './board.ts'
import { BoardFault } from './fault.ts'
import { UnexpectedAnswerError, type FoundPosting } from './found-posting.ts'
import { inTurn, type HostTurn } from './host-turn.ts'
import type { System } from './systems/system.ts'
import * as store from './store/postings.ts'

const PATIENCE_MS = 5_000

export async function detailOf(
  turn: HostTurn,
  { detailOf: addressOf, readDetail, accept, robotsExempt }: System,
  token: string,
  externalId: string,
): Promise<Pick<FoundPosting, 'text' | 'pay'> | null> {
  if (!addressOf || !readDetail) return null
  try {
    const answer = await turn.get(addressOf(token, externalId), { accept, robotsExempt })
    return answer.status === 200 ? readDetail(answer.body.toString('utf8')) : null
  } catch (error) {
    if (error instanceof BoardFault || error instanceof UnexpectedAnswerError) return null
    throw error
  }
}

export async function completePosting(ctx: Context, id: string): Promise<void> {
  const { sql, principal } = ctx
  const row = await store.findPosting(ctx, id)
  if (!row || row.body !== null) return
  const board = boardNamed(row.board)
  if (!board.system.detailOf) return
  try {
    const patience = { patienceMs: PATIENCE_MS, signal: ctx.signal() }
    const detail = await inTurn(ctx, hostOf(board), patience, (turn) =>
      detailOf(turn, board.system, board.token, row.externalId),
    )
    const stated = detail && { body: detail.text, pay: row.pay ?? detail.pay }
    if (stated) await store.updateDetail(sql, principal.userId, row.id, stated)
  } catch (error) {
    ctx.log.info({ requestId: ctx.requestId, error, board: row.board }, 'The text of a posting was not read.')
  }
}
