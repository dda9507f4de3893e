-- Allowances, leased to gateway processes so that a request costs no query.

-- Twelve five-second buckets and the partial oldest. Unlogged: a crash of Postgres gives at most one extra window.
create unlogged table minute_windows (
  subject uuid not null,
  limit_name text not null,
  -- Number of the current bucket: seconds since the epoch, by the clock of the database, divided by five.
  bucket bigint not null,
  -- Thirteen counters; the place of bucket n is n mod 13.
  used integer[] not null,
  constraint minute_windows_pkey primary key (subject, limit_name)
) with (fillfactor = 50);

create table month_quotas (
  user_id uuid not null constraint month_quotas_user_fkey references users (id) on delete cascade,
  limit_name text not null,
  -- First day of the month, UTC.
  month date not null,
  used bigint not null,
  constraint month_quotas_pkey primary key (user_id, limit_name, month)
) with (fillfactor = 70);
