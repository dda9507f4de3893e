// New objects of the Stripe stub, typed by the library, so that no field of the pinned version is missing.
import type { Stripe } from 'stripe'
import { listOf, nextId, type World } from './world.ts'

const MODE = { livemode: false } as const

export const newCustomer = (world: World, fields: Partial<Stripe.Customer>): Stripe.Customer => ({
  id: nextId(world, 'cus'),
  object: 'customer',
  address: null,
  balance: 0,
  created: world.now,
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: 'STUB',
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  ...MODE,
  metadata: {},
  name: null,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
  ...fields,
})

export const newPrice = (
  world: World,
  fields: { id?: string; amount: number; currency: string; interval: 'month' | 'year'; trialDays?: number },
): Stripe.Price => ({
  id: fields.id ?? nextId(world, 'price'),
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: world.now,
  currency: fields.currency,
  custom_unit_amount: null,
  ...MODE,
  lookup_key: null,
  metadata: {},
  nickname: null,
  product: 'prod_stub',
  recurring: {
    interval: fields.interval,
    interval_count: 1,
    meter: null,
    trial_period_days: fields.trialDays ?? null,
    usage_type: 'licensed',
  },
  tax_behavior: 'exclusive',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: fields.amount,
  unit_amount_decimal: null,
})

export const newMethod = (
  world: World,
  card: { brand: string; last4: string },
  customer: string | null,
): Stripe.PaymentMethod => ({
  id: nextId(world, 'pm'),
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  card: {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: card.brand,
    exp_month: 12,
    exp_year: 2034,
    fingerprint: `finger${card.last4}`,
    funding: 'credit',
    generated_from: null,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: world.now,
  customer,
  customer_account: null,
  ...MODE,
  metadata: {},
  type: 'card',
})

export const newIntent = (
  world: World,
  fields: Pick<
    Stripe.PaymentIntent,
    'amount' | 'currency' | 'customer' | 'payment_method' | 'capture_method'
  > &
    Partial<Stripe.PaymentIntent>,
): Stripe.PaymentIntent => {
  const id = nextId(world, 'pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_stub`,
    confirmation_method: 'automatic',
    created: world.now,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    ...MODE,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_confirmation',
    transfer_data: null,
    transfer_group: null,
    ...fields,
  }
}

export const newRefund = (
  world: World,
  fields: Pick<Stripe.Refund, 'amount' | 'currency' | 'payment_intent' | 'charge' | 'status' | 'reason'> & {
    metadata: Record<string, string>
  },
): Stripe.Refund => ({
  id: nextId(world, 're'),
  object: 'refund',
  balance_transaction: null,
  created: world.now,
  customer: null,
  customer_account: null,
  payment_method: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
  ...fields,
})

export const newLine = (
  world: World,
  line: {
    amount: number
    currency: string
    description: string
    start: number
    end: number
    subscription: string | null
    item: string
    price: string
    proration: boolean
  },
): Stripe.InvoiceLineItem => ({
  id: nextId(world, 'il'),
  object: 'line_item',
  amount: line.amount,
  currency: line.currency,
  description: line.description,
  discount_amounts: [],
  discountable: !line.proration,
  discounts: [],
  invoice: null,
  ...MODE,
  metadata: {},
  parent: line.subscription
    ? {
        invoice_item_details: null,
        subscription_item_details: {
          invoice_item: null,
          proration: line.proration,
          proration_details: null,
          subscription: line.subscription,
          subscription_item: line.item,
        },
        type: 'subscription_item_details',
      }
    : {
        invoice_item_details: {
          invoice_item: line.item,
          proration: false,
          proration_details: null,
          subscription: null,
        },
        subscription_item_details: null,
        type: 'invoice_item_details',
      },
  period: { start: line.start, end: line.end },
  pretax_credit_amounts: [],
  pricing: {
    price_details: { price: line.price, product: 'prod_stub' },
    type: 'price_details',
    unit_amount_decimal: null,
  },
  quantity: 1,
  quantity_decimal: null,
  subscription: line.subscription,
  subtotal: line.amount,
  taxes: [],
})

export const newInvoicePayment = (
  world: World,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
): Stripe.InvoicePayment => ({
  id: nextId(world, 'inpay'),
  object: 'invoice_payment',
  amount_paid: null,
  amount_requested: intent.amount,
  created: world.now,
  currency: intent.currency,
  invoice: invoice.id,
  is_default: true,
  ...MODE,
  payment: { payment_intent: intent.id, type: 'payment_intent' },
  status: 'open',
  status_transitions: { canceled_at: null, paid_at: null },
})

/** An invoice without lines; `invoices.ts` computes its totals. */
export const newInvoice = (
  world: World,
  customer: Stripe.Customer,
  reason: Stripe.Invoice.BillingReason,
  currency: string,
): Stripe.Invoice => {
  const id = nextId(world, 'in')
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Stub',
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: world.now,
    currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: `${world.url}/test/invoice/${id}`,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf<Stripe.InvoiceLineItem>([], `/v1/invoices/${id}/lines`),
    ...MODE,
    metadata: {},
    next_payment_attempt: null,
    number: `STUB-${String(world.count).padStart(4, '0')}`,
    on_behalf_of: null,
    parent: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: world.now,
    period_start: world.now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: 0,
    subtotal_excluding_tax: 0,
    test_clock: null,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: 0,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }
}
