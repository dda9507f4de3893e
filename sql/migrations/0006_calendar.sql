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
  constraint calendar_events_pkey primary key (user_id, id),
  constraint calendar_events_in_order check (ends_at is null or ends_at >= starts_at),
  constraint calendar_events_job_fkey foreign key (user_id, job_id) references jobs (user_id, id) on delete cascade,
  constraint calendar_events_contact_fkey foreign key (user_id, contact_id)
    references contacts (user_id, id) on delete set null (contact_id)
);
create index calendar_events_starts_idx on calendar_events (user_id, starts_at, id);
create index calendar_events_job_idx on calendar_events (user_id, job_id);
