-- Webhook deliveries: one row per event and subscribed registration, written with the event. The table is
-- both queue and history: a worker leases a row, sends the request and records the result. All times use the
-- database clock, so that gateways with different clocks agree on what is due.

create table webhook_deliveries (
  user_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event text not null,
  -- held: the registration is disabled; failed: all attempts of the schedule are used up, or the receiver is
  -- gone.
  status text not null default 'pending' constraint webhook_deliveries_status_known check (
    status in ('pending', 'delivered', 'failed', 'held')),
  attempts integer not null default 0,
  -- Position in the retry schedule; a replay resets it, while attempts keeps counting.
  step integer not null default 0,
  due_at timestamptz(3) not null,
  -- The lease holder may complete the row; the lease expires if its worker dies.
  leased_until timestamptz(3),
  leased_by uuid,
  response_status integer,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  constraint webhook_deliveries_pkey primary key (user_id, id),
  constraint webhook_deliveries_webhook_fkey foreign key (user_id, webhook_id)
    references webhooks (user_id, id) on delete cascade,
  constraint webhook_deliveries_once unique (user_id, webhook_id, event_id)
) with (
  -- Each row is updated twice within milliseconds: leave room on its page, and vacuum dead rows early.
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 500
);
-- Pending deliveries by registration, so that skipping one with ten thousand rows costs the same as one with
-- ten.
create index webhook_deliveries_due_idx on webhook_deliveries (user_id, webhook_id, due_at, id)
  where status = 'pending';
create index webhook_deliveries_newest_idx on webhook_deliveries (user_id, created_at, id);

create table webhook_attempts (
  user_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  at timestamptz(3) not null,
  duration_ms integer not null,
  response_status integer,
  -- The first four kilobytes of the response body.
  response_body text,
  -- Why there was no response, as a message for the owner.
  problem text,
  constraint webhook_attempts_pkey primary key (user_id, delivery_id, number),
  constraint webhook_attempts_delivery_fkey foreign key (user_id, delivery_id)
    references webhook_deliveries (user_id, id) on delete cascade
);

alter table webhooks
  -- The first failure since the last success; null when deliveries succeed.
  add column failing_since timestamptz(3),
  -- The previous secret, also used for signing until previous_secret_until.
  add column previous_sealed_secret bytea,
  add column previous_secret_until timestamptz(3);

-- For time ranges, in replays and `crm webhooks listen`.
create index outbox_events_at_idx on outbox_events (user_id, at, id);
