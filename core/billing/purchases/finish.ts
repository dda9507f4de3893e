// Finishing a purchase, from whatever step it is at. Each step may be taken twice: Stripe knows it by the same key.
import { changed, transaction } from '../../database/transaction.ts'
import { neverLeaves } from '../../kernel/call.ts'
import { isoOf } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { asCrmError, problem } from '../../kernel/errors.ts'
import { newId } from '../../kernel/id.ts'
import { itemNamed } from '../items.ts'
import { onTheWay } from '../lease.ts'
import { recordOf } from './record.ts'
import { authorise, charge, release, take } from './money.ts'
import { deliver, make } from './goods.ts'
import * as store from './store.ts'

const LEASE_MS = 6_000
const SIGN_OF_LIFE_MS = 2_000

/**
 * Takes an unfinished purchase in hand and finishes it: the answer; undefined when somebody else has it, or it is done.
 * Throws `payment_failed`, and what the model refused with.
 */
export async function finish(ctx: Context, id: string): Promise<Record<string, unknown> | undefined> {
  const { userId } = ctx.principal
  const holder = newId()
  const until = () => isoOf(ctx.clock.now() + LEASE_MS)
  const now = isoOf(ctx.clock.now())
  const purchase = await store.claimPurchase(ctx.sql, { userId, id, holder, now, until: until() })
  if (!purchase) return undefined
  const alive = setInterval(() => {
    store
      .updatePurchaseLease(ctx.sql, { userId, id, holder, until: until() })
      .catch((error: unknown) => ctx.log.warn({ error }, 'The lease of a purchase could not be prolonged.'))
  }, SIGN_OF_LIFE_MS)
  try {
    // Whoever asked may leave; what is paid for is made all the same.
    return await go({ ...ctx, signal: neverLeaves }, purchase)
  } finally {
    clearInterval(alive)
    await store
      .updatePurchaseLease(ctx.sql, { userId, id, holder, until: null })
      .catch((error: unknown) => ctx.log.warn({ error }, 'The lease of a purchase could not be given back.'))
  }
}

async function go(ctx: Context, purchase: store.PurchaseRow): Promise<Record<string, unknown>> {
  if (itemNamed(purchase.item).budgetCents) return boost(ctx, purchase)
  const isHeld = purchase.state !== 'begun' && purchase.state !== 'waiting'
  const held = isHeld ? purchase : await hold(ctx, purchase)
  const made = held.state === 'authorised' ? await produce(ctx, held) : held
  await takeMoney(ctx, made)
  return conclude(ctx, made, made.answer ?? {})
}

/** Moves a purchase on and answers it as it is then. Another may have done so: then theirs counts. */
async function move(
  ctx: Context,
  from: store.PurchaseRow,
  to: Parameters<typeof store.updatePurchase>[2] extends infer To ? Omit<To & object, 'at'> : never,
): Promise<store.PurchaseRow> {
  const change = { ...to, at: isoOf(ctx.clock.now()) } as Parameters<typeof store.updatePurchase>[2]
  if (!(await store.updatePurchase(ctx.sql, from, change)))
    throw problem('billing_busy', {}, { retryAfterSeconds: 1 })
  return { ...from, ...change }
}

const REFUSALS = ['payment_failed', 'card_missing', 'authentication_lapsed']

/** Leaves a purchase to its buyer, who is to agree at the bank; whoever asks again, or Stripe's event, goes on with it. */
async function askOwner(
  ctx: Context,
  purchase: store.PurchaseRow,
  paid: { paymentIntentId?: string; invoiceId?: string; askedAt: string },
): Promise<never> {
  const { askedAt: url, ...rest } = paid
  await move(ctx, purchase, { state: 'waiting', ...rest })
  throw problem('authentication_needed', { url })
}

/** Notes that a card refused, and says so. Whatever else went wrong leaves the purchase to the next try. */
async function givenUp(ctx: Context, purchase: store.PurchaseRow, error: unknown): Promise<never> {
  const refusal = asCrmError(error)
  if (REFUSALS.includes(refusal.code))
    await move(ctx, purchase, { state: 'failed', problem: refusal.message })
  throw error
}

/** Gives a purchase up whose buyer never agreed: nothing was taken, and nothing can be any more. */
export async function giveUpWaiting(ctx: Context, purchase: store.PurchaseRow): Promise<void> {
  await release(ctx, purchase)
  await move(ctx, purchase, {
    state: 'failed',
    problem: problem('authentication_lapsed', {}).message,
  })
}

async function hold(ctx: Context, purchase: store.PurchaseRow): Promise<store.PurchaseRow> {
  const { payment, askedAt } = await authorise(ctx, purchase).catch((error: unknown) =>
    givenUp(ctx, purchase, error),
  )
  if (askedAt !== undefined) return askOwner(ctx, purchase, { paymentIntentId: payment, askedAt })
  return move(ctx, purchase, { state: 'authorised', paymentIntentId: payment })
}

/** Makes what was bought; should that fail, the money is let go at once and the error says so. */
async function produce(ctx: Context, purchase: store.PurchaseRow): Promise<store.PurchaseRow> {
  try {
    const answer = await make(onTheWay(ctx), purchase)
    return await move(ctx, purchase, { state: 'made', answer })
  } catch (error) {
    const refusal = asCrmError(error)
    if (refusal.code === 'database_unavailable' || refusal.code === 'billing_busy') throw error
    await release(ctx, purchase)
    await move(ctx, purchase, { state: 'released', problem: refusal.message })
    throw problem(
      'ai_unavailable',
      {},
      { cause: error, hint: 'Nothing was charged. Try again in a moment.', retryAfterSeconds: 5 },
    )
  }
}

async function takeMoney(ctx: Context, purchase: store.PurchaseRow): Promise<void> {
  await take(ctx, purchase).catch((error: unknown) => givenUp(ctx, purchase, error))
}

async function boost(ctx: Context, purchase: store.PurchaseRow): Promise<Record<string, unknown>> {
  const { label, budgetCents = 0 } = itemNamed(purchase.item)
  const { invoiceId, askedAt } = await charge(ctx, purchase).catch((error: unknown) =>
    givenUp(ctx, purchase, error),
  )
  if (askedAt !== undefined) return askOwner(ctx, purchase, { invoiceId, askedAt })
  return conclude(ctx, { ...purchase, invoiceId }, { success: true, budgetCents, label })
}

/** The money is taken: the item is the buyer's, with its record, its letter, its budget, in one transaction. */
async function conclude(
  ctx: Context,
  purchase: store.PurchaseRow,
  answer: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const at = isoOf(ctx.clock.now())
  return transaction(ctx, async (tx) => {
    const dated = datedAnswer(answer, at)
    const done = { ...purchase, state: 'delivered' as const, answer: dated, purchasedAt: at }
    if (!(await store.updatePurchase(tx.sql, purchase, { ...done, at })))
      throw problem('billing_busy', {}, { retryAfterSeconds: 1 })
    await deliver(tx, done)
    changed(tx, 'purchase', purchase.id, null, recordOf(done))
    return dated
  })
}

/** Briefs and playbooks say when they were bought. */
function datedAnswer(answer: Record<string, unknown>, at: string): Record<string, unknown> {
  const dated = (name: string) =>
    typeof answer[name] === 'object' ? { [name]: { ...(answer[name] as object), purchasedAt: at } } : {}
  return { ...answer, ...dated('brief'), ...dated('playbook') }
}
