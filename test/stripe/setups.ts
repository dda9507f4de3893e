// Setup intents of the Stripe stub: a card prepared for off-session charges.
import type { Stripe } from 'stripe'
import { invalid } from './errors.ts'
import { bool, str, texts, obj, type Fields } from './forms.ts'
import { page, type Handler } from './page.ts'
import { asksFirst, attach, bankPage } from './payments.ts'
import { find, findCustomer, idOf, nextId, tell, type World } from './world.ts'

const newSetup = (world: World, fields: Partial<Stripe.SetupIntent>): Stripe.SetupIntent => {
  const id = nextId(world, 'seti')
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_stub`,
    created: world.now,
    customer: null,
    description: null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
    ...fields,
  }
}

/** Sets up a card; one that requires authentication stays pending. */
function confirmSetup(world: World, setup: Stripe.SetupIntent, returnUrl?: string): void {
  const method = idOf(setup.payment_method)
  if (!method) throw invalid('A setup intent without a payment method cannot be confirmed.')
  const attached = attach(world, method, idOf(setup.customer))
  setup.payment_method = attached.id
  if (asksFirst(world, attached.id)) {
    setup.status = 'requires_action'
    setup.next_action = bankPage(world, setup.id, returnUrl) as Stripe.SetupIntent.NextAction
    return tell(world, 'setup_intent.requires_action', setup)
  }
  succeed(world, setup)
}

function succeed(world: World, setup: Stripe.SetupIntent): void {
  setup.status = 'succeeded'
  setup.next_action = null
  world.setUp.add(idOf(setup.payment_method))
  tell(world, 'setup_intent.succeeded', setup)
}

/** The user authenticates, or declines, on the bank's page. */
export function authenticateSetup(world: World, id: string, agrees: boolean): void {
  const setup = find(world.setups, id, 'setup_intent')
  if (setup.status !== 'requires_action') throw invalid('This card waits for nobody.')
  if (agrees) return succeed(world, setup)
  setup.status = 'requires_payment_method'
  setup.next_action = null
  tell(world, 'setup_intent.setup_failed', setup)
}

function create(world: World, fields: Fields): Stripe.SetupIntent {
  const customer = str(fields, 'customer')
  const setup = newSetup(world, {
    customer: customer ? findCustomer(world, customer).id : null,
    payment_method: str(fields, 'payment_method') ?? null,
    usage: str(fields, 'usage') ?? 'off_session',
    metadata: texts(obj(fields, 'metadata')),
  })
  if (setup.payment_method) setup.status = 'requires_confirmation'
  world.setups.set(setup.id, setup)
  tell(world, 'setup_intent.created', setup)
  if (bool(fields, 'confirm')) confirmSetup(world, setup, str(fields, 'return_url'))
  return setup
}

export const setups: Record<string, Handler> = {
  'POST /v1/setup_intents': ({ world, fields }) => create(world, fields),
  'GET /v1/setup_intents': (asked) => {
    const customer = str(asked.fields, 'customer')
    const all = [...asked.world.setups.values()].filter((one) => !customer || idOf(one.customer) === customer)
    return page(all, asked, '/v1/setup_intents')
  },
  'GET /v1/setup_intents/:id': ({ world, id }) => find(world.setups, id, 'setup_intent'),
  'POST /v1/setup_intents/:id/confirm': ({ world, id, fields }) => {
    const setup = find(world.setups, id, 'setup_intent')
    setup.payment_method = str(fields, 'payment_method') ?? setup.payment_method
    confirmSetup(world, setup, str(fields, 'return_url'))
    return setup
  },
  'POST /v1/setup_intents/:id/cancel': ({ world, id }) => {
    const setup = find(world.setups, id, 'setup_intent')
    if (setup.status === 'succeeded') throw invalid('This setup intent has succeeded.')
    setup.status = 'canceled'
    return setup
  },
}
