// Accounting: charges less refunds equal our ledger after any actions, and previews are the sums of their
// lines.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idOf } from '../../stripe/world.ts'
import { useBilling, type Payer } from './world.ts'

const world = useBilling()

const PLANS = ['pro-monthly', 'pro-yearly', 'ultra-monthly', 'ultra-yearly'] as const
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('change' as const), plan: fc.constantFrom(...PLANS) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('advance' as const), days: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'reactivate' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('boost' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** The charges and refunds of a user at Stripe. */
function takenBy(me: Payer): number {
  const { customers, charges } = world().stripe.world
  const mine = [...customers.values()].find(
    (one) =>
      !one.deleted &&
      (one as { metadata: Record<string, string> }).metadata['user_id'] === me.principal.userId,
  )
  const own = [...charges.values()].filter((one) => idOf(one.customer) === mine?.id && one.captured)
  return sum(own.map(({ amount_captured: taken, amount_refunded: back }) => taken - back))
}

async function take(me: Payer, todo: Step): Promise<void> {
  if (todo.do === 'advance') world().stripe.advance(todo.days * 86_400)
  else if (todo.do === 'boost') await me.post('buy-boost', { boostId: 'small' })
  else if (todo.do !== 'change') await me.post(todo.do)
  else {
    const preview = await me.post('proration-preview', { plan: todo.plan })
    if (preview.status === 200) {
      const { lineItems, immediateAmount } = preview.body
      expect(sum(lineItems.map(({ amount }: { amount: number }) => amount))).toBe(immediateAmount)
      const before = takenBy(me)
      expect((await me.post('change-plan', { plan: todo.plan })).status).toBe(200)
      expect(takenBy(me) - before, 'The change costs what its preview said.').toBe(
        Math.max(0, immediateAmount),
      )
    }
  }
  await world().deliver()
}

test('charges less refunds equal the ledger after any sequence', { timeout: 900_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PLANS),
      fc.array(step, { minLength: 1, maxLength: 6 }),
      async (plan, todo) => {
        const me = await world().payer()
        expect((await me.subscribe(plan)).status).toBe(200)
        await world().deliver()
        for (const one of todo) await take(me, one)
        const { invoices } = await me.billing()
        for (const { amount_paid: paid, amount_refunded: back } of invoices)
          expect(back).toBeLessThanOrEqual(paid)
        const ledger = sum(
          invoices.map(
            (one: { amount_paid: number; amount_refunded: number }) => one.amount_paid - one.amount_refunded,
          ),
        )
        expect(ledger).toBe(takenBy(me))
      },
    ),
    { numRuns: 8, endOnFailure: true },
  )
})
