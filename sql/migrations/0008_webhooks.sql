-- Webhook registrations. The secret must sign again, so it cannot be hashed: it is sealed for its row.

create table webhooks (
  user_id uuid not null constraint webhooks_user_fkey references users (id) on delete cascade,
  id uuid not null,
  url text not null,
  events jsonb not null,
  sealed_secret bytea not null,
  -- null for a secret so short that four of its characters would give it away.
  secret_last_four text,
  disabled_at timestamptz(3),
  disabled_reason text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint webhooks_pkey primary key (user_id, id)
);
