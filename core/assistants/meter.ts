// The meter on a call: what it may cost is held before it runs, what it cost is written when it ends, once.
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { problem } from '../kernel/errors.ts'
import { newId } from '../kernel/id.ts'
import type { Sql } from '../database/connect.ts'
import type { Paid } from './payer.ts'
import { costOf, type Tokens } from './prices.ts'
import * as store from './store.ts'

export interface Meter {
  /** Adds the tokens of one request to a model. */
  spend(tokens: Tokens): void
  used(): Tokens
  /** Millionths of a dollar so far. */
  cost(): number
}

/** What an estimate takes a character for: more than most texts have. */
const CHARACTERS_PER_TOKEN = 3

/** Tokens that a call may come to, before it is made. */
export const estimateOf = (characters: number, mostTokens: number): Tokens => ({
  input: Math.ceil(characters / CHARACTERS_PER_TOKEN),
  output: mostTokens,
})

/**
 * Runs `work` under a meter. A budget without money left refuses it before anything is asked; whatever happens, the
 * tokens that were used are recorded, also when the caller has left.
 */
export async function metered<T>(
  ctx: Context,
  call: { assistant: string; paid: Paid; expected: Tokens },
  work: (meter: Meter) => Promise<T>,
): Promise<T> {
  const { choice, payer } = call.paid
  const id = newId()
  const used: Tokens = { input: 0, output: 0 }
  const cost = (): number => costOf(choice.provider, choice.model, used)
  const meter: Meter = {
    spend({ input, output }) {
      used.input += input
      used.output += output
    },
    used: () => used,
    cost,
  }
  await begin(ctx, { id, ...call })
  const end = (outcome: string) =>
    finish(ctx, id, { outcome, inputTokens: used.input, outputTokens: used.output, costMicros: cost() })
  try {
    const result = await work(meter)
    await end('done')
    return result
  } catch (error) {
    await end(ctx.signal.aborted ? 'left' : 'failed').catch((cause: unknown) =>
      ctx.log.error(
        { requestId: ctx.requestId, payer, cause },
        'What a model was used for could not be recorded.',
      ),
    )
    throw error
  }
}

async function begin(
  { sql, principal, clock, requestId }: Context,
  { id, assistant, paid, expected }: { id: string; assistant: string; paid: Paid; expected: Tokens },
): Promise<void> {
  const { choice, payer } = paid
  const { provider, model } = choice
  const beganAt = isoOf(clock.now())
  const row = { id, assistant, provider, model: model.slice(0, 200), payer, requestId, beganAt }
  if (payer !== 'budget')
    return void (await store.insertCall(sql, principal.userId, { ...row, heldMicros: 0 }))
  const heldMicros = costOf(provider, model, expected)
  await sql.begin(async (inner) => {
    const tx = inner as unknown as Sql
    await store.lockBudget(tx, principal.userId)
    const budget = await store.findBudget(tx, principal.userId, beganAt)
    if (budget.grantedMicros - budget.spentMicros - budget.heldMicros <= 0)
      throw problem('ai_key_required', {})
    await store.insertCall(tx, principal.userId, { ...row, heldMicros })
  })
}

const finish = (
  { sql, principal, clock }: Context,
  id: string,
  ending: Omit<store.Ending, 'endedAt'>,
): Promise<unknown> => store.endCall(sql, principal.userId, id, { ...ending, endedAt: isoOf(clock.now()) })
