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
  constraint job_postings_pkey primary key (user_id, job_id, id),
  constraint job_postings_job_fkey foreign key (user_id, job_id) references jobs (user_id, id) on delete cascade
);
