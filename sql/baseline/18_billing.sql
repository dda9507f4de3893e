-- Billing: a mirror of Stripe's data for each user. Stripe is the source of truth; the product reads these
-- rows, so that it works while Stripe is unavailable. Updates are serialised per user: the holder of the
-- customer's lease fetches from Stripe and writes, so that an older response never overwrites a newer one.

create table billing_customers (
  user_id uuid constraint billing_customers_pkey primary key
    constraint billing_customers_user_fkey references users (id) on delete cascade,
  -- null until the Stripe customer is created.
  stripe_customer_id text constraint billing_customers_stripe_key unique,
  -- Number of customers created; part of the idempotency key, so that a deleted customer is not returned
  -- again.
  generation integer not null default 0,
  -- Summary of the stored card {id, brand, last4, expMonth, expYear}, and the billing address {line1, …};
  -- null for none.
  payment_method jsonb,
  billing_address jsonb,
  -- The holder of the lease on this user's billing, and when it expires unless renewed.
  lease_holder uuid,
  lease_until timestamptz(3),
  -- The latest preview of a plan change {plan, subscriptionId, prorationDate, immediateAmount, expiresAt}.
  quote jsonb,
  synced_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The checkout page that a user may still pay on, so that it can be closed before another way to subscribe opens.
  checkout_page text,
  -- The credit that Stripe keeps, positive here.
  credit_cents integer not null default 0
);

create table subscriptions (
  user_id uuid not null constraint subscriptions_user_fkey references users (id) on delete cascade,
  -- Stripe's id.
  id text not null,
  stripe_customer_id text not null,
  stripe_price_id text not null,
  stripe_item_id text not null,
  plan text not null,
  -- The status shown by the API; stripe_status is Stripe's own value, which has more variants.
  status text not null constraint subscriptions_status_known
    check (status in ('trialing', 'active', 'past_due', 'canceled', 'incomplete', 'incomplete_expired')),
  stripe_status text not null,
  tier text not null constraint subscriptions_tier_known check (tier in ('free', 'pro', 'ultra')),
  current_period_start timestamptz(3),
  current_period_end timestamptz(3),
  trial_start timestamptz(3),
  trial_end timestamptz(3),
  cancel_at_period_end boolean not null,
  -- When a payment first failed; the past_due grace period starts here.
  past_due_since timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint subscriptions_pkey primary key (user_id, id)
);

create table invoices (
  user_id uuid not null constraint invoices_user_fkey references users (id) on delete cascade,
  id text not null,
  -- Stripe's status; refunded and partially_refunded are derived from the refunds.
  stripe_status text not null,
  description text,
  amount_paid integer not null,
  amount_due integer not null,
  subtotal integer,
  tax integer,
  total integer,
  currency text not null,
  payment_intent_id text,
  hosted_invoice_url text,
  created_at timestamptz(3) not null,
  -- How the invoice changed the credit.
  credit_change integer not null default 0,
  paid_at timestamptz(3),
  constraint invoices_pkey primary key (user_id, id)
);
create index invoices_payment_intent_idx on invoices (payment_intent_id);

create table refunds (
  user_id uuid not null constraint refunds_user_fkey references users (id) on delete cascade,
  id text not null,
  payment_intent_id text,
  amount integer not null constraint refunds_amount check (amount >= 0),
  currency text not null,
  status text not null constraint refunds_status_known check (status in ('succeeded', 'pending', 'failed')),
  created_at timestamptz(3) not null,
  -- requested, dispute, credit-note, dashboard, late (a payment completed after it was superseded).
  reason text,
  constraint refunds_pkey primary key (user_id, id)
);
create index refunds_payment_intent_idx on refunds (user_id, payment_intent_id);

-- Events received from Stripe. The id is claimed before processing, and marked as processed afterwards.
create table stripe_events (
  id text constraint stripe_events_pkey primary key,
  type text not null,
  stripe_customer_id text,
  payment_intent_id text,
  received_at timestamptz(3) not null,
  claimed_until timestamptz(3),
  processed_at timestamptz(3),
  attempts integer not null default 0,
  error text
);
create index stripe_events_open_idx on stripe_events (received_at) where processed_at is null;

-- One-time purchases. A purchase is recorded before any money moves, so that after a crash a retry or a worker can complete it:
-- it is neither charged twice nor lost.
create table purchases (
  user_id uuid not null constraint purchases_user_fkey references users (id) on delete cascade,
  id uuid not null,
  item text not null,
  -- begun → waiting (for 3-D Secure) → authorised (payment is held) → made (the result is stored) → delivered (payment is captured). A
  -- declined card leads to failed, a result that cannot be produced to released; in both cases nothing is
  -- charged.
  state text not null constraint purchases_state_known
    check (state in ('begun', 'waiting', 'authorised', 'made', 'delivered', 'failed', 'released')),
  amount_cents integer not null constraint purchases_amount check (amount_cents > 0),
  currency text not null,
  input jsonb not null,
  -- Hash of item and input: an identical request is the same purchase.
  fingerprint bytea not null,
  -- The Idempotency-Key of the request; cleared when the purchase fails, so that it can be used again.
  request_key text,
  payment_intent_id text,
  invoice_id text,
  -- json: jsonb would reorder the fields, and repeated responses would differ.
  answer json,
  problem text,
  lease_holder uuid,
  lease_until timestamptz(3),
  attempts integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  purchased_at timestamptz(3),
  -- When the budget of a refunded boost was taken back.
  returned_at timestamptz(3),
  constraint purchases_pkey primary key (user_id, id),
  constraint purchases_request_key unique (user_id, request_key)
);
create unique index purchases_open_key on purchases (user_id, item, fingerprint)
  where state in ('begun', 'waiting', 'authorised', 'made');
create index purchases_unfinished_idx on purchases (updated_at) where state in ('begun', 'authorised', 'made');
create index purchases_waiting_idx on purchases (updated_at) where state = 'waiting';
create index purchases_payment_idx on purchases (payment_intent_id);
