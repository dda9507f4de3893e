// What subscriptions entitle to: a pure function of the mirrored rows.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entitlementOf, GRACE_MS } from '../../../core/billing/entitlement.ts'
import { isoOf, msOf } from '../../../core/kernel/clock.ts'
import { includes, TIERS } from '../../../core/kernel/family.ts'

const SINCE = '2026-05-01T00:00:00.000Z'
const held = (stripeStatus: string, tier: 'pro' | 'ultra' = 'pro') => ({
  stripeStatus,
  tier,
  pastDueSince: stripeStatus === 'past_due' ? SINCE : null,
})

test.each([
  ['active', { tier: 'pro', until: null }],
  ['trialing', { tier: 'pro', until: null }],
  ['past_due', { tier: 'pro', until: isoOf(msOf(SINCE) + GRACE_MS) }],
  ['unpaid', { tier: 'free', until: null }],
  ['paused', { tier: 'free', until: null }],
  ['incomplete', { tier: 'free', until: null }],
  ['incomplete_expired', { tier: 'free', until: null }],
  ['canceled', { tier: 'free', until: null }],
  ['a word Stripe may add', { tier: 'free', until: null }],
])('%s', (status, wanted) => {
  expect(entitlementOf([held(status)])).toEqual(wanted)
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

  test('the best one counts, in any order, and an additional one never reduces it', () => {
    fc.assert(
      fc.property(fc.array(one, { maxLength: 4 }), one, (some, more) => {
        const [less, all] = [entitlementOf(some), entitlementOf([...some, more])]
        expect(includes(all.tier, less.tier)).toBe(true)
        expect(entitlementOf([more, ...some].reverse())).toEqual(entitlementOf([...some, more]))
        if (all.tier === less.tier && less.until === null) expect(all.until).toBeNull()
      }),
    )
  })
})
