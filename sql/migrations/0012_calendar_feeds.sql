-- Calendar subscriptions: one secret URL per user, looked up by hash like tokens; the encrypted secret is
-- kept so that the URL can be shown again. Cancelled events are stored too, because a calendar client removes
-- an event only when the feed marks it as cancelled.

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
