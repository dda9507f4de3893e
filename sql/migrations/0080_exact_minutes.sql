-- The last minute of every subject, exactly: sixty buckets of a second, and the partial oldest one counted in full, so
-- that no sliding minute exceeds the limit and a unit never counts for more than 61 seconds. With the thirteen cells of
-- minute_windows either a sliding minute admitted more than the limit, or a steady caller got less. A table of its own,
-- because gateways of both versions run during an upgrade; minute_windows goes with a later version.
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
