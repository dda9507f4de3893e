// The sections of the settings page say what they leave out, and what is open.
import { expect, test } from 'vitest'
import type { Purchase } from '../../core/billing/purchases/record.ts'
import type { Billing } from '../../core/billing/records.ts'
import { plan, purchases } from '../../gateway/settings/sections.ts'

const invoice = { created_at: '2026-11-01T00:00:00Z', status: 'paid', amount_paid: 9_900, currency: 'usd' }

const billing = (count: number, status = 'active') =>
  ({
    subscription: { plan: 'pro-monthly', status, current_period_end: '2026-12-01T00:00:00.000Z' },
    invoices: Array.from({ length: count }, () => invoice),
    paymentMethod: null,
    balance: { budgetCents: 0, debtCents: 0, creditCents: 0, items: 0 },
  }) as unknown as Billing

test('invoices and purchases that are not shown are counted', () => {
  expect(plan(billing(24), [], 'pro').html).toContain('>Invoices<')
  expect(plan(billing(25), [], 'pro').html).toContain('>Invoices: the newest 24 of 25<')
  const bought = [{ label: 'Cover letter', createdAt: '2026-11-01T00:00:00.000Z' }] as unknown as Purchase[]
  expect(purchases(bought, 1)?.html).toContain('>Purchases<')
  expect(purchases(bought, 51)?.html).toContain('>Purchases: the newest 1 of 51<')
})

test('an overdue plan names the open payment and no next charge', () => {
  expect(plan(billing(1), ['pro-yearly'], 'pro').html).toMatch(/next charge on 2026-12-01[^]*at the end of/)
  const overdue = plan(billing(1, 'past_due'), ['pro-yearly'], 'pro').html
  expect(overdue).toMatch(/past due; a payment is open[^]*Cancel now/)
})
