// Meters a call: reserves a high estimate of its cost in the budget before it runs, and records its real cost once when it ends.
import { begin } from '../database/connect.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { newId } from '../kernel/id.ts'
import { noModel, type PaidModel } from './payer.ts'
import { costOf, type Tokens } from './prices.ts'
import type { ModelChoice } from './providers.ts'
import * as store from './store.ts'

export type Meter = ReturnType<typeof meterFor>

/** Characters per token. Most texts have more, so the estimate is high. */
const CHARACTERS_PER_TOKEN = 3

export const estimateOf = (characters: number, maxTokens: number): Tokens => ({
  input: Math.ceil(characters / CHARACTERS_PER_TOKEN),
  output: maxTokens,
})

interface Call {
  assistant: string
  paid: PaidModel
  expected: Tokens
}

/** How a call ended. `left`: the caller disconnected. */
export type Outcome = 'done' | 'failed' | 'left'

export function meterFor({ provider, model }: ModelChoice) {
  const used: Tokens = { input: 0, output: 0 }
  return {
    spend({ input, output }: Tokens): void {
      used.input += input
      used.output += output
    },
    used: () => used,
    cost: () => costOf(provider, model, used),
  }
}

/** A meter and the function that ends it. Only the first call of `end` counts. */
export async function startMeter(ctx: Context, call: Call) {
  const id = newId()
  const meter = meterFor(call.paid.choice)
  const row = await beginCall(ctx, { id, ...call })
  const ending = (outcome: string) => ({
    ...{ outcome, inputTokens: meter.used().input, outputTokens: meter.used().output },
    ...{ costMicros: meter.cost(), endedAt: isoOf(ctx.clock.now()) },
  })
  return {
    meter,
    async end(outcome: Outcome): Promise<void> {
      try {
        const { sql, principal } = ctx
        if (row.payer === 'budget') await store.endCall(sql, principal.userId, id, ending(outcome))
        else await store.insertCall(sql, principal.userId, { ...row, ...ending(outcome) })
      } catch (cause) {
        // The call succeeds, because its response is there and paid for. Its cost is only in the log.
        ctx.log.error(
          { requestId: ctx.requestId, cause, ...ending(outcome) },
          'The usage of a model could not be recorded.',
        )
      }
    },
  }
}

/** Runs `work`, and records what it used, even if it fails or the caller disconnects. */
export async function metered<T>(ctx: Context, call: Call, work: (meter: Meter) => Promise<T>): Promise<T> {
  const { meter, end } = await startMeter(ctx, call)
  try {
    const result = await work(meter)
    await end('done')
    return result
  } catch (error) {
    await end(ctx.signal().aborted ? 'left' : 'failed')
    throw error
  }
}

async function beginCall(ctx: Context, { id, assistant, paid, expected }: Call & { id: string }) {
  const { sql, principal, clock, requestId } = ctx
  const { choice, payer } = paid
  const { provider, model } = choice
  const beganAt = isoOf(clock.now())
  const row = { id, assistant, provider, model: model.slice(0, 200), payer, requestId, beganAt }
  if (payer !== 'budget') return row
  const heldMicros = costOf(provider, model, expected)
  await begin(sql, async (tx) => {
    await store.lockBudget(tx, principal.userId)
    const budget = await store.findBudget(tx, principal.userId, beganAt)
    if (budget.grantedMicros - budget.spentMicros - budget.heldMicros <= 0) throw noModel(ctx)
    await store.insertCall(tx, principal.userId, { ...row, heldMicros })
  })
  return row
}
