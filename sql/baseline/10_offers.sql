-- Offers: what an employer offers for a job. The parts of an offer are one document, because they are read and
-- written together and compared only in memory; what is searched (job, status, deadline) has columns of its own.

create table offers (
  user_id uuid not null constraint offers_user_fkey references users (id) on delete cascade,
  id uuid not null,
  job_id uuid not null,
  status text not null constraint offers_status_known check (
    status in ('received', 'countered', 'accepted', 'declined', 'expired')),
  deadline timestamptz(3),
  -- The calendar event of the deadline. No foreign key: the user may remove the event and keep the offer.
  deadline_event_id uuid,
  terms jsonb not null constraint offers_terms_object check (jsonb_typeof(terms) = 'object' and terms ? 'base'),
  -- What either side said since, by time: [{at, by, terms}].
  rounds jsonb not null constraint offers_rounds_array check (jsonb_typeof(rounds) = 'array'),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search tsvector generated always as (
    setweight(crm_words(coalesce(terms ->> 'level', '') || ' ' || coalesce(terms ->> 'location', '')), 'B') ||
    setweight(crm_words(coalesce(terms ->> 'notes', '') || ' ' || coalesce((terms -> 'benefits')::text, '') || ' ' ||
      coalesce(terms -> 'base' ->> 'amount', '')), 'C')
  ) stored,
  constraint offers_pkey primary key (user_id, id),
  constraint offers_job_fkey foreign key (user_id, job_id) references jobs (user_id, id) on delete cascade
);
create index offers_created_idx on offers (user_id, created_at desc, id desc);
create index offers_job_idx on offers (user_id, job_id);
