-- The calendar: interviews, calls, deadlines. Times are stored in UTC; the time zone is kept for display.

create table calendar_events (
  user_id uuid not null constraint calendar_events_user_fkey references users (id) on delete cascade,
  id uuid not null,
  job_id uuid,
  contact_id uuid,
  type text not null constraint calendar_events_type_known check (
    type in ('interview', 'call', 'deadline', 'follow-up', 'other')),
  title text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3),
  time_zone text,
  location text,
  notes text,
  -- Incremented by each change, so that subscribed calendar clients can tell which version is newer.
  sequence integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search tsvector generated always as (
    setweight(crm_words(title), 'A') || setweight(crm_words(coalesce(location, '')), 'B') ||
    setweight(crm_words(coalesce(notes, '')), 'C')
  ) stored,
  constraint calendar_events_pkey primary key (user_id, id),
  constraint calendar_events_in_order check (ends_at is null or ends_at >= starts_at),
  constraint calendar_events_job_fkey foreign key (user_id, job_id) references jobs (user_id, id) on delete cascade,
  constraint calendar_events_contact_fkey foreign key (user_id, contact_id)
    references contacts (user_id, id) on delete set null (contact_id)
);
create index calendar_events_starts_idx on calendar_events (user_id, starts_at, id);
create index calendar_events_job_idx on calendar_events (user_id, job_id);
create index calendar_events_contact_idx on calendar_events (user_id, contact_id);

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
