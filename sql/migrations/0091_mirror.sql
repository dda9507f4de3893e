-- The log that mirrors are fed by: where in the order of a user's commits each record stands that was changed last, one row
-- per record and not per change, so that the log never outgrows the records. A row says only that something changed; the
-- record is read when a mirror asks. Rows of deleted records stay for a while, so that mirrors hear of the deletion.

-- One row per user, locked at the end of each writing transaction until it commits: so places are handed out in the order
-- in which transactions become visible, whatever the clocks say. It needs neither triggers, advisory locks nor transaction
-- ids, and so works the same behind a pooler, on shards and after a restore.
create table change_counters (
  user_id uuid not null constraint change_counters_user_fkey references users (id) on delete cascade,
  -- Cursors carry it. A restore starts a new era, because its places are handed out again.
  era uuid not null,
  last bigint not null,
  constraint change_counters_pkey primary key (user_id)
) with (fillfactor = 50);

create table record_changes (
  user_id uuid not null constraint record_changes_user_fkey references users (id) on delete cascade,
  noun text not null,
  id uuid not null,
  place bigint not null,
  -- The place where the record came into being.
  born bigint not null,
  deleted boolean not null,
  at timestamptz(3) not null,
  constraint record_changes_pkey primary key (user_id, noun, id)
) with (fillfactor = 80);
create index record_changes_place_idx on record_changes (user_id, place);

insert into record_changes (user_id, noun, id, place, born, deleted, at)
select user_id, noun, id, place, place, false, updated_at from (
  select r.*, row_number() over (partition by user_id order by created_at, noun, id) as place from (
    select user_id, 'job' as noun, id, created_at, updated_at from jobs
    union all select user_id, 'contact', id, created_at, updated_at from contacts
    union all select user_id, 'activity', id, created_at, coalesce(updated_at, created_at) from activities
    union all select user_id, 'event', id, created_at, updated_at from calendar_events
    union all select user_id, 'offer', id, created_at, updated_at from offers
  ) r
) numbered;

insert into change_counters (user_id, era, last)
select user_id, gen_random_uuid(), max(place) from record_changes group by user_id;
