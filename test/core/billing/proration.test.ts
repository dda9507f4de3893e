// Proration, computed twice: by the Stripe stub, and by an independent oracle in exact arithmetic.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { immediateAmountOf, linesOf } from '../../../core/billing/proration.ts'
import { create, prorationInvoice } from '../../stripe/subscriptions.ts'
import { newCustomer, newPrice } from '../../stripe/objects.ts'
import { createWorld, type World } from '../../stripe/world.ts'

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
