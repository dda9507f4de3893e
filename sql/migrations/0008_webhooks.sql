-- Webhook registrations. The secret is needed to sign deliveries, so it is encrypted per row rather than
-- hashed.

create table webhooks (
  user_id uuid not null constraint webhooks_user_fkey references users (id) on delete cascade,
  id uuid not null,
  url text not null,
  events jsonb not null,
  sealed_secret bytea not null,
  -- null for a secret so short that its last four characters would reveal it.
  secret_last_four text,
  disabled_at timestamptz(3),
  disabled_reason text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint webhooks_pkey primary key (user_id, id)
);
