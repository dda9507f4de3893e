// Proration, computed twice: by the Stripe stub, and by an independent oracle in exact arithmetic.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { create, prorationInvoice } from '../../stripe/subscriptions.ts'
import type { Stripe } from '../../../core/billing/stripe.ts'
import { newCustomer, newPrice } from '../../stripe/objects.ts'
import { createWorld, type World } from '../../stripe/world.ts'
import { immediateAmountOf, linesOf } from '../../../core/billing/change.ts'

const BEGIN = Date.UTC(2026, 0, 31) / 1_000

/** amount × part ÷ whole in integer arithmetic, rounded half away from zero. */
function share(amount: number, part: number, whole: number): number {
  const [product, divisor] = [BigInt(amount) * BigInt(part) * 2n + BigInt(whole), BigInt(whole) * 2n]
  return Number(product / divisor)
}

function scene(amount: number, interval: 'month' | 'year') {
  const world: World = createWorld(BEGIN)
  const customer = newCustomer(world, {})
  world.customers.set(customer.id, customer)
  const price = newPrice(world, { amount: 0, currency: 'usd', interval })
  world.prices.set(price.id, price)
  const subscription = create(world, {
    ...{ customer: customer.id, price: price.id, method: null, behavior: 'allow_incomplete' },
    ...{ metadata: {}, coupon: undefined, taxed: false, trialEnd: undefined },
  })
  // A first invoice of zero is paid immediately; from then on the real price applies.
  price.unit_amount = amount
  return { world, subscription }
}

const cents = fc.integer({ min: 1, max: 500_000 })
const interval = fc.constantFrom('month' as const, 'year' as const)

test('every preview matches the oracle, and its lines add up to its amount', () => {
  fc.assert(
    fc.property(
      cents,
      cents,
      interval,
      interval,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (from, to, was, is, at) => {
        const { world, subscription } = scene(from, was)
        const { current_period_start: start, current_period_end: end } = subscription.items.data[0]!
        const date = start + Math.floor((end - start) * at)
        const price = newPrice(world, { amount: to, currency: 'usd', interval: is })
        const lines = linesOf(prorationInvoice(world, subscription, price, date), date)
        const left = end - date
        const back = -share(from, left, end - start)
        const forth = was === is ? share(to, left, end - start) : to
        expect(lines.map(({ amount }) => amount + 0)).toEqual([back + 0, forth])
        expect(immediateAmountOf(lines)).toBe(back + forth)
      },
    ),
  )
})

test('a change at the start of the period and back again cancels out', () => {
  fc.assert(
    fc.property(cents, cents, (from, to) => {
      const { world, subscription } = scene(from, 'month')
      const item = subscription.items.data[0]!
      const up = newPrice(world, { amount: to, currency: 'usd', interval: 'month' })
      const first = immediateAmountOf(linesOf(prorationInvoice(world, subscription, up, BEGIN), BEGIN))
      const old = item.price
      item.price = up
      const second = immediateAmountOf(linesOf(prorationInvoice(world, subscription, old, BEGIN), BEGIN))
      expect(first + second).toBe(0)
    }),
  )
})

describe('the lines of a preview', () => {
  type Part = { description?: string | null; amount: number; start?: number; parent?: unknown }
  /** The parts of Stripe's preview that lines are made from. */
  const preview = (parts: Part[], rest: Partial<Stripe.Invoice> = {}) => {
    const subtotal = parts.reduce((sum, { amount }) => sum + amount, 0)
    const data = parts.map(({ description = 'A part', amount, start = BEGIN, parent = null }) => ({
      ...{ description, amount, parent, period: { start, end: BEGIN + 100 } },
    }))
    const whole = {
      currency: 'eur',
      subtotal,
      total: subtotal,
      amount_due: subtotal,
      lines: { data },
      ...rest,
    }
    return whole as unknown as Stripe.Invoice
  }
  const shown = (invoice: Stripe.Invoice) =>
    linesOf(invoice, BEGIN).map(({ description, amount }) => [description, amount])

  test('leave out the next renewal, and know the parts of the change by what Stripe says of them', () => {
    const later = BEGIN + 50
    const said = (proration: boolean) => ({ subscription_item_details: { proration } })
    const asItem = { invoice_item_details: { proration: true } }
    const invoice = preview([
      { description: 'Back', amount: -300, start: later, parent: said(true) },
      { description: 'Forth', amount: 700, start: later, parent: asItem },
      { description: null, amount: 50 },
      { description: 'Renewal', amount: 2_000, start: later, parent: said(false) },
      { description: 'Renewal', amount: 2_000, start: later },
    ])
    const mine = [
      ['Back', -300],
      ['Forth', 700],
      ['Change of plan', 50],
    ]
    expect(shown(invoice)).toEqual(mine)
    // With other lines in the preview, its taxes are not those of the change.
    expect(shown({ ...invoice, total: 9_999, amount_due: 9_999 })).toEqual(mine)
    expect(linesOf(invoice, BEGIN)[0]).toMatchObject({ currency: 'eur' })
  })

  test('name discount, tax and credit used, and add up to what is due', () => {
    const discounts = [{ amount: 100 }, { amount: 50 }] as Stripe.Invoice['total_discount_amounts']
    const invoice = preview([{ description: 'Forth', amount: 1_000 }], {
      ...{ total_discount_amounts: discounts, total: 1_020, amount_due: 900 },
    })
    expect(shown(invoice)).toEqual([
      ['Forth', 1_000],
      ['Discount', -150],
      ['Tax', 170],
      ['Credit from before', -120],
    ])
    expect(immediateAmountOf(linesOf(invoice, BEGIN))).toBe(900)
  })

  test('of a credit name no credit used: what is due is never below zero', () => {
    expect(shown(preview([{ description: 'Back', amount: -500 }], { amount_due: 0 }))).toEqual([
      ['Back', -500],
    ])
    expect(shown(preview([{ amount: 0 }], { amount_due: 0 }))).toEqual([['A part', 0]])
  })
})
