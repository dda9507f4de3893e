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
  -- The place at which the record was created.
  created_place bigint not null,
  deleted boolean not null,
  at timestamptz(3) not null,
  constraint record_changes_pkey primary key (user_id, noun, id)
) with (fillfactor = 80);
create index record_changes_place_idx on record_changes (user_id, place);
