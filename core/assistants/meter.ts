// Reserves the maximum cost of a call before it runs, and settles the actual cost once when it ends.
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { newId } from '../kernel/id.ts'
import type { Sql } from '../database/connect.ts'
import { noModel, type Paid } from './payer.ts'
import { costOf, type Tokens } from './prices.ts'
import type { Choice } from './providers.ts'
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
export const estimateOf = (characters: number, maxTokens: number): Tokens => ({
  input: Math.ceil(characters / CHARACTERS_PER_TOKEN),
  output: maxTokens,
})

interface Call {
  assistant: string
  paid: Paid
  expected: Tokens
}

/** How a call ended: with an answer, without one, or because its caller was gone. */
export type Outcome = 'done' | 'failed' | 'left'

/** A meter that runs, and how to end it: the first ending counts. */
interface Metering {
  meter: Meter
  end(outcome: Outcome): Promise<void>
}

/** A meter for what this model takes, at nothing. */
export function meterFor({ provider, model }: Choice): Meter {
  const used: Tokens = { input: 0, output: 0 }
  return {
    spend({ input, output }) {
      used.input += input
      used.output += output
    },
    used: () => used,
    cost: () => costOf(provider, model, used),
  }
}

/** Opens a meter. A budget without money left refuses the call before anything is asked. */
export async function openMeter(ctx: Context, call: Call): Promise<Metering> {
  const id = newId()
  const meter = meterFor(call.paid.choice)
  const row = await begin(ctx, { id, ...call })
  const ending = (outcome: string) => ({
    ...{ outcome, inputTokens: meter.used().input, outputTokens: meter.used().output },
    ...{ costMicros: meter.cost(), endedAt: isoOf(ctx.clock.now()) },
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
    await end(ctx.signal().aborted ? 'left' : 'failed')
    throw error
  }
}

async function begin(
  ctx: Context,
  { id, assistant, paid, expected }: Call & { id: string },
): Promise<store.CallRow> {
  const { sql, principal, clock, requestId } = ctx
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
    if (budget.grantedMicros - budget.spentMicros - budget.heldMicros <= 0) throw noModel(ctx)
    await store.insertCall(tx, principal.userId, { ...row, heldMicros })
  })
  return row
}
