-- Rows written in the same transaction as every change: the audit log, outgoing events, and stored responses
-- for idempotency keys.

create table audit_log (
  user_id uuid not null constraint audit_log_user_fkey references users (id) on delete cascade,
  id uuid not null,
  at timestamptz(3) not null,
  actor_id uuid not null,
  credential_kind text not null,
  credential_id uuid,
  credential_name text,
  client text not null,
  operation text not null,
  request_id text not null,
  -- [{noun, id, before, after}]: enough to describe the change and to revert it.
  changes jsonb not null,
  constraint audit_log_pkey primary key (user_id, id)
);

create table outbox_events (
  user_id uuid not null constraint outbox_events_user_fkey references users (id) on delete cascade,
  id uuid not null,
  name text not null,
  at timestamptz(3) not null,
  -- Text rather than jsonb, because the signature covers the exact bytes.
  payload text not null,
  constraint outbox_events_pkey primary key (user_id, id)
);

create table idempotency_keys (
  user_id uuid not null constraint idempotency_keys_user_fkey references users (id) on delete cascade,
  key text not null,
  operation text not null,
  fingerprint bytea not null,
  -- The response as JSON; null while the request is running.
  answer text,
  created_at timestamptz(3) not null,
  constraint idempotency_keys_pkey primary key (user_id, key)
);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
