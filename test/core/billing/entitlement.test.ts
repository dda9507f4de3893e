// What subscriptions entitle to: a pure function of the mirrored rows.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entitlementOf } from '../../../core/billing/entitlement.ts'
import { planIncludes, TIERS } from '../../../core/kernel/family.ts'

const SINCE = '2026-05-01T00:00:00.000Z'
const held = (stripeStatus: string, tier: 'pro' | 'ultra' = 'pro') => ({
  stripeStatus,
  tier,
  pastDueSince: stripeStatus === 'past_due' ? SINCE : null,
})

test.each([
  ['active', { tier: 'pro', until: null }],
  ['trialing', { tier: 'pro', until: null }],
  // Seven days after it fell overdue.
  ['past_due', { tier: 'pro', until: '2026-05-08T00:00:00.000Z' }],
  ['unpaid', { tier: 'free', until: null }],
  ['paused', { tier: 'free', until: null }],
  ['incomplete', { tier: 'free', until: null }],
  ['incomplete_expired', { tier: 'free', until: null }],
  ['canceled', { tier: 'free', until: null }],
  ['a word Stripe may add', { tier: 'free', until: null }],
])('%s', (status, wanted) => {
  expect(entitlementOf([held(status)])).toEqual(wanted)
})

test('an overdue date left behind by another status entitles to nothing', () => {
  expect(entitlementOf([{ ...held('unpaid'), pastDueSince: SINCE }])).toEqual({ tier: 'free', until: null })
})

test('no subscription entitles to nothing', () => {
  expect(entitlementOf([])).toEqual({ tier: 'free', until: null })
})

describe('with several subscriptions', () => {
  const one = fc.record({
    stripeStatus: fc.constantFrom('active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete'),
    tier: fc.constantFrom(...TIERS),
    pastDueSince: fc.constantFrom(SINCE, '2026-05-03T00:00:00.000Z'),
  })

  test('within a tier the one that lasts longer counts, in any order', () => {
    const overdue = (pastDueSince: string) => ({ ...held('past_due'), pastDueSince })
    const [sooner, later] = [overdue(SINCE), overdue('2026-05-03T00:00:00.000Z')]
    const until = '2026-05-10T00:00:00.000Z'
    for (const both of [
      [sooner, later],
      [later, sooner],
    ])
      expect(entitlementOf(both)).toEqual({ tier: 'pro', until })
    for (const both of [
      [sooner, held('active')],
      [held('active'), sooner],
    ])
      expect(entitlementOf(both)).toEqual({ tier: 'pro', until: null })
  })

  test('the best one counts, in any order, and an additional one never reduces it', () => {
    fc.assert(
      fc.property(fc.array(one, { maxLength: 4 }), one, (some, more) => {
        const [less, all] = [entitlementOf(some), entitlementOf([...some, more])]
        expect(planIncludes(all.tier, less.tier)).toBe(true)
        expect(entitlementOf([more, ...some].reverse())).toEqual(entitlementOf([...some, more]))
        if (all.tier === less.tier && less.until === null) expect(all.until).toBeNull()
      }),
    )
  })
})
