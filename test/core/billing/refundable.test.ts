// What a full refund of an invoice ends.
import { expect, test } from 'vitest'
import { endingOf, type BilledInvoice } from '../../../core/billing/refundable.ts'

type Lines = [amount: number, price: string, startsAt: number, endsAt: number][]

const invoice = (id: string, createdAt: number, amount: number, lines: Lines): BilledInvoice => ({
  ...{ id, createdAt, subscription: 'sub_1', isPaid: true, returned: 0, creditBack: 0 },
  ...{ total: amount, amountDue: amount, amountPaid: amount },
  lines: lines.map(([amount, price, startsAt, endsAt]) => ({ amount, price, startsAt, endsAt })),
})

const FIRST = invoice('first', 0, 9_900, [[9_900, 'pro', 0, 30]])
const SECOND = invoice('second', 30, 9_900, [[9_900, 'pro', 30, 60]])
const UPGRADE = invoice('upgrade', 45, 5_000, [
  [-4_950, 'pro', 45, 60],
  [9_950, 'ultra', 45, 60],
])
const ALL = [FIRST, SECOND, UPGRADE]
const HELD = { id: 'sub_1', price: 'ultra', startsAt: 30 }

test('after an upgrade, the month before did not pay for the plan: this month paid for its credit', () => {
  expect(endingOf('first', ALL, HELD)).toEqual({ kind: 'nothing' })
  expect(endingOf('second', ALL, HELD)).toEqual({ kind: 'plan', others: ['upgrade'] })
  expect(endingOf('upgrade', ALL, HELD)).toMatchObject({ kind: 'upgrade', price: 'pro' })
})
