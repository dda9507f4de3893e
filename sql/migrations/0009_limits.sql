-- Rate limits, leased to gateway processes so that most requests need no query (core/limits).
-- A subject is whatever a limit counts, a user for the pipeline or a key for the salary API, so there is no
-- foreign key.

-- The last minute: twelve five-second buckets and the oldest partial one, counted in full, so that no sliding
-- minute exceeds the limit. Unlogged: a crash of Postgres empties it, which allows at most one extra minute
-- of requests.
create unlogged table minute_windows (
  subject uuid not null,
  limit_name text not null,
  -- Number of the current bucket: seconds since the epoch by the database clock, divided by five.
  bucket bigint not null,
  -- Units granted in each bucket; bucket n is at n mod 13, counted from zero.
  used integer[] not null,
  -- The result of the latest call: units granted, returned and owed. Columns, because an upsert can only
  -- return columns.
  granted integer not null,
  back integer not null,
  back_bucket bigint not null,
  debt integer not null,
  constraint minute_windows_pkey primary key (subject, limit_name),
  constraint minute_windows_cells check (cardinality(used) = 13)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

-- Logged: a paid monthly quota must survive crashes.
create table month_quotas (
  subject uuid not null,
  limit_name text not null,
  -- First day of the month, UTC.
  month date not null,
  -- Units spent, including units currently leased to processes.
  used bigint not null,
  -- Units granted to the latest call.
  granted integer not null,
  constraint month_quotas_pkey primary key (subject, limit_name, month),
  constraint month_quotas_used check (used >= 0)
) with (fillfactor = 70);
