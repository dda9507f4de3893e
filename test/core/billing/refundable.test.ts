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
  expect(endingOf('first', ALL, HELD, 50)).toEqual({ kind: 'nothing' })
  expect(endingOf('second', ALL, HELD, 50)).toEqual({ kind: 'plan', others: ['upgrade'] })
  expect(endingOf('upgrade', ALL, HELD, 50)).toMatchObject({ kind: 'upgrade', price: 'pro' })
})

test('an upgrade whose earlier plan is over by now leads back to nothing: the plan ends', () => {
  const yearly = invoice('yearly', 45, 94_050, [
    [-4_950, 'pro', 45, 60],
    [99_000, 'pro-yearly', 45, 410],
  ])
  const held = { id: 'sub_1', price: 'pro-yearly', startsAt: 45 }
  const endingAt = (now: number) => endingOf('yearly', [FIRST, SECOND, yearly], held, now)
  expect(endingAt(59)).toMatchObject({ kind: 'upgrade', rest: { until: 60 } })
  expect(endingAt(60)).toEqual({ kind: 'plan', others: ['second'] })
})
