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
  updated_at timestamptz(3) not null
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

-- The tier from a subscription, in addition to one granted by an administrator; paid_until is null while it
-- lasts as long as the mirrored subscription.
alter table users
  add column paid_tier text not null default 'free'
    constraint users_paid_tier_known check (paid_tier in ('free', 'pro', 'ultra')),
  add column paid_until timestamptz(3);

-- A key created without a tier follows its owner's plan, including later changes.
alter table intelligence_keys add column follows_plan boolean not null default false;
