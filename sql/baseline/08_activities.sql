-- Activities: what happened, when, and with whom. Deleting a job deletes its activities; deleting a contact
-- only unlinks them.

create table activities (
  user_id uuid not null constraint activities_user_fkey references users (id) on delete cascade,
  id uuid not null,
  job_id uuid,
  contact_id uuid,
  type text not null constraint activities_type_known check (
    type in ('note', 'email', 'call', 'message', 'meeting', 'application', 'interview', 'follow-up', 'offer',
             'rejection', 'status-change', 'other')),
  title text,
  body text,
  occurred_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  search tsvector generated always as (
    setweight(crm_words(coalesce(title, '')), 'A') || setweight(crm_words(coalesce(body, '')), 'C')
  ) stored,
  -- Null for an activity that was not changed since it was logged.
  updated_at timestamptz(3),
  constraint activities_pkey primary key (user_id, id),
  constraint activities_job_fkey foreign key (user_id, job_id) references jobs (user_id, id) on delete cascade,
  constraint activities_contact_fkey foreign key (user_id, contact_id)
    references contacts (user_id, id) on delete set null (contact_id)
);
create index activities_occurred_idx on activities (user_id, occurred_at desc, id desc);
create index activities_job_idx on activities (user_id, job_id, occurred_at desc, id desc);
create index activities_contact_idx on activities (user_id, contact_id, occurred_at desc, id desc);
-- Counts the follow-ups of quiet jobs, for suggestions.
create index activities_follow_ups_idx on activities (user_id, job_id, occurred_at) where type = 'follow-up';
