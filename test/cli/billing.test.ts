// `crm billing …` as shipped, against the Stripe stub: output, prompts and exit codes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { billingConfig } from '../stripe/config.ts'
import { startStripe, type StripeStub } from '../stripe/server.ts'
import { crm, crmJson, type RunOptions } from './run.ts'

let stripe: StripeStub
let database: TestDatabase
let options: RunOptions

beforeAll(async () => {
  stripe = await startStripe()
  database = await freshDatabase()
  const config = billingConfig(stripe)
  options = {
    url: database.url,
    env: {
      STRIPE_SECRET_KEY: String(config.stripeSecretKey),
      STRIPE_API_BASE: stripe.url,
      STRIPE_PRICE_PRO_MONTHLY: String(config.stripePriceProMonthly),
      STRIPE_PRICE_ULTRA_MONTHLY: String(config.stripePriceUltraMonthly),
    },
  }
})
afterAll(async () => {
  await database.close()
  await stripe.close()
})

const run = (...args: string[]) => crm(['billing', ...args], options)

describe('before there is a subscription', () => {
  test('`plans` compares the plans with their prices', async () => {
    const { code, stdout } = await run('plans')
    expect(code).toBe(0)
    expect(stdout).toMatch(/pro-monthly +\$99\.00 a month/)
    expect(stdout).toMatch(/ultra-yearly +\$1,999\.00 a year \(\$389\.00 less than by the month\)/)
    expect(stdout).toMatch(/salary-playbook +\$9\.99/)
  })

  test('change and cancel exit with code 3', async () => {
    expect((await run('change', 'ultra-monthly', '--yes')).code).toBe(3)
    expect((await run('cancel', '--yes')).code).toBe(3)
  })

  test('without Stripe, commands exit with code 6 and one sentence', async () => {
    const { env: _, ...bare } = options
    const refused = await crm(['billing', 'cancel', '--yes'], bare)
    expect(refused.code).toBe(6)
    expect(refused.stderr).toContain('Billing is not set up on this server')
  })

  test('subscribing without a card returns the address of the checkout page', async () => {
    const { code, stdout } = await run('subscribe', 'pro-monthly')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^https?:\S+\/checkout\//)])
  })

  test('a declined card exits with 5; an unknown plan or a missing --yes is a usage error', async () => {
    expect((await run('subscribe', 'gold', '--payment-method', 'pm_card_visa', '--yes')).code).toBe(2)
    expect((await run('subscribe', 'pro-monthly', '--payment-method', 'pm_card_visa')).code).toBe(2)
    const refused = await run(
      'subscribe',
      'pro-monthly',
      '--payment-method',
      'pm_card_chargeDeclined',
      '--yes',
    )
    expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining('declined')])
  })
})

test('a subscription goes through its whole life cycle', async () => {
  const made = await run('subscribe', 'pro-monthly', '--payment-method', 'pm_card_visa', '--yes')
  expect([made.code, made.stdout], made.stderr).toEqual([0, 'You are on pro-monthly.\n'])
  const preview = await run('change', 'ultra-monthly', '--dry-run')
  expect(preview.stdout).toMatch(/Unused time[\s\S]*−\$\d+\.\d\d[\s\S]*Charged now +\$\d+\.\d\d/)
  const shown = await run('subscription')
  expect(shown.stdout).toMatch(/charged on \d{4}-\d\d-\d\d to visa …4242/)
  expect((await run('change', 'ultra-monthly', '--yes')).stdout).toBe('You are on ultra-monthly.\n')
  const json = await crmJson(['billing', 'subscription', '--json'], options)
  expect(json.body.subscription).toMatchObject({ plan: 'ultra-monthly', status: 'active' })
  expect((await run('buy', 'boost-small', '--yes')).stdout).toContain('budget')
  expect((await run('purchases')).stdout).toContain('boost-small\t')
  expect((await run('invoices')).stdout.trim().split('\n')).toHaveLength(3)
  expect((await run('payment-method')).stdout).toMatch(/^https?:/)
  expect((await run('payment-method', 'pm_card_mastercard')).code).toBe(0)
  expect((await run('cancel', '--yes')).stdout).toMatch(/until \d{4}/)
  expect((await run('reactivate')).code).toBe(0)
  expect((await run('refund', json.body.invoices.at(-1).id, '--yes')).stdout).toContain('$99.00 go back')
  expect((await run('refund', json.body.invoices.at(-1).id, '--yes')).code).toBe(5)
})

test('a purchase for a job is filled in from that job, however it is referred to', async () => {
  await crm(['jobs', 'add', 'Acme', 'Engineer', '--description', 'We need Rust.'], options)
  const plan = await crmJson(['billing', 'buy', 'prep-pack', '--job', 'acme', '--dry-run', '--json'], options)
  expect(plan.body).toEqual({
    ...{ jobId: expect.stringMatching(/^[0-9a-f-]{36}$/), company: 'Acme', role: 'Engineer' },
    description: 'We need Rust.',
  })
  expect((await run('buy', 'prep-pack', '--job', 'nobody', '--yes')).code).toBe(3)
})

test('the billing address is stored', async () => {
  expect((await run('address', '1 Main St', 'US', '--city', 'Reno')).code).toBe(0)
  expect((await run('subscription')).stdout).toContain('1 Main St, Reno, US')
})

test('reconcile repairs differences from Stripe and reports them', async () => {
  // The full refund has ended it.
  await database.sql`update subscriptions set status = 'active', stripe_status = 'active'`
  const { code, body } = await crmJson(['billing', 'reconcile', '--json'], options)
  expect([code, body.customers, body.failed]).toEqual([0, 1, 0])
  expect(body.mended).toEqual([
    expect.objectContaining({
      was: expect.stringContaining('active'),
      is: expect.stringContaining('canceled'),
    }),
  ])
  expect((await crmJson(['billing', 'reconcile', '--json'], options)).body.mended).toEqual([])
})
