// Buys an item: a repeated request joins the same purchase, whichever request finishes it.
import { itemNamed, type ItemName } from '../plans.ts'
import { createHash } from 'node:crypto'
import { serviceModel } from '../../assistants/providers.ts'
import { findStoredResponse } from '../../database/idempotency.ts'
import { DAY_MS, isoOf } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { asCrmError, fail, problem } from '../../kernel/errors.ts'
import { canonical } from '../../kernel/narrow.ts'
import { newId } from '../../kernel/id.ts'
import { findCustomer } from '../store.ts'
import { finish } from './finish.ts'
import * as store from './store.ts'

/** Within this time a repeated purchase returns the first one, except of boosts. */
const DUPLICATE_WINDOW_MS = DAY_MS

const POLL_MS = 150
const MAX_POLLS = 800

type Answer = Record<string, unknown>

/** Boosts with different Idempotency-Keys are separate purchases; other items are the same one under any key. */
function fingerprintOf({ idempotency }: Context, item: ItemName, input: Answer): Buffer {
  const key = itemNamed(item).budgetCents ? (idempotency?.key ?? null) : null
  return createHash('sha256')
    .update(JSON.stringify([item, canonical(input), key]))
    .digest()
}

/**
 * Buys an item. `complete` resolves what the item is made from, before anything is paid. Throws `billing_unavailable`,
 * `ai_unavailable`, `card_missing`, `payment_failed`, and `item_not_made`, after which nothing is charged.
 */
export async function buy(
  ctx: Context,
  item: ItemName,
  input: Answer,
  complete: () => Promise<Answer> = () => Promise.resolve(input),
): Promise<Answer> {
  ctx.stripe.require()
  const kept = await findStoredResponse<Answer>(ctx)
  if (kept) return kept.answer
  const known = await findEarlier(ctx, item, input)
  if (known?.state === 'delivered') return delivered(ctx, known)
  const whole = known ? input : await complete()
  if (!known) await requireModelAndCard(ctx, item)
  const purchase = known ?? (await begin(ctx, item, input, whole))
  return waitUntilDone(ctx, purchase)
}

function delivered(ctx: Context, { answer }: store.PurchaseRow): Answer {
  ctx.report.replayed = true
  return answer ?? {}
}

async function requireModelAndCard({ config, sql, principal }: Context, item: ItemName): Promise<void> {
  if (!itemNamed(item).budgetCents && !serviceModel(config)) throw problem('ai_unavailable', {})
  const customer = await findCustomer(sql, principal.userId)
  if (!customer?.stripeCustomerId || !customer.paymentMethod)
    fail('card_missing', {}, { hint: 'Subscribe, or add a card: crm billing portal.' })
}

async function findEarlier(
  ctx: Context,
  item: ItemName,
  input: Answer,
): Promise<store.PurchaseRow | undefined> {
  const { sql, principal, clock, idempotency } = ctx
  const fingerprint = fingerprintOf(ctx, item, input)
  const asked = idempotency && (await store.findByRequestKey(sql, principal.userId, idempotency.key))
  if (asked && !(asked.item === item && fingerprint.equals(asked.fingerprint)))
    return fail('idempotency_mismatch', {})
  if (asked) return asked
  const isThing = !itemNamed(item).budgetCents
  const since = isThing ? isoOf(clock.now() - DUPLICATE_WINDOW_MS) : null
  return store.findSame(sql, principal.userId, { item, fingerprint, since })
}

async function begin(ctx: Context, item: ItemName, input: Answer, whole: Answer): Promise<store.PurchaseRow> {
  const { userId } = ctx.principal
  const { amountCents } = itemNamed(item)
  const made = await store.insertPurchase(ctx.sql, userId, {
    ...{ id: newId(), item, amountCents, currency: 'usd', input: whole },
    fingerprint: fingerprintOf(ctx, item, input),
    requestKey: ctx.idempotency?.key ?? null,
    at: isoOf(ctx.clock.now()),
  })
  const same = made ?? (await findEarlier(ctx, item, input))
  return same ?? fail('billing_busy', {}, { retryAfterSeconds: 1 })
}

/** After a Stripe error the worker continues. The buyer must know, because a new order would buy a second boost. */
function reportInterruption(error: unknown): never {
  if (asCrmError(error).code !== 'stripe_failed') throw error
  throw problem(
    'purchase_interrupted',
    {},
    {
      cause: error,
      hint: 'Before you buy it again, see what became of it: crm billing purchases, or GET /api/billing/purchases.',
    },
  )
}

async function waitUntilDone(ctx: Context, { id }: store.PurchaseRow): Promise<Answer> {
  const { userId } = ctx.principal
  for (let look = 0; look < MAX_POLLS; look += 1) {
    const done = await finish(ctx, id).catch(reportInterruption)
    if (done) return done
    const now = await store.findPurchase(ctx.sql, userId, id)
    if (now?.state === 'delivered') return delivered(ctx, now)
    if (now?.state === 'failed') return fail('payment_failed', { reason: now.problem ?? '' })
    if (now?.state === 'released')
      throw problem('item_not_made', {}, { hint: 'Try again in a moment.', retryAfterSeconds: 5 })
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw problem('billing_busy', {}, { retryAfterSeconds: 30 })
}
