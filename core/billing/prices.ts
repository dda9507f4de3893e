// Checks that Stripe charges the price that crm shows. If not, crm refuses before any charge.
import { fail, isCrmError } from '../kernel/errors.ts'
import type { Services } from '../kernel/context.ts'
import { PLANS, priceOf, variableOf, type Plan } from './plans.ts'
import { failureOf, type Stripe } from './stripe.ts'

type StripeAccess = Pick<Services, 'config' | 'stripe'>

const inDollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`

function differenceOf({ amountCents, interval }: Plan, price: Stripe.Price): string | null {
  const { unit_amount: cents, currency, recurring } = price
  if (cents !== amountCents || currency !== 'usd')
    return `it is shown as ${inDollars(amountCents)}, and Stripe has ${inDollars(cents ?? 0)} ${currency.toUpperCase()}`
  if (recurring?.interval !== interval || recurring.interval_count !== 1)
    return `it is shown per ${interval}, and Stripe has it per ${recurring?.interval_count ?? 0} ${recurring?.interval ?? 'payment'}`
  return null
}

async function problemOf({ config, stripe }: StripeAccess, plan: Plan): Promise<string | null> {
  try {
    const price = await stripe.use((api) => api.prices.retrieve(priceOf(config, plan)))
    return differenceOf(plan, price)
  } catch (error) {
    if (isCrmError(error) && failureOf(error).code === 'resource_missing') return 'Stripe has no such price'
    throw error
  }
}

/** The id of the plan's price at Stripe. Throws `price_missing`, or `price_unconfirmed` if Stripe's price is not the one shown. */
export async function confirmedPrice(billing: StripeAccess, plan: Plan): Promise<string> {
  const price = priceOf(billing.config, plan)
  if (await problemOf(billing, plan))
    fail('price_unconfirmed', { plan: plan.name, variable: variableOf(plan) })
  return price
}

/** The plans on sale whose price differs at Stripe. Throws `stripe_failed` if Stripe does not answer. */
export async function checkPrices(billing: StripeAccess) {
  const configured = PLANS.filter(({ setting }) => billing.config[setting] !== null)
  if (!billing.stripe.configured) return []
  const checked = configured.map(async (plan) => {
    const problem = await problemOf(billing, plan)
    return problem === null ? [] : [{ plan: plan.name, variable: variableOf(plan), problem }]
  })
  return (await Promise.all(checked)).flat()
}
