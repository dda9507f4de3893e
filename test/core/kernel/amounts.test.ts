import fc from 'fast-check'
import { expect, test } from 'vitest'
import { counted, dollars, inCents } from '../../../core/kernel/amounts.ts'

test('an amount is written as Intl writes it in the United States', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), (cents) => {
      const plain = (digits: number) =>
        (cents / 100)
          .toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: 2 })
          .replace('-', '−')
      expect(counted(cents / 100)).toBe(plain(0))
      expect(inCents(cents / 100)).toBe(plain(cents % 100 === 0 ? 0 : 2))
    }),
  )
  expect([counted(-0.001), inCents(-0.001), dollars(-0.4), dollars(-0.5)]).toEqual(['0', '0', '$0', '$0'])
  expect([counted(-0.005), dollars(-0.6)]).toEqual(['−0.01', '−$1'])
  expect([dollars(1234567.4), dollars(-12), dollars(0), counted(999)]).toEqual([
    '$1,234,567',
    '−$12',
    '$0',
    '999',
  ])
})
