-- Webhooks: registrations, outgoing events, and their deliveries. A delivery is in a small queue until it is finished, and is
-- inserted into the history once.

-- The secret is needed to sign deliveries, so it is encrypted per row rather than hashed.
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
  -- The first failure since the last success; null when deliveries succeed.
  failing_since timestamptz(3),
  -- The previous secret, also used for signing until previous_secret_until.
  previous_sealed_secret bytea,
  previous_secret_until timestamptz(3),
  -- The worker that delivers for this registration, and when its lease expires.
  lease_holder uuid,
  lease_until timestamptz(3),
  constraint webhooks_pkey primary key (user_id, id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

create table outbox_events (
  user_id uuid not null constraint outbox_events_user_fkey references users (id) on delete cascade,
  id uuid not null,
  name text not null,
  at timestamptz(3) not null,
  -- Text rather than jsonb, because the signature covers the exact bytes.
  payload text not null,
  constraint outbox_events_pkey primary key (user_id, id)
);
-- For time ranges, in replays and `crm webhooks listen`.
create index outbox_events_at_idx on outbox_events (user_id, at, id);

create table webhook_queue (
  user_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event text not null,
  -- The registration is disabled; excluded from the index of due deliveries until it is enabled.
  held boolean not null default false,
  attempts integer not null default 0,
  -- Position in the retry schedule; a replay resets it, while attempts keeps counting.
  step integer not null default 0,
  -- By the database clock, so that gateways with different clocks agree. Also serves as an optimistic lock:
  -- every change of a row moves it, and completing an attempt has no effect unless due_at is unchanged.
  due_at timestamptz(3) not null,
  response_status integer,
  -- [{number, at, durationMs, responseStatus, responseBody, problem}]
  attempt_log jsonb not null default '[]',
  created_at timestamptz(3) not null,
  constraint webhook_queue_pkey primary key (user_id, id),
  constraint webhook_queue_webhook_fkey foreign key (user_id, webhook_id)
    references webhooks (user_id, id) on delete cascade
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
-- By registration, so that skipping one with ten thousand rows costs the same as one with ten.
create index webhook_queue_due_idx on webhook_queue (user_id, webhook_id, due_at, id) where not held;

-- Finished deliveries of the last thirty days.
create table webhook_history (
  user_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event text not null,
  -- failed: all attempts of the schedule are used up, or the receiver is gone.
  status text not null constraint webhook_history_status_known check (status in ('delivered', 'failed')),
  attempts integer not null default 0,
  response_status integer,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  -- As in the queue.
  attempt_log jsonb not null default '[]',
  constraint webhook_history_pkey primary key (user_id, id)
);
create index webhook_history_newest_idx on webhook_history (user_id, created_at, id);

-- The queue's foreign key fires first ("RI_…" sorts before this trigger): it waits for a delivery being
-- completed, so that the history deleted here is complete.
create function forget_webhook_history() returns trigger language plpgsql as $$
begin
  delete from webhook_history where user_id = old.user_id and webhook_id = old.id;
  return null;
end $$;
create trigger webhooks_forget_history after delete on webhooks
  for each row execute function forget_webhook_history();

-- Deliveries as shown to their owner.
create view webhook_deliveries as
select user_id, id, webhook_id, event_id, event, case when held then 'held' else 'pending' end as status, attempts,
  response_status, case when not held then due_at end as due_at, attempt_log, created_at,
  null::timestamptz(3) as finished_at
from webhook_queue
union all
select user_id, id, webhook_id, event_id, event, status, attempts, response_status, null, attempt_log, created_at,
  finished_at
from webhook_history;

-- Total attempts by outcome, for monitoring, in sixteen parts; each worker updates one of them.
create table webhook_attempt_counts (
  part smallint not null,
  outcome text not null,
  attempts bigint not null,
  constraint webhook_attempt_counts_pkey primary key (part, outcome),
  constraint webhook_attempt_counts_outcome_known check (outcome in ('delivered', 'retry', 'failed'))
) with (fillfactor = 20);
