-- Contacts, and the jobs each one is linked to.

create table contacts (
  user_id uuid not null constraint contacts_user_fkey references users (id) on delete cascade,
  id uuid not null,
  name text not null,
  title text,
  company text,
  email text,
  phone text,
  linkedin_url text,
  type text not null constraint contacts_type_known check (
    type in ('recruiter', 'hiring-manager', 'referral', 'peer', 'other')),
  notes text,
  tags jsonb not null default '[]',
  last_contacted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search tsvector generated always as (
    setweight(crm_words(name || ' ' || coalesce(company, '')), 'A') ||
    setweight(crm_words(coalesce(title, '') || ' ' || coalesce(email, '') || ' ' || (tags)::text), 'B') ||
    setweight(crm_words(coalesce(notes, '')), 'C')
  ) stored,
  constraint contacts_pkey primary key (user_id, id)
);
create index contacts_updated_idx on contacts (user_id, updated_at desc, id desc);
-- For contacts to reconnect with: the longest since the last conversation, or since they were added.
create index contacts_silent_idx on contacts (user_id, coalesce(last_contacted_at, created_at) desc);

create table contact_jobs (
  user_id uuid not null,
  job_id uuid not null,
  contact_id uuid not null,
  constraint contact_jobs_pkey primary key (user_id, job_id, contact_id),
  constraint contact_jobs_job_fkey foreign key (user_id, job_id) references jobs (user_id, id) on delete cascade,
  constraint contact_jobs_contact_fkey foreign key (user_id, contact_id)
    references contacts (user_id, id) on delete cascade
);
create index contact_jobs_contact_idx on contact_jobs (user_id, contact_id);
