-- Webhook deliveries: one row for each event and each registration that wants it, written with the event. It is a queue
-- and a history at once: a worker leases a row, calls, and writes how it went. All times are the database's own clock,
-- so that gateways whose clocks differ agree on what is due.

create table webhook_deliveries (
  user_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event text not null,
  -- held: its registration is disabled; failed: every attempt of the schedule is spent, or the receiver is gone.
  status text not null default 'pending' constraint webhook_deliveries_status_known check (
    status in ('pending', 'delivered', 'failed', 'held')),
  attempts integer not null default 0,
  -- How far the schedule has come; a replay begins it again, while attempts go on counting.
  step integer not null default 0,
  due_at timestamptz(3) not null,
  -- Whoever holds the lease may finish the row; it ends by itself when its worker dies.
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
  -- Each row is updated twice within milliseconds: room for it on its page, and dead rows removed early.
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 500
);
-- What waits, by registration, so that one with ten thousand rows costs no more to pass over than one with ten.
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
  -- Its first four kilobytes.
  response_body text,
  -- Why there was no answer, in words for its owner.
  problem text,
  constraint webhook_attempts_pkey primary key (user_id, delivery_id, number),
  constraint webhook_attempts_delivery_fkey foreign key (user_id, delivery_id)
    references webhook_deliveries (user_id, id) on delete cascade
);

alter table webhooks
  -- The first failure since the last success; null while all is well.
  add column failing_since timestamptz(3),
  -- Signs beside its successor until then.
  add column previous_sealed_secret bytea,
  add column previous_secret_until timestamptz(3);

-- Spans of time are asked for by replays and by `crm webhooks listen`.
create index outbox_events_at_idx on outbox_events (user_id, at, id);
