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

export interface Call {
  assistant: string
  paid: Paid
  expected: Tokens
}

/** A meter that runs, and how to end it: the first ending counts. */
export interface Metering {
  meter: Meter
  end(outcome: 'done' | 'failed' | 'left'): Promise<void>
}

/** Opens a meter. A budget without money left refuses the call before anything is asked. */
export async function openMeter(ctx: Context, call: Call): Promise<Metering> {
  const { provider, model } = call.paid.choice
  const id = newId()
  const used: Tokens = { input: 0, output: 0 }
  const cost = (): number => costOf(provider, model, used)
  const meter: Meter = {
    spend({ input, output }) {
      used.input += input
      used.output += output
    },
    used: () => used,
    cost,
  }
  const row = await begin(ctx, { id, ...call })
  const ending = (outcome: string) => ({
    ...{ outcome, inputTokens: used.input, outputTokens: used.output, costMicros: cost() },
    endedAt: isoOf(ctx.clock.now()),
  })
  return {
    meter,
    async end(outcome) {
      try {
        const { sql, principal } = ctx
        if (row.payer === 'budget') await store.endCall(sql, principal.userId, id, ending(outcome))
        else await store.insertEnded(sql, principal.userId, row, ending(outcome))
      } catch (cause) {
        // The answer is there, and paid for; what it cost is found in the log.
        ctx.log.error(
          { requestId: ctx.requestId, cause, ...ending(outcome) },
          'What a model was used for could not be recorded.',
        )
      }
    },
  }
}

/** Runs `work` under a meter: whatever happens, what was used is recorded, also when the caller has left. */
export async function metered<T>(ctx: Context, call: Call, work: (meter: Meter) => Promise<T>): Promise<T> {
  const { meter, end } = await openMeter(ctx, call)
  try {
    const result = await work(meter)
    await end('done')
    return result
  } catch (error) {
    await end(ctx.signal.aborted ? 'left' : 'failed')
    throw error
  }
}

async function begin(
  { sql, principal, clock, requestId }: Context,
  { id, assistant, paid, expected }: Call & { id: string },
): Promise<store.CallRow> {
  const { choice, payer } = paid
  const { provider, model } = choice
  const beganAt = isoOf(clock.now())
  const row = { id, assistant, provider, model: model.slice(0, 200), payer, requestId, beganAt }
  if (payer !== 'budget') return row
  const heldMicros = costOf(provider, model, expected)
  await sql.begin(async (inner) => {
    const tx = inner as unknown as Sql
    await store.lockBudget(tx, principal.userId)
    const budget = await store.findBudget(tx, principal.userId, beganAt)
    if (budget.grantedMicros - budget.spentMicros - budget.heldMicros <= 0)
      throw problem('ai_key_required', {})
    await store.insertCall(tx, principal.userId, { ...row, heldMicros })
  })
  return row
}
