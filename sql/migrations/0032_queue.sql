-- What is to be sent and what became of it part: a delivery stands in a small queue that is emptied as it is worked off,
-- and enters the history once, when it is over. Ending one in place wrote three index entries, half of what it cost.
-- Workers lease registrations, not deliveries: one lease stands for everything that is due there.

alter table webhook_deliveries rename to webhook_history;
alter index webhook_deliveries_newest_idx rename to webhook_history_newest_idx;
alter table webhook_history rename constraint webhook_deliveries_pkey to webhook_history_pkey;

create table webhook_queue (
  user_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event text not null,
  -- Its registration is disabled; out of the index of what is due until it is enabled.
  held boolean not null default false,
  attempts integer not null default 0,
  -- How far the schedule has come; a replay begins it again, while attempts go on counting.
  step integer not null default 0,
  -- By the database's own clock, so that gateways whose clocks differ agree. Every change of a row moves it: whoever
  -- ends an attempt names the time it was due at, and changes nothing when that is another now.
  due_at timestamptz(3) not null,
  response_status integer,
  -- [{number, at, durationMs, responseStatus, responseBody, problem}]
  attempt_log jsonb not null default '[]',
  created_at timestamptz(3) not null,
  constraint webhook_queue_pkey primary key (user_id, id),
  constraint webhook_queue_webhook_fkey foreign key (user_id, webhook_id)
    references webhooks (user_id, id) on delete cascade
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
-- By registration, so that one with ten thousand rows costs no more to pass over than one with ten.
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
  -- Checked for every row that is written; the trigger below does what it was for.
  drop constraint webhook_deliveries_webhook_fkey,
  drop column step, drop column due_at, drop column leased_until, drop column leased_by,
  alter column status drop default,
  -- failed: every attempt of the schedule is spent, or the receiver is gone.
  add constraint webhook_history_status_known check (status in ('delivered', 'failed'));
alter table webhook_history reset (fillfactor, autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold);

-- The queue's own reference goes first ("RI_…" sorts before it): an end that is being written holds a row there, so that
-- the history below is complete.
create function forget_webhook_history() returns trigger language plpgsql as $$
begin
  delete from webhook_history where user_id = old.user_id and webhook_id = old.id;
  return null;
end $$;
create trigger webhooks_forget_history after delete on webhooks
  for each row execute function forget_webhook_history();

alter table webhooks
  -- The worker that delivers here, and until when if it dies.
  add column lease_holder uuid,
  add column lease_until timestamptz(3);
-- Each lease writes the row anew: room for it on its page.
alter table webhooks set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

-- Deliveries as their owner sees them.
create view webhook_deliveries as
select user_id, id, webhook_id, event_id, event, case when held then 'held' else 'pending' end as status, attempts,
  response_status, case when not held then due_at end as due_at, attempt_log, created_at,
  null::timestamptz(3) as finished_at
from webhook_queue
union all
select user_id, id, webhook_id, event_id, event, status, attempts, response_status, null, attempt_log, created_at,
  finished_at
from webhook_history;
