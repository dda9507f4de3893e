// Finishes a purchase from any step. A step may safely run twice, because Stripe recognises its idempotency key.
import { itemNamed } from '../plans.ts'
import { recordChange, transaction } from '../../database/transaction.ts'
import { neverAborts, type Context } from '../../kernel/context.ts'
import { isoOf } from '../../kernel/clock.ts'
import { asCrmError, problem } from '../../kernel/errors.ts'
import { newId } from '../../kernel/id.ts'
import { LEASE_MS, whileLeased, withoutIdempotency } from '../lease.ts'
import { recordOf } from './record.ts'
import { authorise, charge, cancelAuthorisation, capture } from './payment.ts'
import { deliver, produce } from './fulfilment.ts'
import * as store from './store.ts'

/** Returns the item; undefined if the purchase is over or another process has it. Throws `payment_failed` and the model's errors. */
export async function finish(ctx: Context, id: string): Promise<Record<string, unknown> | undefined> {
  const { userId } = ctx.principal
  const holder = newId()
  const now = ctx.clock.now()
  const [from, until] = [isoOf(now), isoOf(now + LEASE_MS)]
  const purchase = await store.claimPurchase(ctx.sql, { userId, id, holder, now: from, until })
  if (!purchase) return undefined
  const renew = (end: string | null) => store.updatePurchaseLease(ctx.sql, { userId, id, holder, until: end })
  // A paid item is made even if the caller disconnects.
  return whileLeased(ctx, renew, () => advance({ ...ctx, signal: neverAborts }, purchase))
}

async function advance(ctx: Context, purchase: store.PurchaseRow): Promise<Record<string, unknown>> {
  if (itemNamed(purchase.item).budgetCents) return boost(ctx, purchase)
  const isHeld = purchase.state !== 'begun' && purchase.state !== 'waiting'
  const authorised = isHeld ? purchase : await authorisePurchase(ctx, purchase)
  const made = authorised.state === 'authorised' ? await produceAuthorised(ctx, authorised) : authorised
  await capture(ctx, made).catch(recordFailure(ctx, made))
  return completePurchase(ctx, made, made.answer ?? {})
}

type Change = Parameters<typeof store.updatePurchase>[2]

/** Changes the state of a purchase. Throws `billing_busy` if another process has changed it. */
async function transition(ctx: Context, from: store.PurchaseRow, to: Omit<Change, 'at'>) {
  const change: Change = { ...to, at: isoOf(ctx.clock.now()) }
  if (!(await store.updatePurchase(ctx.sql, from, change)))
    throw problem('billing_busy', {}, { retryAfterSeconds: 1 })
  return { ...from, ...change }
}

const FINAL_ERRORS = ['payment_failed', 'card_missing', 'authentication_lapsed', 'purchase_lapsed']

async function awaitAuthentication(
  ctx: Context,
  purchase: store.PurchaseRow,
  paid: { paymentIntentId?: string; invoiceId?: string; pageUrl: string },
): Promise<never> {
  const { pageUrl: url, ...rest } = paid
  await transition(ctx, purchase, { state: 'waiting', ...rest })
  throw problem('authentication_needed', { url })
}

/** Ends the purchase if its payment failed for good. After any other error, the next attempt continues. Rethrows the error. */
const recordFailure =
  (ctx: Context, purchase: store.PurchaseRow) =>
  async (error: unknown): Promise<never> => {
    const refusal = asCrmError(error)
    if (FINAL_ERRORS.includes(refusal.code))
      await transition(ctx, purchase, { state: 'failed', problem: refusal.message })
    throw error
  }

/** Ends a purchase that waits for its buyer. Cancels the authorisation, so that nothing is charged. */
export async function abandonWaiting(ctx: Context, purchase: store.PurchaseRow): Promise<void> {
  await cancelAuthorisation(ctx, purchase)
  const { message } = problem('authentication_lapsed', {})
  await transition(ctx, purchase, { state: 'failed', problem: message })
}

async function authorisePurchase(ctx: Context, purchase: store.PurchaseRow): Promise<store.PurchaseRow> {
  const { payment, pageUrl } = await authorise(ctx, purchase).catch(recordFailure(ctx, purchase))
  if (pageUrl !== undefined) return awaitAuthentication(ctx, purchase, { paymentIntentId: payment, pageUrl })
  return transition(ctx, purchase, { state: 'authorised', paymentIntentId: payment })
}

async function produceAuthorised(ctx: Context, purchase: store.PurchaseRow): Promise<store.PurchaseRow> {
  try {
    const answer = await produce(withoutIdempotency(ctx), purchase)
    return await transition(ctx, purchase, { state: 'made', answer })
  } catch (error) {
    const refusal = asCrmError(error)
    if (refusal.code === 'database_unavailable' || refusal.code === 'billing_busy') throw error
    await cancelAuthorisation(ctx, purchase)
    await transition(ctx, purchase, { state: 'released', problem: refusal.message })
    throw problem('item_not_made', {}, { cause: error, hint: 'Try again in a moment.', retryAfterSeconds: 5 })
  }
}

async function boost(ctx: Context, purchase: store.PurchaseRow): Promise<Record<string, unknown>> {
  const { label, budgetCents = 0 } = itemNamed(purchase.item)
  const { invoiceId, pageUrl } = await charge(ctx, purchase).catch(recordFailure(ctx, purchase))
  if (pageUrl !== undefined) return awaitAuthentication(ctx, purchase, { invoiceId, pageUrl })
  return completePurchase(ctx, { ...purchase, invoiceId }, { success: true, budgetCents, label })
}

async function completePurchase(ctx: Context, purchase: store.PurchaseRow, answer: Record<string, unknown>) {
  const at = isoOf(ctx.clock.now())
  return transaction(ctx, async (tx) => {
    const dated = datedAnswer(answer, at)
    const done = await transition(tx, purchase, { state: 'delivered', answer: dated, purchasedAt: at })
    await deliver(tx, done)
    recordChange(tx, 'purchase', purchase.id, null, recordOf(done))
    return dated
  })
}

function datedAnswer(answer: Record<string, unknown>, at: string): Record<string, unknown> {
  const dated = (name: string) =>
    typeof answer[name] === 'object' ? { [name]: { ...answer[name], purchasedAt: at } } : {}
  return { ...answer, ...dated('brief'), ...dated('playbook') }
}
