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
