-- Jobs, their status history, the kept text of their postings, and whether those are still there.

create table jobs (
  user_id uuid not null constraint jobs_user_fkey references users (id) on delete cascade,
  id uuid not null,
  company text not null,
  role text not null,
  location text,
  salary text,
  url text,
  description text,
  notes text,
  tags jsonb not null default '[]',
  priority text constraint jobs_priority_known check (priority in ('high', 'medium', 'low')),
  status text not null constraint jobs_status_known check (
    status in ('saved', 'applied', 'screening', 'interviewing', 'offer', 'accepted', 'rejected', 'withdrawn')),
  -- Null where the history does not say, as after an import without dates.
  status_changed_at timestamptz(3),
  -- The first application: derived from the history, as are applied and answered below.
  applied_at timestamptz(3),
  -- Last status change or activity, used for suggestions such as "quiet for ten days".
  touched_at timestamptz(3) not null,
  -- Parsed from `salary`; all null when it cannot be parsed.
  pay_min numeric(14, 2),
  pay_max numeric(14, 2),
  pay_currency text,
  pay_period text constraint jobs_pay_period_known check (pay_period in ('year', 'month', 'week', 'day', 'hour')),
  -- SHA-256 of the canonical URL, because a URL may exceed the maximum size of an index entry.
  url_key bytea,
  -- Duplicates the user explicitly allowed are excluded from the unique index.
  duplicate boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Whether there was an application and an answer, whose dates may be unknown. Stored because the response rate counts them.
  applied boolean not null default false,
  answered boolean not null default false,
  search tsvector generated always as (
    setweight(crm_words(company || ' ' || role), 'A') ||
    setweight(crm_words(coalesce(location, '') || ' ' || coalesce(salary, '') || ' ' || (tags)::text), 'B') ||
    setweight(crm_words(coalesce(notes, '')), 'C') ||
    setweight(crm_words(coalesce(description, '')), 'D')
  ) stored,
  -- What is to be done next, and until when: the user's words, of which most never reach a calendar.
  deadline timestamptz(3),
  next_step text constraint jobs_next_step_length check (char_length(next_step) between 1 and 200),
  constraint jobs_pkey primary key (user_id, id),
  constraint jobs_pay_in_order check (pay_min is null or pay_max is null or pay_min <= pay_max)
) with (fillfactor = 85);
create index jobs_updated_idx on jobs (user_id, updated_at desc, id desc);
create index jobs_status_idx on jobs (user_id, status, updated_at desc, id desc);
create index jobs_moved_idx on jobs (user_id, status, status_changed_at desc nulls last, id desc);
create index jobs_touched_idx on jobs (user_id, status, touched_at);
create index jobs_deadline_idx on jobs (user_id, deadline) where deadline is not null;
create unique index jobs_url_key on jobs (user_id, url_key) where url_key is not null and not duplicate;

-- The status history is the truth about a job's status.
create table job_status_history (
  user_id uuid not null,
  job_id uuid not null,
  id uuid not null,
  status text not null,
  note text,
  -- When the change happened, which may be earlier than when it was recorded; null where nobody knows.
  at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint job_status_history_pkey primary key (user_id, job_id, id),
  constraint job_status_history_job_fkey foreign key (user_id, job_id) references jobs (user_id, id) on delete cascade
);
-- For recent wins: reads the few positive status changes of the last weeks without the whole history.
create index job_status_history_wins_idx on job_status_history (user_id, at desc)
  where status in ('screening', 'interviewing', 'offer', 'accepted');

-- The text of a job's posting as it was on the day it was read: a posting is gone when the interview comes. A new version
-- is kept when the text changed.
create table job_postings (
  user_id uuid not null,
  job_id uuid not null,
  id uuid not null,
  -- Where it was read: a watched board, its page, what somebody clipped or pasted.
  origin text not null constraint job_postings_origin_known check (origin in ('board', 'page', 'clip', 'pasted')),
  url text,
  body text not null,
  -- SHA-256 of the text.
  digest bytea not null,
  at timestamptz(3) not null,
  search tsvector generated always as (setweight(crm_words(body), 'D')) stored,
  constraint job_postings_pkey primary key (user_id, job_id, id),
  constraint job_postings_job_fkey foreign key (user_id, job_id) references jobs (user_id, id) on delete cascade
);

-- Whether the posting of a tracked job is still there. Missing once may be a slip of its board; missing again in a complete
-- reading of another day, it is gone.
create table job_liveness (
  user_id uuid not null,
  job_id uuid not null,
  checked_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  -- The first complete reading without it, and the one on a later day that confirmed it.
  missing_at timestamptz(3),
  gone_at timestamptz(3),
  -- Why it could not be told at the last check.
  problem text,
  -- {role, pay} as last stated, to note what changed.
  facts jsonb,
  constraint job_liveness_pkey primary key (user_id, job_id),
  constraint job_liveness_job_fkey foreign key (user_id, job_id) references jobs (user_id, id) on delete cascade
);
create index job_liveness_due_idx on job_liveness (due_at);
create index job_liveness_gone_idx on job_liveness (user_id, gone_at) where gone_at is not null;
