// The request parameters of Stripe's that the stand-in knows, by route. Anything else is refused, as Stripe refuses it.

const PAGE = ['limit', 'starting_after', 'ending_before']
const ADDRESS = ['line1', 'line2', 'city', 'state', 'postal_code', 'country'].map((name) => `address.${name}`)
const CUSTOMER = [
  ...['email', 'name', 'phone', 'description', 'metadata.*', 'balance'],
  ...ADDRESS,
  'invoice_settings.default_payment_method',
]
const ITEM = ['items.id', 'items.price', 'items.quantity']

export const PARAMS: Record<string, readonly string[]> = {
  'POST /v1/customers': [...CUSTOMER, 'payment_method', 'test_clock'],
  'GET /v1/customers': [...PAGE, 'email'],
  'GET /v1/customers/:id': [],
  'POST /v1/customers/:id': CUSTOMER,
  'DELETE /v1/customers/:id': [],
  'POST /v1/products': ['id', 'name', 'description', 'active', 'metadata.*'],
  'GET /v1/prices': [...PAGE, 'active', 'product', 'lookup_keys'],
  'GET /v1/prices/:id': [],
  'POST /v1/prices': [
    ...['currency', 'unit_amount', 'product', 'nickname', 'lookup_key', 'metadata.*', 'active'],
    ...['recurring.interval', 'recurring.interval_count', 'recurring.trial_period_days', 'product_data.name'],
  ],
  'POST /v1/prices/:id': ['active', 'nickname', 'metadata.*', 'lookup_key'],
  'POST /v1/coupons': ['id', 'duration', 'percent_off', 'amount_off', 'currency', 'name', 'metadata.*'],
  'GET /v1/payment_methods/:id': [],
  'POST /v1/payment_methods': ['type', 'card.token', 'billing_details.name', 'metadata.*'],
  'POST /v1/payment_methods/:id/attach': ['customer'],
  'POST /v1/payment_methods/:id/detach': [],
  'POST /v1/subscriptions': [
    ...['customer', 'default_payment_method', 'payment_behavior', 'proration_behavior', 'metadata.*'],
    ...['discounts.coupon', 'automatic_tax.enabled', 'trial_end', 'trial_period_days', 'off_session'],
    ...['payment_settings.save_default_payment_method', 'collection_method', 'items.price', 'items.quantity'],
  ],
  'GET /v1/subscriptions': [...PAGE, 'customer', 'status', 'price'],
  'GET /v1/subscriptions/:id': [],
  'POST /v1/subscriptions/:id': [
    ...[
      'cancel_at_period_end',
      'default_payment_method',
      'payment_behavior',
      'proration_behavior',
      'proration_date',
    ],
    ...['metadata.*', 'automatic_tax.enabled', 'trial_end', 'off_session', 'discounts.coupon'],
    ...ITEM,
  ],
  'DELETE /v1/subscriptions/:id': ['invoice_now', 'prorate', 'cancellation_details.comment'],
  'POST /v1/subscriptions/:id/resume': ['billing_cycle_anchor', 'proration_behavior', 'proration_date'],
  'GET /v1/invoices': [...PAGE, 'customer', 'subscription', 'status', 'collection_method'],
  'GET /v1/invoices/:id': [],
  'POST /v1/invoices': [
    ...['customer', 'auto_advance', 'collection_method', 'description', 'metadata.*', 'currency'],
    ...['pending_invoice_items_behavior', 'default_payment_method', 'automatic_tax.enabled'],
  ],
  'POST /v1/invoices/create_preview': [
    ...['customer', 'subscription', 'automatic_tax.enabled', 'currency', 'discounts.coupon'],
    ...['subscription_details.proration_behavior', 'subscription_details.proration_date'],
    ...['subscription_details.items.id', 'subscription_details.items.price'],
  ],
  'POST /v1/invoices/:id/finalize': ['auto_advance'],
  'POST /v1/invoices/:id/pay': ['payment_method', 'off_session', 'paid_out_of_band'],
  'POST /v1/invoices/:id/void': [],
  'POST /v1/invoiceitems': ['customer', 'invoice', 'amount', 'currency', 'description', 'metadata.*'],
  'POST /v1/payment_intents': [
    ...['amount', 'currency', 'customer', 'payment_method', 'capture_method', 'confirm', 'off_session'],
    ...['description', 'metadata.*', 'payment_method_types', 'receipt_email', 'error_on_requires_action'],
  ],
  'GET /v1/payment_intents': [...PAGE, 'customer'],
  'GET /v1/payment_intents/:id': ['client_secret'],
  'POST /v1/payment_intents/:id/confirm': ['payment_method', 'off_session', 'return_url'],
  'POST /v1/payment_intents/:id/capture': ['amount_to_capture', 'metadata.*'],
  'POST /v1/payment_intents/:id/cancel': ['cancellation_reason'],
  'POST /v1/refunds': ['payment_intent', 'charge', 'amount', 'reason', 'metadata.*'],
  'GET /v1/refunds': [...PAGE, 'payment_intent', 'charge'],
  'GET /v1/refunds/:id': [],
  'POST /v1/billing_portal/sessions': ['customer', 'return_url', 'configuration', 'locale'],
  'POST /v1/checkout/sessions': [
    ...['customer', 'mode', 'success_url', 'cancel_url', 'return_url', 'ui_mode', 'metadata.*', 'currency'],
    ...['line_items.price', 'line_items.quantity', 'payment_method_types', 'client_reference_id'],
    ...['setup_intent_data.metadata.*', 'subscription_data.metadata.*'],
  ],
  'GET /v1/checkout/sessions/:id': [],
  'GET /v1/events': [...PAGE, 'type'],
  'GET /v1/events/:id': [],
  'POST /v1/test_helpers/test_clocks': ['frozen_time', 'name'],
  'GET /v1/test_helpers/test_clocks/:id': [],
  'POST /v1/test_helpers/test_clocks/:id/advance': ['frozen_time'],
}
