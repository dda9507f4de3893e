-- Calendar subscriptions: a secret address for each user, found by its hash as tokens are; the sealed secret beside it
-- is for showing the address again. And what was cancelled: a program that subscribed takes an event away only when it
-- is told so, and would otherwise keep it for ever.

create table calendar_feeds (
  hash bytea constraint calendar_feeds_pkey primary key,
  user_id uuid not null constraint calendar_feeds_user_fkey references users (id) on delete cascade,
  id uuid not null,
  name text not null,
  sealed_secret bytea not null,
  created_at timestamptz(3) not null,
  last_read_at timestamptz(3),
  constraint calendar_feeds_user_key unique (user_id)
);

create table calendar_cancellations (
  user_id uuid not null constraint calendar_cancellations_user_fkey references users (id) on delete cascade,
  id uuid not null,
  type text not null,
  title text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3),
  sequence integer not null,
  cancelled_at timestamptz(3) not null,
  constraint calendar_cancellations_pkey primary key (user_id, id)
);
