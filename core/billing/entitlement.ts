// Computes the plan that a user's mirrored subscriptions give. Pure.
import { DAY_MS, isoOf, msOf } from '../kernel/clock.ts'
import { planIncludes, type Tier } from '../kernel/family.ts'
import type { SubscriptionRow } from './store.ts'

const GRACE_MS = 7 * DAY_MS

type HeldPlan = Pick<SubscriptionRow, 'stripeStatus' | 'tier' | 'pastDueSince'>

interface Entitlement {
  tier: Tier
  until: string | null
}

const NOTHING: Entitlement = { tier: 'free', until: null }

/** A `past_due` subscription still gives its plan for seven days. Paused, unpaid, ended and unknown statuses give none. */
function entitledBy({ stripeStatus, tier, pastDueSince }: HeldPlan): Entitlement {
  if (stripeStatus === 'active' || stripeStatus === 'trialing') return { tier, until: null }
  if (stripeStatus === 'past_due' && pastDueSince)
    return { tier, until: isoOf(msOf(pastDueSince) + GRACE_MS) }
  return NOTHING
}

/** What a user may do: the subscription with the highest plan decides. If several have that plan, the one that ends last decides. */
export const entitlementOf = (subscriptions: readonly HeldPlan[]): Entitlement =>
  subscriptions.map(entitledBy).reduce((best, next) => {
    const isLonger = best.until !== null && (next.until === null || next.until > best.until)
    return (next.tier === best.tier ? isLonger : planIncludes(next.tier, best.tier)) ? next : best
  }, NOTHING)
