-- Allowances, leased to gateway processes so that a request costs no query (core/limits).
-- A subject is whatever a limit counts: a user for the pipeline, a key for the salary interface. Hence no foreign key.

-- The last minute: twelve five-second buckets and the partial oldest, summed in full, so that no sliding minute ever
-- holds more than the limit. Unlogged: a crash of Postgres empties it, which gives at most one extra minute.
create unlogged table minute_windows (
  subject uuid not null,
  limit_name text not null,
  -- Number of the current bucket: the database's seconds since the epoch, divided by five.
  bucket bigint not null,
  -- Units granted in each bucket; the place of bucket n is n mod 13, counted from zero.
  used integer[] not null,
  -- The latest call: what it was granted, gave back, and owed. An upsert can only pass on what is a column.
  granted integer not null,
  back integer not null,
  back_bucket bigint not null,
  debt integer not null,
  constraint minute_windows_pkey primary key (subject, limit_name),
  constraint minute_windows_cells check (cardinality(used) = 13)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

-- Logged: a month that was paid for survives every crash.
create table month_quotas (
  subject uuid not null,
  limit_name text not null,
  -- First day of the month, UTC.
  month date not null,
  -- Units spent, and units in the hands of processes.
  used bigint not null,
  -- What the latest call was granted.
  granted integer not null,
  constraint month_quotas_pkey primary key (subject, limit_name, month),
  constraint month_quotas_used check (used >= 0)
) with (fillfactor = 70);
