-- Watched job boards: what a user watches, the postings that fit, and the hosts that are asked.

create table watches (
  user_id uuid not null constraint watches_user_fkey references users (id) on delete cascade,
  id uuid not null,
  -- `greenhouse:acme`, or `feed:` with the feed's address.
  board text not null,
  -- The host that is asked, in the queue of its host: one request at a time.
  host text not null,
  company text not null,
  -- {match, not, place, minPay}
  wishes jsonb not null,
  -- Of the last complete reading of one page: sent with the next request. The digest tells an unchanged answer of a
  -- server that knows no conditional requests.
  etag text,
  last_modified text,
  digest bytea,
  -- Postings on the board at the last complete reading.
  postings integer,
  checked_at timestamptz(3),
  read_at timestamptz(3),
  due_at timestamptz(3) not null,
  -- Failures in a row, which decide the pause, and the last one in words.
  failures integer not null default 0,
  problem text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint watches_pkey primary key (user_id, id),
  constraint watches_board_key unique (user_id, board)
);
create index watches_due_idx on watches (due_at, host);
-- A board that is due for one person is read once for everybody who watches it.
create index watches_board_idx on watches (board);

-- The postings that fit, by board and not by watch: what was dismissed stays dismissed when a board is watched again.
create table watch_postings (
  user_id uuid not null constraint watch_postings_user_fkey references users (id) on delete cascade,
  id uuid not null,
  board text not null,
  external_id text not null,
  company text not null,
  role text not null,
  places jsonb not null,
  workplace text constraint watch_postings_workplace_known check (workplace in ('remote', 'hybrid', 'onsite')),
  url text not null,
  posted_at timestamptz(3),
  -- {min, max, currency, period} as stated.
  pay jsonb,
  body text,
  -- Why it fits, in words.
  why jsonb not null,
  -- Of what the board says of it, to tell whether it changed.
  digest bytea not null,
  state text not null constraint watch_postings_state_known check (state in ('new', 'accepted', 'dismissed')),
  -- The job it became, or the one it seems to be.
  job_id uuid,
  first_seen_at timestamptz(3) not null,
  closed_at timestamptz(3),
  updated_at timestamptz(3) not null,
  -- Set in the transaction that queues the e-mail, so that a posting is in one e-mail, whoever dies when.
  mailed_at timestamptz(3),
  -- The key of its canonical address, as jobs have it: one that was saved by hand meanwhile is no news.
  url_key bytea,
  constraint watch_postings_pkey primary key (user_id, id),
  constraint watch_postings_external_key unique (user_id, board, external_id),
  constraint watch_postings_job_fkey foreign key (user_id, job_id)
    references jobs (user_id, id) on delete set null (job_id)
);
create index watch_postings_state_idx on watch_postings (user_id, state, first_seen_at desc, id desc);
create index watch_postings_job_idx on watch_postings (user_id, job_id) where job_id is not null;

-- New postings by e-mail: how often somebody wants them.
create table watch_digests (
  user_id uuid not null constraint watch_digests_user_fkey references users (id) on delete cascade,
  every text not null constraint watch_digests_every_known check (every in ('daily', 'weekly')),
  due_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The time of day where somebody lives, also when its clocks change.
  time_zone text not null default 'UTC' constraint watch_digests_time_zone_length check (char_length(time_zone) between 1 and 100),
  -- The minute of the day that was chosen; null: that of the next e-mail.
  at_minute smallint constraint watch_digests_at_minute_range check (at_minute between 0 and 1439),
  constraint watch_digests_pkey primary key (user_id)
);
create index watch_digests_due_idx on watch_digests (due_at);

-- Hosts, shared by all users and gateways: who asks one at the moment, when it may be asked again, and its robots.txt.
create table watch_hosts (
  host text constraint watch_hosts_pkey primary key,
  holder uuid,
  lease_until timestamptz(3),
  -- From Retry-After.
  free_at timestamptz(3),
  robots text,
  robots_at timestamptz(3)
);
