-- Rate limits, monthly quotas, and calls that last. A subject is whatever a limit counts, a user for the pipeline or a key for
-- the salary API, so there is no foreign key.

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

-- The last minute of every subject, exactly: sixty buckets of a second, and the partial oldest one counted in full, so
-- that no sliding minute exceeds the limit and a unit never counts for more than 61 seconds.
-- Unlogged: a crash of Postgres empties it, which allows at most one extra minute of requests.
create unlogged table minute_rings (
  subject uuid not null,
  limit_name text not null,
  -- Number of the current bucket: seconds since the epoch by the database clock.
  bucket bigint not null,
  -- Units granted in each bucket; bucket n is at n mod 61, counted from zero.
  used integer[] not null,
  -- The result of the latest call: units granted, returned and owed. Columns, because an upsert can only return columns.
  granted integer not null,
  back integer not null,
  back_bucket bigint not null,
  debt integer not null,
  constraint minute_rings_pkey primary key (subject, limit_name),
  constraint minute_rings_cells check (cardinality(used) = 61)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

-- Calls that last, such as chats, bounded per user over all gateways together: each takes one of a few numbered places,
-- which its gateway renews while it lasts and gives up at its end. A gateway that dies leaves its places until they lapse,
-- half a minute later; the next call of the user takes them over, so that there are never more rows than places.
-- Unlogged: after a crash of the database nobody is in a call.
create unlogged table open_calls (
  subject uuid not null,
  kind text not null,
  place smallint not null,
  holder uuid not null,
  until timestamptz(3) not null,
  constraint open_calls_pkey primary key (subject, kind, place)
);
