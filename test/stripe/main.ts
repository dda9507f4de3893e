// `npm run stripe:stub`: the Stripe stub on a port, for manual billing tests.
import { startStripe, STUB_PRICES } from './server.ts'

const port = Number(process.env['STRIPE_STUB_PORT'] ?? 12_111)
const url = process.env['STRIPE_STUB_WEBHOOK'] ?? 'http://127.0.0.1:8787/api/billing/webhook'
const secret = process.env['STRIPE_WEBHOOK_SECRET'] ?? 'whsec_stub'
const stub = await startStripe({ port, prompt: true, endpoint: { url, secret } })

// In manual use the clock advances in real time.
setInterval(() => stub.advance(1), 1_000)

const variables = Object.entries(STUB_PRICES).map(
  ([plan, { id }]) => `STRIPE_PRICE_${plan.toUpperCase().replace('-', '_')}=${id}`,
)
console.log(`A stand-in for Stripe listens on ${stub.url}; events go to ${url}.

Run crm with:
  STRIPE_SECRET_KEY=sk_test_stub STRIPE_API_BASE=${stub.url} STRIPE_WEBHOOK_SECRET=${secret} \\
  ${variables.join(' ')}

Cards: pm_card_visa, pm_card_chargeDeclined, pm_card_chargeCustomerFail, pm_card_authenticationRequired,
       pm_card_authenticationRequiredOnSetup, pm_card_refundFail, pm_card_pendingRefund.
Time:  curl -d seconds=2592000 ${stub.url}/test/advance
Bank:  curl -d payment_intent=pi_… ${stub.url}/test/authenticate   (-d outcome=refuse)
       curl -d payment_intent=pi_… ${stub.url}/test/dispute
       curl -d dispute=dp_… -d outcome=won ${stub.url}/test/decide`)
