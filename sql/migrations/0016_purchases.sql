-- One-time purchases, and outgoing e-mail. A purchase is recorded before any money moves, so that after a
-- crash a retry or a worker can complete it: it is neither charged twice nor lost.

create table purchases (
  user_id uuid not null constraint purchases_user_fkey references users (id) on delete cascade,
  id uuid not null,
  item text not null,
  -- begun → authorised (payment is held) → made (the result is stored) → delivered (payment is captured). A
  -- declined card leads to failed, a result that cannot be produced to released; in both cases nothing is
  -- charged.
  state text not null constraint purchases_state_known
    check (state in ('begun', 'authorised', 'made', 'delivered', 'failed', 'released')),
  amount_cents integer not null constraint purchases_amount check (amount_cents > 0),
  currency text not null,
  input jsonb not null,
  -- Hash of item and input: an identical request is the same purchase.
  fingerprint bytea not null,
  -- The Idempotency-Key of the request; cleared when the purchase fails, so that it can be used again.
  request_key text,
  payment_intent_id text,
  invoice_id text,
  answer jsonb,
  problem text,
  lease_holder uuid,
  lease_until timestamptz(3),
  attempts integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  purchased_at timestamptz(3),
  constraint purchases_pkey primary key (user_id, id),
  constraint purchases_request_key unique (user_id, request_key)
);
create unique index purchases_open_key on purchases (user_id, item, fingerprint)
  where state in ('begun', 'authorised', 'made');
create index purchases_unfinished_idx on purchases (updated_at) where state in ('begun', 'authorised', 'made');

-- Outgoing e-mail, written in the same transaction as the change it is about.
create table letters (
  user_id uuid not null constraint letters_user_fkey references users (id) on delete cascade,
  id uuid not null,
  recipient text not null,
  subject text not null,
  html text not null,
  body text not null,
  created_at timestamptz(3) not null,
  -- Time of the next attempt; null once sent or given up.
  due_at timestamptz(3),
  attempts integer not null default 0,
  sent_at timestamptz(3),
  problem text,
  constraint letters_pkey primary key (user_id, id)
);
create index letters_due_idx on letters (due_at) where due_at is not null;
