-- One-time items, and letters. A purchase is a row before money moves, so that whatever dies in between can be finished by
-- the next try or by a worker: neither charged twice nor lost.

create table purchases (
  user_id uuid not null constraint purchases_user_fkey references users (id) on delete cascade,
  id uuid not null,
  item text not null,
  -- begun → authorised (the money is held) → made (the answer is kept) → delivered (the money is taken). A card that refuses
  -- ends in failed, an answer that could not be made in released: then nothing was taken.
  state text not null constraint purchases_state_known
    check (state in ('begun', 'authorised', 'made', 'delivered', 'failed', 'released')),
  amount_cents integer not null constraint purchases_amount check (amount_cents > 0),
  currency text not null,
  input jsonb not null,
  -- Hash of item and input: the same thing asked for again is the same purchase.
  fingerprint bytea not null,
  -- The Idempotency-Key it was asked for with; given up when it fails, so that it can be used again.
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

-- Letters to be sent, written in the transaction of what they tell of.
create table letters (
  user_id uuid not null constraint letters_user_fkey references users (id) on delete cascade,
  id uuid not null,
  recipient text not null,
  subject text not null,
  html text not null,
  body text not null,
  created_at timestamptz(3) not null,
  -- When it is tried next; null once it was sent or given up.
  due_at timestamptz(3),
  attempts integer not null default 0,
  sent_at timestamptz(3),
  problem text,
  constraint letters_pkey primary key (user_id, id)
);
create index letters_due_idx on letters (due_at) where due_at is not null;
