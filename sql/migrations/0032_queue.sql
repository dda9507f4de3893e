-- Splits queue and history: a delivery is in a small queue until it is finished, and is inserted into the
-- history once. Completing it in place wrote three index entries, half of the cost. Workers lease
-- registrations instead of deliveries: one lease covers everything due for a registration.

alter table webhook_deliveries rename to webhook_history;
alter index webhook_deliveries_newest_idx rename to webhook_history_newest_idx;
alter table webhook_history rename constraint webhook_deliveries_pkey to webhook_history_pkey;

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

insert into webhook_queue (user_id, id, webhook_id, event_id, event, held, attempts, step, due_at, response_status,
  attempt_log, created_at)
select user_id, id, webhook_id, event_id, event, status = 'held', attempts, step, due_at, response_status, attempt_log,
  created_at
from webhook_history where status in ('pending', 'held');
delete from webhook_history where status in ('pending', 'held');

drop index webhook_deliveries_due_idx;
alter table webhook_history
  drop constraint webhook_deliveries_once,
  drop constraint webhook_deliveries_status_known,
  -- It was checked for every inserted row; the trigger below replaces its cascading delete.
  drop constraint webhook_deliveries_webhook_fkey,
  drop column step, drop column due_at, drop column leased_until, drop column leased_by,
  alter column status drop default,
  -- failed: all attempts of the schedule are used up, or the receiver is gone.
  add constraint webhook_history_status_known check (status in ('delivered', 'failed'));
alter table webhook_history reset (fillfactor, autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold);

-- The queue's foreign key fires first ("RI_…" sorts before this trigger): it waits for a delivery being
-- completed, so that the history deleted here is complete.
create function forget_webhook_history() returns trigger language plpgsql as $$
begin
  delete from webhook_history where user_id = old.user_id and webhook_id = old.id;
  return null;
end $$;
create trigger webhooks_forget_history after delete on webhooks
  for each row execute function forget_webhook_history();

alter table webhooks
  -- The worker that delivers for this registration, and when its lease expires.
  add column lease_holder uuid,
  add column lease_until timestamptz(3);
-- Every lease updates the row: leave room for the new version on its page.
alter table webhooks set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

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
