-- The steps by which databases of builds before the baseline (sql/baseline) came to be, without what is gone again: a home or
-- a backup of one of them goes through those that it lacks, and then through to-baseline.sql. Only old-steps.ts reads this,
-- which takes each heading for the beginning of a step. Nothing is added or changed here.

-- 0001 people
create table users (id uuid constraint users_pkey primary key, name text, tier text not null constraint users_tier_known check (tier in ('free',
  'pro', 'ultra')), admin boolean not null default false, local_owner boolean not null default false, password_hash text, created_at timestamptz(3)
  not null, updated_at timestamptz(3) not null);
create unique index users_local_owner_key on users (local_owner) where local_owner;
create table user_emails (email text constraint user_emails_pkey primary key, user_id uuid not null constraint user_emails_user_key unique constraint
  user_emails_user_fkey references users (id) on delete cascade, constraint user_emails_lower check (email = lower(email)));
create table sessions (user_id uuid not null constraint sessions_user_fkey references users (id) on delete cascade, id uuid not null, created_at
  timestamptz(3) not null, expires_at timestamptz(3) not null, ended_at timestamptz(3), constraint sessions_pkey primary key (user_id, id));
create index sessions_expires_at_idx on sessions (expires_at);
create table foreign_subjects (issuer text not null, subject uuid not null, user_id uuid not null constraint foreign_subjects_user_fkey references
  users (id) on delete cascade, constraint foreign_subjects_pkey primary key (issuer, subject));
create index foreign_subjects_user_idx on foreign_subjects (user_id);
create table extension_tokens (hash bytea constraint extension_tokens_pkey primary key, user_id uuid not null constraint extension_tokens_user_fkey
  references users (id) on delete cascade, id uuid not null, name text not null, scope text not null constraint extension_tokens_scope_known check
  (scope in ('read-only', 'read-write')), last_four text not null, created_at timestamptz(3) not null, last_used_at timestamptz(3), expires_at
  timestamptz(3), revoked_at timestamptz(3), constraint extension_tokens_id_key unique (user_id, id));
create table intelligence_keys (hash bytea constraint intelligence_keys_pkey primary key, user_id uuid not null constraint intelligence_keys_user_fkey
  references users (id) on delete cascade, id uuid not null, name text not null, tier text not null constraint intelligence_keys_tier_known check
  (tier in ('free', 'pro', 'ultra')), scopes jsonb, last_four text not null, created_at timestamptz(3) not null, last_used_at timestamptz(3),
  expires_at timestamptz(3), revoked_at timestamptz(3), constraint intelligence_keys_id_key unique (user_id, id));

-- 0002 record
create table audit_log (user_id uuid not null constraint audit_log_user_fkey references users (id) on delete cascade, id uuid not null, at
  timestamptz(3) not null, actor_id uuid not null, credential_kind text not null, credential_id uuid, credential_name text, client text not null,
  operation text not null, request_id text not null, changes jsonb not null, constraint audit_log_pkey primary key (user_id, id));
create table outbox_events (user_id uuid not null constraint outbox_events_user_fkey references users (id) on delete cascade, id uuid not null, name
  text not null, at timestamptz(3) not null, payload text not null, constraint outbox_events_pkey primary key (user_id, id));
create table idempotency_keys (user_id uuid not null constraint idempotency_keys_user_fkey references users (id) on delete cascade, key text not null,
  operation text not null, fingerprint bytea not null, answer text, created_at timestamptz(3) not null, constraint idempotency_keys_pkey primary key
  (user_id, key));
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);

-- 0003 jobs
create table jobs (user_id uuid not null constraint jobs_user_fkey references users (id) on delete cascade, id uuid not null, company text not null,
  role text not null, location text, salary text, url text, description text, notes text, tags jsonb not null default '[]', priority text constraint
  jobs_priority_known check (priority in ('high', 'medium', 'low')), status text not null constraint jobs_status_known check (status in ('saved',
  'applied', 'screening', 'interviewing', 'offer', 'accepted', 'rejected', 'withdrawn')), status_changed_at timestamptz(3) not null, applied_at
  timestamptz(3), responded_at timestamptz(3), touched_at timestamptz(3) not null, pay_min numeric(14, 2), pay_max numeric(14, 2), pay_currency text,
  pay_period text constraint jobs_pay_period_known check (pay_period in ('year', 'month', 'week', 'day', 'hour')), url_key bytea, duplicate boolean
  not null default false, created_at timestamptz(3) not null, updated_at timestamptz(3) not null, search tsvector generated always as (
  setweight(to_tsvector('english', company || ' ' || role), 'A') || setweight(to_tsvector('english', coalesce(location, '') || ' ' || coalesce(salary,
  '') || ' ' || coalesce(notes, '')), 'B') || setweight(jsonb_to_tsvector('english', tags, '["string"]'), 'B') || setweight(to_tsvector('english',
  coalesce(description, '')), 'C')) stored, constraint jobs_pkey primary key (user_id, id), constraint jobs_pay_in_order check (pay_min is null or
  pay_max is null or pay_min <= pay_max)) with (fillfactor = 85);
create index jobs_updated_idx on jobs (user_id, updated_at desc, id desc);
create index jobs_status_idx on jobs (user_id, status, updated_at desc, id desc);
create index jobs_moved_idx on jobs (user_id, status, status_changed_at desc);
create index jobs_touched_idx on jobs (user_id, status, touched_at);
create unique index jobs_url_key on jobs (user_id, url_key) where url_key is not null and not duplicate;
do $$ begin create extension if not exists btree_gin; create index jobs_search_idx on jobs using gin (user_id, search); exception when others then
  raise notice 'btree_gin is not available: full-text search scans the rows of its user'; end $$;
create table job_status_history (user_id uuid not null, job_id uuid not null, id uuid not null, status text not null, note text, at timestamptz(3) not
  null, created_at timestamptz(3) not null, constraint job_status_history_pkey primary key (user_id, job_id, id), constraint
  job_status_history_job_fkey foreign key (user_id, job_id) references jobs (user_id, id) on delete cascade);
create table pipeline_tallies (user_id uuid not null constraint pipeline_tallies_user_fkey references users (id) on delete cascade, status text not
  null, jobs bigint not null, applied bigint not null, responded bigint not null, changed_seconds bigint not null, constraint pipeline_tallies_pkey
  primary key (user_id, status)) with (fillfactor = 70);

-- 0004 contacts
create table contacts (user_id uuid not null constraint contacts_user_fkey references users (id) on delete cascade, id uuid not null, name text not
  null, title text, company text, email text, phone text, linkedin_url text, type text not null constraint contacts_type_known check (type in
  ('recruiter', 'hiring-manager', 'referral', 'peer', 'other')), notes text, tags jsonb not null default '[]', last_contacted_at timestamptz(3),
  created_at timestamptz(3) not null, updated_at timestamptz(3) not null, search tsvector generated always as (to_tsvector('simple', translate(name ||
  ' ' || coalesce(company, '') || ' ' || coalesce(title, '') || ' ' || coalesce(email, '') || ' ' || coalesce(notes, ''), '@.-_+/', '      ')) ||
  jsonb_to_tsvector('simple', tags, '["string"]')) stored, constraint contacts_pkey primary key (user_id, id));
create index contacts_updated_idx on contacts (user_id, updated_at desc, id desc);
create index contacts_silent_idx on contacts (user_id, coalesce(last_contacted_at, created_at) desc);
create table contact_jobs (user_id uuid not null, job_id uuid not null, contact_id uuid not null, constraint contact_jobs_pkey primary key (user_id,
  job_id, contact_id), constraint contact_jobs_job_fkey foreign key (user_id, job_id) references jobs (user_id, id) on delete cascade, constraint
  contact_jobs_contact_fkey foreign key (user_id, contact_id) references contacts (user_id, id) on delete cascade);
create index contact_jobs_contact_idx on contact_jobs (user_id, contact_id);

-- 0005 activities
create table activities (user_id uuid not null constraint activities_user_fkey references users (id) on delete cascade, id uuid not null, job_id uuid,
  contact_id uuid, type text not null constraint activities_type_known check (type in ('note', 'email', 'call', 'message', 'meeting', 'application',
  'interview', 'follow-up', 'offer', 'rejection', 'status-change', 'other')), title text, body text, occurred_at timestamptz(3) not null, created_at
  timestamptz(3) not null, constraint activities_pkey primary key (user_id, id), constraint activities_job_fkey foreign key (user_id, job_id)
  references jobs (user_id, id) on delete cascade, constraint activities_contact_fkey foreign key (user_id, contact_id) references contacts (user_id,
  id) on delete set null (contact_id));
create index activities_occurred_idx on activities (user_id, occurred_at desc, id desc);
create index activities_job_idx on activities (user_id, job_id, occurred_at desc, id desc);
create index activities_contact_idx on activities (user_id, contact_id, occurred_at desc, id desc);
create index activities_follow_ups_idx on activities (user_id, job_id, occurred_at) where type = 'follow-up';

-- 0006 calendar
create table calendar_events (user_id uuid not null constraint calendar_events_user_fkey references users (id) on delete cascade, id uuid not null,
  job_id uuid, contact_id uuid, type text not null constraint calendar_events_type_known check (type in ('interview', 'call', 'deadline', 'follow-up',
  'other')), title text not null, starts_at timestamptz(3) not null, ends_at timestamptz(3), time_zone text, location text, notes text, sequence
  integer not null default 0, created_at timestamptz(3) not null, updated_at timestamptz(3) not null, constraint calendar_events_pkey primary key
  (user_id, id), constraint calendar_events_in_order check (ends_at is null or ends_at >= starts_at), constraint calendar_events_job_fkey foreign key
  (user_id, job_id) references jobs (user_id, id) on delete cascade, constraint calendar_events_contact_fkey foreign key (user_id, contact_id)
  references contacts (user_id, id) on delete set null (contact_id));
create index calendar_events_starts_idx on calendar_events (user_id, starts_at, id);
create index calendar_events_job_idx on calendar_events (user_id, job_id);

-- 0007 pipeline
create table suggestion_snoozes (user_id uuid not null constraint suggestion_snoozes_user_fkey references users (id) on delete cascade, suggestion_id
  text not null, until timestamptz(3) not null, constraint suggestion_snoozes_pkey primary key (user_id, suggestion_id));
create table mood_check_ins (user_id uuid not null constraint mood_check_ins_user_fkey references users (id) on delete cascade, id uuid not null, mood
  text not null, labels jsonb not null default '[]', note text, at timestamptz(3) not null, constraint mood_check_ins_pkey primary key (user_id, id)
  );
create index job_status_history_wins_idx on job_status_history (user_id, at desc) where status in ('screening', 'interviewing', 'offer', 'accepted');

-- 0008 webhooks
create table webhooks (user_id uuid not null constraint webhooks_user_fkey references users (id) on delete cascade, id uuid not null, url text not
  null, events jsonb not null, sealed_secret bytea not null, secret_last_four text, disabled_at timestamptz(3), disabled_reason text, created_at
  timestamptz(3) not null, updated_at timestamptz(3) not null, constraint webhooks_pkey primary key (user_id, id));

-- 0009 limits
create table month_quotas (subject uuid not null, limit_name text not null, month date not null, used bigint not null, granted integer not null,
  constraint month_quotas_pkey primary key (subject, limit_name, month), constraint month_quotas_used check (used >= 0)) with (fillfactor = 70);

-- 0010 intelligence
create table pay_submissions (user_id uuid not null, id uuid not null, role text not null, city text, base numeric(12, 2) not null, bonus numeric(12,
  2), equity numeric(12, 2), signing numeric(12, 2), experience text, years_of_experience numeric(4, 1), company text, reported_on date not null,
  status text not null, status_reason text, created_at timestamptz not null, constraint pay_submissions_pkey primary key (user_id, id), constraint
  pay_submissions_user foreign key (user_id) references users (id) on delete cascade, constraint pay_submissions_status check (status in ('accepted',
  'outlier')), constraint pay_submissions_experience check (experience in ('entry', 'mid', 'senior', 'staff')), constraint pay_submissions_base check
  (base > 0));
create index pay_submissions_groups on pay_submissions (role, city) where status = 'accepted';
create unlogged table intelligence_data (version text primary key, benchmark text not null, digest text not null, loaded_at timestamptz not null);

-- 0011 deliveries
create table webhook_deliveries (user_id uuid not null, id uuid not null, webhook_id uuid not null, event_id uuid not null, event text not null,
  status text not null default 'pending' constraint webhook_deliveries_status_known check (status in ('pending', 'delivered', 'failed', 'held')),
  attempts integer not null default 0, step integer not null default 0, due_at timestamptz(3) not null, leased_until timestamptz(3), leased_by uuid,
  response_status integer, created_at timestamptz(3) not null, finished_at timestamptz(3), constraint webhook_deliveries_pkey primary key (user_id,
  id), constraint webhook_deliveries_webhook_fkey foreign key (user_id, webhook_id) references webhooks (user_id, id) on delete cascade, constraint
  webhook_deliveries_once unique (user_id, webhook_id, event_id)) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 500);
create index webhook_deliveries_due_idx on webhook_deliveries (user_id, webhook_id, due_at, id) where status = 'pending';
create index webhook_deliveries_newest_idx on webhook_deliveries (user_id, created_at, id);
create table webhook_attempts (user_id uuid not null, delivery_id uuid not null, number integer not null, at timestamptz(3) not null, duration_ms
  integer not null, response_status integer, response_body text, problem text, constraint webhook_attempts_pkey primary key (user_id, delivery_id,
  number), constraint webhook_attempts_delivery_fkey foreign key (user_id, delivery_id) references webhook_deliveries (user_id, id) on delete cascade
  );
alter table webhooks add column failing_since timestamptz(3), add column previous_sealed_secret bytea, add column previous_secret_until
  timestamptz(3);
create index outbox_events_at_idx on outbox_events (user_id, at, id);

-- 0012 calendar_feeds
create table calendar_feeds (hash bytea constraint calendar_feeds_pkey primary key, user_id uuid not null constraint calendar_feeds_user_fkey
  references users (id) on delete cascade, id uuid not null, name text not null, sealed_secret bytea not null, created_at timestamptz(3) not null,
  last_read_at timestamptz(3), constraint calendar_feeds_user_key unique (user_id));
create table calendar_cancellations (user_id uuid not null constraint calendar_cancellations_user_fkey references users (id) on delete cascade, id
  uuid not null, type text not null, title text not null, starts_at timestamptz(3) not null, ends_at timestamptz(3), sequence integer not null,
  cancelled_at timestamptz(3) not null, constraint calendar_cancellations_pkey primary key (user_id, id));

-- 0013 assistants
create table ai_budgets (user_id uuid not null constraint ai_budgets_user_fkey references users (id) on delete cascade, granted_micros bigint not
  null, spent_micros bigint not null, constraint ai_budgets_pkey primary key (user_id), constraint ai_budgets_amounts check (granted_micros >= 0 and
  spent_micros >= 0)) with (fillfactor = 70);
create table ai_calls (user_id uuid not null constraint ai_calls_user_fkey references users (id) on delete cascade, id uuid not null, assistant text
  not null, provider text not null, model text not null, payer text not null, request_id text not null, began_at timestamptz(3) not null, ended_at
  timestamptz(3), outcome text, input_tokens integer not null default 0, output_tokens integer not null default 0, cost_micros bigint not null default
  0, held_micros bigint not null default 0, constraint ai_calls_pkey primary key (user_id, id), constraint ai_calls_payer check (payer in ('key',
  'budget', 'service')), constraint ai_calls_outcome check (outcome in ('done', 'failed', 'left'))) with (fillfactor = 80);
create index ai_calls_began_idx on ai_calls (user_id, began_at desc);
create index ai_calls_open_idx on ai_calls (user_id) where ended_at is null;

-- 0015 billing
create table billing_customers (user_id uuid constraint billing_customers_pkey primary key constraint billing_customers_user_fkey references users
  (id) on delete cascade, stripe_customer_id text constraint billing_customers_stripe_key unique, generation integer not null default 0,
  payment_method jsonb, billing_address jsonb, lease_holder uuid, lease_until timestamptz(3), quote jsonb, synced_at timestamptz(3), created_at
  timestamptz(3) not null, updated_at timestamptz(3) not null);
create table subscriptions (user_id uuid not null constraint subscriptions_user_fkey references users (id) on delete cascade, id text not null,
  stripe_customer_id text not null, stripe_price_id text not null, stripe_item_id text not null, plan text not null, status text not null constraint
  subscriptions_status_known check (status in ('trialing', 'active', 'past_due', 'canceled', 'incomplete', 'incomplete_expired')), stripe_status text
  not null, tier text not null constraint subscriptions_tier_known check (tier in ('free', 'pro', 'ultra')), current_period_start timestamptz(3),
  current_period_end timestamptz(3), trial_start timestamptz(3), trial_end timestamptz(3), cancel_at_period_end boolean not null, past_due_since
  timestamptz(3), created_at timestamptz(3) not null, updated_at timestamptz(3) not null, constraint subscriptions_pkey primary key (user_id, id));
create table invoices (user_id uuid not null constraint invoices_user_fkey references users (id) on delete cascade, id text not null, stripe_status
  text not null, description text, amount_paid integer not null, amount_due integer not null, subtotal integer, tax integer, total integer, currency
  text not null, payment_intent_id text, hosted_invoice_url text, created_at timestamptz(3) not null, constraint invoices_pkey primary key (user_id,
  id));
create index invoices_payment_intent_idx on invoices (payment_intent_id);
create table refunds (user_id uuid not null constraint refunds_user_fkey references users (id) on delete cascade, id text not null, payment_intent_id
  text, amount integer not null constraint refunds_amount check (amount >= 0), currency text not null, status text not null constraint
  refunds_status_known check (status in ('succeeded', 'pending', 'failed')), created_at timestamptz(3) not null, constraint refunds_pkey primary key
  (user_id, id));
create index refunds_payment_intent_idx on refunds (user_id, payment_intent_id);
create table stripe_events (id text constraint stripe_events_pkey primary key, type text not null, stripe_customer_id text, payment_intent_id text,
  received_at timestamptz(3) not null, claimed_until timestamptz(3), processed_at timestamptz(3), attempts integer not null default 0, error text);
create index stripe_events_open_idx on stripe_events (received_at) where processed_at is null;
alter table users add column paid_tier text not null default 'free' constraint users_paid_tier_known check (paid_tier in ('free', 'pro', 'ultra')),
  add column paid_until timestamptz(3);
alter table intelligence_keys add column follows_plan boolean not null default false;

-- 0016 purchases
create table purchases (user_id uuid not null constraint purchases_user_fkey references users (id) on delete cascade, id uuid not null, item text not
  null, state text not null constraint purchases_state_known check (state in ('begun', 'authorised', 'made', 'delivered', 'failed', 'released')),
  amount_cents integer not null constraint purchases_amount check (amount_cents > 0), currency text not null, input jsonb not null, fingerprint bytea
  not null, request_key text, payment_intent_id text, invoice_id text, answer jsonb, problem text, lease_holder uuid, lease_until timestamptz(3),
  attempts integer not null default 0, created_at timestamptz(3) not null, updated_at timestamptz(3) not null, purchased_at timestamptz(3), constraint
  purchases_pkey primary key (user_id, id), constraint purchases_request_key unique (user_id, request_key));
create unique index purchases_open_key on purchases (user_id, item, fingerprint) where state in ('begun', 'authorised', 'made');
create index purchases_unfinished_idx on purchases (updated_at) where state in ('begun', 'authorised', 'made');
create table letters (user_id uuid not null constraint letters_user_fkey references users (id) on delete cascade, id uuid not null, recipient text not
  null, subject text not null, html text not null, body text not null, created_at timestamptz(3) not null, due_at timestamptz(3), attempts integer not
  null default 0, sent_at timestamptz(3), problem text, constraint letters_pkey primary key (user_id, id));
create index letters_due_idx on letters (due_at) where due_at is not null;

-- 0017 grants
alter table extension_tokens drop constraint extension_tokens_scope_known;
alter table extension_tokens add constraint extension_tokens_scope_form check (scope in ('read-only', 'read-write') or scope ~
  '^[a-z]+:(read|write|delete)( [a-z]+:(read|write|delete))*$');

-- 0018 oauth
create table oauth_clients (id text constraint oauth_clients_pkey primary key, name text not null, redirect_uris jsonb not null, auth_method text not
  null constraint oauth_clients_auth_method_known check (auth_method in ('none', 'client_secret_basic', 'client_secret_post')), secret_hash bytea,
  fetched_at timestamptz(3), created_at timestamptz(3) not null, constraint oauth_clients_secret_where_needed check ((auth_method = 'none') =
  (secret_hash is null)));
create table oauth_grants (user_id uuid not null constraint oauth_grants_user_fkey references users (id) on delete cascade, id uuid not null,
  client_id text not null, client_name text not null, scope text not null, resource text not null, created_at timestamptz(3) not null, last_used_at
  timestamptz(3), revoked_at timestamptz(3), constraint oauth_grants_pkey primary key (user_id, id));
create table oauth_secrets (hash bytea constraint oauth_secrets_pkey primary key, user_id uuid not null, grant_id uuid not null, kind text not null
  constraint oauth_secrets_kind_known check (kind in ('code', 'access', 'refresh')), redirect_uri text, challenge text, created_at timestamptz(3) not
  null, expires_at timestamptz(3) not null, spent_at timestamptz(3), constraint oauth_secrets_grant_fkey foreign key (user_id, grant_id) references
  oauth_grants (user_id, id) on delete cascade, constraint oauth_secrets_code_whole check ((kind = 'code') = (challenge is not null)));
create index oauth_secrets_grant_idx on oauth_secrets (user_id, grant_id);
create index oauth_secrets_expires_at_idx on oauth_secrets (expires_at);

-- 0019 undo
alter table audit_log add column undone_by uuid;
create index audit_log_undone_idx on audit_log (user_id, undone_by) where undone_by is not null;
create index audit_log_at_idx on audit_log (user_id, at desc, id desc);

-- 0020 seats
create table seats (user_id uuid not null constraint seats_user_fkey references users (id) on delete cascade, id uuid not null, email text not null
  constraint seats_email_lower check (email = lower(email)), member_id uuid constraint seats_member_fkey references users (id) on delete cascade,
  invited_at timestamptz(3) not null, joined_at timestamptz(3), constraint seats_pkey primary key (user_id, id), constraint seats_email_key unique
  (user_id, email), constraint seats_joined_with_member check ((member_id is null) = (joined_at is null)), constraint seats_not_own check (member_id
  <> user_id));
create unique index seats_member_key on seats (member_id) where member_id is not null;

-- 0021 notices
create table intelligence_versions (digest text constraint intelligence_versions_pkey primary key, version text not null, benchmark text not null,
  loaded_at timestamptz(3) not null);
insert into intelligence_versions (digest, version, benchmark, loaded_at) select digest, version, benchmark, loaded_at from intelligence_data;
create table notices (user_id uuid not null constraint notices_user_fkey references users (id) on delete cascade, name text not null, about text not
  null, told_at timestamptz(3) not null, constraint notices_pkey primary key (user_id, name, about));

-- 0031 attempt_log
alter table webhook_deliveries add column attempt_log jsonb not null default '[]';
update webhook_deliveries d set attempt_log = (select coalesce(jsonb_agg(jsonb_build_object('number', a.number, 'at', to_char(a.at at time zone 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'durationMs', a.duration_ms, 'responseStatus', a.response_status, 'responseBody', a.response_body, 'problem',
  a.problem) order by a.number), '[]') from webhook_attempts a where a.user_id = d.user_id and a.delivery_id = d.id);
drop table webhook_attempts;

-- 0032 queue
alter table webhook_deliveries rename to webhook_history;
alter index webhook_deliveries_newest_idx rename to webhook_history_newest_idx;
alter table webhook_history rename constraint webhook_deliveries_pkey to webhook_history_pkey;
create table webhook_queue (user_id uuid not null, id uuid not null, webhook_id uuid not null, event_id uuid not null, event text not null, held
  boolean not null default false, attempts integer not null default 0, step integer not null default 0, due_at timestamptz(3) not null,
  response_status integer, attempt_log jsonb not null default '[]', created_at timestamptz(3) not null, constraint webhook_queue_pkey primary key
  (user_id, id), constraint webhook_queue_webhook_fkey foreign key (user_id, webhook_id) references webhooks (user_id, id) on delete cascade) with
  (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index webhook_queue_due_idx on webhook_queue (user_id, webhook_id, due_at, id) where not held;
insert into webhook_queue (user_id, id, webhook_id, event_id, event, held, attempts, step, due_at, response_status, attempt_log, created_at) select
  user_id, id, webhook_id, event_id, event, status = 'held', attempts, step, due_at, response_status, attempt_log, created_at from webhook_history
  where status in ('pending', 'held');
delete from webhook_history where status in ('pending', 'held');
drop index webhook_deliveries_due_idx;
alter table webhook_history drop constraint webhook_deliveries_once, drop constraint webhook_deliveries_status_known, drop constraint
  webhook_deliveries_webhook_fkey, drop column step, drop column due_at, drop column leased_until, drop column leased_by, alter column status drop
  default, add constraint webhook_history_status_known check (status in ('delivered', 'failed'));
alter table webhook_history reset (fillfactor, autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold);
create function forget_webhook_history() returns trigger language plpgsql as $$
begin
  delete from webhook_history where user_id = old.user_id and webhook_id = old.id;
  return null;
end $$;
create trigger webhooks_forget_history after delete on webhooks for each row execute function forget_webhook_history();
alter table webhooks add column lease_holder uuid, add column lease_until timestamptz(3);
alter table webhooks set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
create view webhook_deliveries as select user_id, id, webhook_id, event_id, event, case when held then 'held' else 'pending' end as status, attempts,
  response_status, case when not held then due_at end as due_at, attempt_log, created_at, null::timestamptz(3) as finished_at from webhook_queue union
  all select user_id, id, webhook_id, event_id, event, status, attempts, response_status, null, attempt_log, created_at, finished_at from
  webhook_history;

-- 0033 attempt_counts
create table webhook_attempt_counts (part smallint not null, outcome text not null, attempts bigint not null, constraint webhook_attempt_counts_pkey
  primary key (part, outcome), constraint webhook_attempt_counts_outcome_known check (outcome in ('delivered', 'retry', 'failed'))) with (fillfactor =
  20);

-- 0035 purchase_answers
alter table purchases alter column answer type json using answer::json;

-- 0036 waiting_purchases
alter table purchases drop constraint purchases_state_known;
alter table purchases add constraint purchases_state_known check (state in ('begun', 'waiting', 'authorised', 'made', 'delivered', 'failed',
  'released'));
drop index purchases_open_key;
create unique index purchases_open_key on purchases (user_id, item, fingerprint) where state in ('begun', 'waiting', 'authorised', 'made');
create index purchases_waiting_idx on purchases (updated_at) where state = 'waiting';
create index purchases_payment_idx on purchases (payment_intent_id);
alter table purchases add column returned_at timestamptz(3);

-- 0038 intelligence_imports
create table intelligence_imports (id uuid not null constraint intelligence_imports_pkey primary key, kind text not null constraint
  intelligence_imports_kind check (kind in ('oews', 'oflc_wages', 'lca')), vintage text not null, year integer not null, file text not null, sha256
  text not null, taken integer not null, skipped jsonb not null, content bytea not null, imported_at timestamptz(3) not null);
create unique index intelligence_imports_sha256 on intelligence_imports (sha256);
alter table intelligence_data add column cells_year integer not null default 2024;

-- 0039 intelligence_extracts
drop table if exists intelligence_occupations, intelligence_roles, intelligence_cities, intelligence_cells, intelligence_national,
  intelligence_effects, intelligence_offers, intelligence_outlook, intelligence_sponsors, intelligence_sponsor_size, intelligence_series,
  intelligence_remote_pay, intelligence_pay_mix, intelligence_extra_pay;
alter table intelligence_data drop column cells_year;
truncate intelligence_data;

-- 0040 pay_data_2026_3
truncate intelligence_data;

-- 0041 pay_data_2026_4
truncate intelligence_data;

-- 0042 suburbs
truncate intelligence_data;

-- 0043 pay_data_2026_5
truncate intelligence_data;
update pay_submissions set role = present from (values ('applications-programmer', 'application-programmer'), ('business-process-consultant',
  'business-processes-consultant'), ('carpenters-helper', 'carpenter-helper'), ('childcare-worker', 'child-care-worker'), ('computer-system-analyst',
  'computer-systems-analyst'), ('computer-system-engineer', 'computer-systems-engineer'), ('facility-maintenance-supervisor',
  'facilities-maintenance-supervisor'), ('fire-fighter', 'firefighter'), ('geographic-information-systems-analyst',
  'geographic-information-system-analyst'), ('human-resource-specialist', 'human-resources-specialist'), ('java-fullstack-developer',
  'java-full-stack-developer'), ('operation-manager', 'operations-manager'), ('operation-research-analyst', 'operations-research-analyst'),
  ('oracle-application-developer', 'oracle-applications-developer'), ('service-now-developer', 'servicenow-developer'),
  ('software-application-engineer', 'software-applications-engineer'), ('software-applications-developer', 'software-application-developer'),
  ('software-developer-application', 'software-developer-applications'), ('system-analyst', 'systems-analyst'), ('system-software-engineer',
  'systems-software-engineer'), ('systems-architect', 'system-architect')) as renamed (former, present) where role = former;

-- 0044 pay_data_2026_6
truncate intelligence_data;
update pay_submissions set role = 'software-engineer' where role = 'technical-lead';

-- 0045 checkout_page
alter table billing_customers add column checkout_page text;

-- 0050 pay_file
drop table if exists intelligence_extracts, intelligence_wordings;
alter table intelligence_imports rename to pay_imports;
alter table pay_imports rename constraint intelligence_imports_pkey to pay_imports_pkey;
alter table pay_imports rename constraint intelligence_imports_kind to pay_imports_kind;
alter table pay_imports add column over uuid constraint pay_imports_over_fkey references pay_imports (id);
drop index intelligence_imports_sha256;
update pay_imports i set over = b.before from (select id, lag(id) over (order by imported_at, id) as before from pay_imports) b where b.id = i.id;
create table pay_overlays (import_id uuid not null constraint pay_overlays_import_fkey references pay_imports (id) on delete cascade, base text not
  null, digest text not null, content bytea not null, constraint pay_overlays_pkey primary key (import_id, base));
alter table pay_overlays alter column content set storage external;
alter table intelligence_versions rename to pay_editions;
alter table pay_editions rename constraint intelligence_versions_pkey to pay_editions_pkey;
alter table pay_editions rename column loaded_at to served_at;
create table pay_in_use (one boolean not null default true constraint pay_in_use_pkey primary key constraint pay_in_use_one check (one), import_id
  uuid constraint pay_in_use_import_fkey references pay_imports (id), edition text not null constraint pay_in_use_edition_fkey references pay_editions
  (digest));
insert into pay_in_use (import_id, edition) select (select id from pay_imports order by imported_at desc, id desc limit 1), digest from
  intelligence_data d join pay_editions using (digest);
drop table intelligence_data;

-- 0053 roles_2026_8
update pay_submissions set role = present from (values ('alterations-expert', 'tailor-dressmaker-and-custom-sewer'), ('analyst-data-analytics',
  'data-analytics-analyst'), ('architectural-staff', 'architect'), ('associate-consultant', 'computer-occupations-all-other'), ('beach-expert',
  'travel-agent'), ('business-intelligence-consultant', 'bi-consultant'), ('computer-technician', 'computer-tech'),
  ('critical-care-nurse-practitioner', 'nurse-practitioner'), ('development-associate', 'fundraiser'), ('development-expert', 'software-developer'),
  ('director-cloud-engineering', 'software-engineer'), ('director-software-engineer', 'software-engineer'), ('directory-assistance-operator',
  '411-directory-assistance-operator'), ('electrical-apprentice', 'helper-electrician'), ('electrician-apprentice', 'helper-electrician'),
  ('embalmer-apprentice', 'funeral-attendant'), ('expert-software-engineer', 'software-engineer'), ('food-science-tech', 'food-science-technician'),
  ('information-technology-project-manager', 'it-project-manager'), ('intermediate-designer', 'architect'), ('operations-engineer', 'logistician'),
  ('princ-engr-software-devt', 'software-engineer'), ('qa-technician', 'qa-tech'), ('qc-chemist', 'quality-control-chemist'),
  ('quality-assurance-automation-engineer', 'qa-automation-engineer'), ('quality-assurance-test-engineer', 'qa-test-engineer'), ('software-associate',
  'software-developer'), ('software-developer-engineer', 'software-dev-engineer'), ('software-engineer-developer', 'software-dev-engineer'),
  ('software-engineer-principal', 'software-engineer'), ('software-engineer-qa', 'software-quality-assurance-engineer'), ('software-engineer-staff',
  'software-engineer'), ('software-qa-analyst', 'software-quality-assurance-analyst'), ('software-qa-analyst-and-tester',
  'software-quality-assurance-analyst-and-tester'), ('staff-professional', 'civil-engineer'), ('technical-project', 'it-project-manager'),
  ('technology-specialist', 'software-developer')) as renamed (former, present) where role = former;
insert into pay_in_use (import_id, edition) select (select id from pay_imports order by imported_at desc, id desc limit 1), (select digest from
  pay_editions order by served_at desc, digest limit 1) where not exists (select 1 from pay_in_use) and exists (select 1 from pay_imports) and exists
  (select 1 from pay_editions);

-- 0054 pay_data_2026_8
do $$ begin if to_regclass('intelligence_data') is not null then truncate intelligence_data; end if; end $$;
update pay_submissions set role = present from (values ('analyst-application-development', 'application-development-analyst'),
  ('analyst-business-intelligence', 'business-intelligence-analyst'), ('animal-care-giver', 'animal-caregiver'), ('application-software-developer',
  'software-developer-applications'), ('application-software-engineer', 'software-applications-engineer'), ('assistant-clinical-professor',
  'assistant-professor-clinical'), ('associate-investment-banking', 'investment-banking-associate'), ('associate-investments',
  'investment-associate'), ('automation-qa-engineer', 'qa-automation-engineer'), ('automation-test-engineer', 'test-automation-engineer'),
  ('bilingual-elementary-teacher', 'elementary-bilingual-teacher'), ('bus-driver-school', 'school-bus-driver'), ('business-intelligence-manager',
  'manager-business-intelligence'), ('carpenter-helper', 'helper-carpenter'), ('collection-specialist', 'collections-specialist'),
  ('consultant-software-engineer', 'software-engineer-consultant'), ('development-manager', 'manager-development'), ('devops-cloud-engineer',
  'cloud-devops-engineer'), ('dispensing-optician', 'optician-dispensing'), ('electronics-design-engineer', 'electronic-design-engineer'),
  ('elementary-school-special-education-teacher', 'special-education-teacher-elementary-school'), ('elementary-teacher', 'teacher-elementary'),
  ('engineer-devops', 'devops-engineer'), ('engineer-mechanical', 'mechanical-engineer'), ('engineer-software', 'software-engineer'),
  ('engineering-director', 'director-engineering'), ('fast-food-cook', 'cook-fast-food'), ('full-stack-dotnet-developer',
  'dotnet-full-stack-developer'), ('full-stack-java-developer', 'java-full-stack-developer'), ('general-pediatrician', 'pediatrician-general'),
  ('instrumentation-and-control-technician', 'instrumentation-and-controls-technician'), ('machine-learning-software-engineer',
  'software-engineer-machine-learning'), ('manager-accounting', 'accounting-manager'), ('manager-application-development',
  'application-development-manager'), ('manager-regulatory-affairs', 'regulatory-affairs-manager'), ('middle-school-special-education-teacher',
  'special-education-teacher-middle-school'), ('oil-and-gas-roustabout', 'roustabout-oil-and-gas'), ('physician-family-medicine',
  'family-medicine-physician'), ('program-manager-technical', 'technical-program-manager'), ('roofer-helper', 'helper-roofer'),
  ('scientist-bioinformatics', 'bioinformatics-scientist'), ('short-order-cook', 'cook-short-order'), ('software-application-developer',
  'software-developer-applications'), ('software-developer-engineer', 'software-engineer-developer'), ('software-developer-java',
  'java-software-developer'), ('software-development-director', 'director-software-development'), ('software-development-test-engineer',
  'software-development-engineer-test'), ('software-engineer-applications', 'software-applications-engineer'), ('software-engineer-data',
  'software-data-engineer'), ('software-engineer-front-end', 'front-end-software-engineer'), ('software-engineer-quality',
  'software-quality-engineer'), ('software-systems-engineer', 'systems-software-engineer'), ('specialist-software-engineer',
  'software-engineer-specialist'), ('wood-patternmaker', 'patternmaker-wood')) as renamed (former, present) where role = former;

-- 0060 history
alter table job_status_history alter column at drop not null;
alter table jobs alter column status_changed_at drop not null;
alter table jobs add column applied boolean not null default false;
alter table jobs add column answered boolean not null default false;
update jobs set applied = applied_at is not null, answered = responded_at is not null where applied_at is not null or responded_at is not null;
alter table jobs drop column responded_at;
alter table pipeline_tallies add column dated bigint not null default 0;
update pipeline_tallies set dated = jobs;
drop index jobs_moved_idx;
create index jobs_moved_idx on jobs (user_id, status, status_changed_at desc nulls last, id desc);

-- 0061 search
create function crm_words(said text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', regexp_replace(folded.text, '[^[:alnum:]]+', ' ', 'g') || ' ' || coalesce((
    -- "node.js" is also one word.
    select string_agg(replace(dotted.found[1], '.', ''), ' ')
    from regexp_matches(folded.text, '[[:alnum:]]+(?:\.[[:alnum:]]+)+', 'g') dotted (found)), ''))
  from (select replace(replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(normalize(lower(left(said, 60000)), NFKD), '[' || chr(768) || '-' || chr(879) || ']', '', 'g'),
      'ß', 'ss'), 'ø', 'o'), 'ł', 'l'), 'æ', 'ae'),
      'c++', 'cplusplus'), 'c#', 'csharp'), 'f#', 'fsharp'), '.net', ' dotnet') as text) folded
$$;
drop index if exists jobs_search_idx;
alter table jobs drop column search;
alter table jobs add column search tsvector generated always as (setweight(crm_words(company || ' ' || role), 'A') ||
  setweight(crm_words(coalesce(location, '') || ' ' || coalesce(salary, '') || ' ' || (tags)::text), 'B') || setweight(crm_words(coalesce(notes, '')),
  'C') || setweight(crm_words(coalesce(description, '')), 'D')) stored;
alter table contacts drop column search;
alter table contacts add column search tsvector generated always as (setweight(crm_words(name || ' ' || coalesce(company, '')), 'A') ||
  setweight(crm_words(coalesce(title, '') || ' ' || coalesce(email, '') || ' ' || (tags)::text), 'B') || setweight(crm_words(coalesce(notes, '')),
  'C')) stored;
alter table activities add column search tsvector generated always as (setweight(crm_words(coalesce(title, '')), 'A') ||
  setweight(crm_words(coalesce(body, '')), 'C')) stored;
alter table calendar_events add column search tsvector generated always as (setweight(crm_words(title), 'A') || setweight(crm_words(coalesce(location,
  '')), 'B') || setweight(crm_words(coalesce(notes, '')), 'C')) stored;
do $$ begin create extension if not exists btree_gin; create index jobs_search_idx on jobs using gin (user_id, search); create index
  contacts_search_idx on contacts using gin (user_id, search); create index activities_search_idx on activities using gin (user_id, search); exception
  when others then raise notice 'btree_gin is not available: full-text search scans the rows of its user'; end $$;

-- 0065 offers
create table offers (user_id uuid not null constraint offers_user_fkey references users (id) on delete cascade, id uuid not null, job_id uuid not
  null, status text not null constraint offers_status_known check (status in ('received', 'countered', 'accepted', 'declined', 'expired')), deadline
  timestamptz(3), deadline_event_id uuid, terms jsonb not null constraint offers_terms_object check (jsonb_typeof(terms) = 'object' and terms ?
  'base'), rounds jsonb not null constraint offers_rounds_array check (jsonb_typeof(rounds) = 'array'), created_at timestamptz(3) not null, updated_at
  timestamptz(3) not null, constraint offers_pkey primary key (user_id, id), constraint offers_job_fkey foreign key (user_id, job_id) references jobs
  (user_id, id) on delete cascade);
create index offers_created_idx on offers (user_id, created_at desc, id desc);
create index offers_job_idx on offers (user_id, job_id);

-- 0070 inbox
create table inbox_seen (user_id uuid not null constraint inbox_seen_user_fkey references users (id) on delete cascade, key bytea not null constraint
  inbox_seen_key_length check (length(key) = 16), constraint inbox_seen_pkey primary key (user_id, key));
create table inbox_messages (user_id uuid not null constraint inbox_messages_user_fkey references users (id) on delete cascade, id uuid not null,
  thread_key bytea, state text not null constraint inbox_messages_state_known check (state in ('noted', 'pending', 'accepted', 'rejected',
  'superseded')), sent_at timestamptz(3) not null, sender_name text not null, sender_address text not null, subject text not null, delivered_to text,
  status text constraint inbox_messages_status_known check (status in ('applied', 'interview', 'assessment', 'offer', 'rejected', 'withdrawn',
  'closed')), job_id uuid, company text, role text, said_company text, starts_at timestamptz(3), ends_at timestamptz(3), time_zone text, location
  text, event_uid text, ambiguous boolean not null default false, cancels boolean not null default false, deadline date, contact_name text,
  contact_email text, pay text, confidence real not null, evidence jsonb not null, decided_at timestamptz(3), event_id uuid, created_at timestamptz(3)
  not null, updated_at timestamptz(3) not null, constraint inbox_messages_pkey primary key (user_id, id), constraint inbox_messages_job_fkey foreign
  key (user_id, job_id) references jobs (user_id, id) on delete set null (job_id));
create index inbox_messages_state_idx on inbox_messages (user_id, state, sent_at, id);
create index inbox_messages_thread_idx on inbox_messages (user_id, thread_key) where thread_key is not null;
create index inbox_messages_job_idx on inbox_messages (user_id, job_id) where job_id is not null;

-- 0071 inbox_accounts
create table inbox_accounts (user_id uuid not null constraint inbox_accounts_user_fkey references users (id) on delete cascade, id uuid not null, host
  text not null, port integer not null, security text not null constraint inbox_accounts_security_known check (security in ('tls', 'starttls',
  'none')), username text not null, folder text not null, auth text not null constraint inbox_accounts_auth_known check (auth in ('password',
  'token')), sealed_secret bytea not null, guarded boolean not null, since timestamptz(3), uid_validity bigint, last_uid bigint not null default 0,
  synced_at timestamptz(3), problem text, claimed_until timestamptz(3), created_at timestamptz(3) not null, constraint inbox_accounts_pkey primary key
  (user_id, id), constraint inbox_accounts_place_key unique (user_id, host, port, username, folder));

-- 0075 watch
create table watches (user_id uuid not null constraint watches_user_fkey references users (id) on delete cascade, id uuid not null, board text not
  null, host text not null, company text not null, wishes jsonb not null, etag text, last_modified text, digest bytea, postings integer, checked_at
  timestamptz(3), read_at timestamptz(3), due_at timestamptz(3) not null, failures integer not null default 0, problem text, created_at timestamptz(3)
  not null, updated_at timestamptz(3) not null, constraint watches_pkey primary key (user_id, id), constraint watches_board_key unique (user_id,
  board));
create index watches_due_idx on watches (due_at, host);
create table watch_postings (user_id uuid not null constraint watch_postings_user_fkey references users (id) on delete cascade, id uuid not null,
  board text not null, external_id text not null, company text not null, role text not null, places jsonb not null, workplace text constraint
  watch_postings_workplace_known check (workplace in ('remote', 'hybrid', 'onsite')), url text not null, posted_at timestamptz(3), pay jsonb, body
  text, why jsonb not null, digest bytea not null, state text not null constraint watch_postings_state_known check (state in ('new', 'accepted',
  'dismissed')), job_id uuid, first_seen_at timestamptz(3) not null, closed_at timestamptz(3), updated_at timestamptz(3) not null, constraint
  watch_postings_pkey primary key (user_id, id), constraint watch_postings_external_key unique (user_id, board, external_id), constraint
  watch_postings_job_fkey foreign key (user_id, job_id) references jobs (user_id, id) on delete set null (job_id));
create index watch_postings_state_idx on watch_postings (user_id, state, first_seen_at desc, id desc);
create index watch_postings_job_idx on watch_postings (user_id, job_id) where job_id is not null;
create table watch_hosts (host text constraint watch_hosts_pkey primary key, holder uuid, lease_until timestamptz(3), free_at timestamptz(3), robots
  text, robots_at timestamptz(3));

-- 0076 job_postings
create table job_postings (user_id uuid not null, job_id uuid not null, id uuid not null, origin text not null constraint job_postings_origin_known
  check (origin in ('board', 'page', 'clip', 'pasted')), url text, body text not null, digest bytea not null, at timestamptz(3) not null, constraint
  job_postings_pkey primary key (user_id, job_id, id), constraint job_postings_job_fkey foreign key (user_id, job_id) references jobs (user_id, id) on
  delete cascade);

-- 0077 job_liveness
create table job_liveness (user_id uuid not null, job_id uuid not null, checked_at timestamptz(3) not null, due_at timestamptz(3) not null, missing_at
  timestamptz(3), gone_at timestamptz(3), problem text, facts jsonb, constraint job_liveness_pkey primary key (user_id, job_id), constraint
  job_liveness_job_fkey foreign key (user_id, job_id) references jobs (user_id, id) on delete cascade);
create index job_liveness_due_idx on job_liveness (due_at);
create index job_liveness_gone_idx on job_liveness (user_id, gone_at) where gone_at is not null;

-- 0078 watch_digests
create table watch_digests (user_id uuid not null constraint watch_digests_user_fkey references users (id) on delete cascade, every text not null
  constraint watch_digests_every_known check (every in ('daily', 'weekly')), due_at timestamptz(3) not null, updated_at timestamptz(3) not null,
  constraint watch_digests_pkey primary key (user_id));
create index watch_digests_due_idx on watch_digests (due_at);
alter table watch_postings add column mailed_at timestamptz(3);

-- 0080 exact_minutes
create unlogged table minute_rings (subject uuid not null, limit_name text not null, bucket bigint not null, used integer[] not null, granted integer
  not null, back integer not null, back_bucket bigint not null, debt integer not null, constraint minute_rings_pkey primary key (subject, limit_name),
  constraint minute_rings_cells check (cardinality(used) = 61)) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

-- 0081 account_quotas
insert into month_quotas as q (subject, limit_name, month, used, granted) select k.user_id, spent.limit_name, spent.month, sum(spent.used), 0 from
  month_quotas spent join intelligence_keys k on k.id = spent.subject where spent.limit_name like 'intelligence-%' group by k.user_id,
  spent.limit_name, spent.month on conflict (subject, limit_name, month) do update set used = q.used + excluded.used;
delete from month_quotas q using intelligence_keys k where q.subject = k.id and q.limit_name like 'intelligence-%';

-- 0082 sign_in_attempts
create unlogged table sign_in_attempts (subject bytea constraint sign_in_attempts_pkey primary key, failed_at timestamptz(3)[] not null,
  last_failed_at timestamptz(3) not null);
create index sign_in_attempts_last_idx on sign_in_attempts (last_failed_at);
create table sign_in_addresses (user_id uuid not null constraint sign_in_addresses_user_fkey references users (id) on delete cascade, network bytea
  not null, signed_in_at timestamptz(3) not null, constraint sign_in_addresses_pkey primary key (user_id, network));

-- 0083 money_seen
alter table billing_customers add column credit_cents integer not null default 0;
alter table invoices add column credit_change integer not null default 0, add column paid_at timestamptz(3);
alter table refunds add column reason text;

-- 0084 next_steps
alter table jobs add column deadline timestamptz(3), add column next_step text, add constraint jobs_next_step_check check (char_length(next_step)
  between 1 and 200);
create index jobs_deadline_idx on jobs (user_id, deadline) where deadline is not null;

-- 0085 search_offers
alter table offers add column search tsvector generated always as (setweight(crm_words(coalesce(terms ->> 'level', '') || ' ' || coalesce(terms ->>
  'location', '')), 'B') || setweight(crm_words(coalesce(terms ->> 'notes', '') || ' ' || coalesce((terms -> 'benefits')::text, '') || ' ' ||
  coalesce(terms -> 'base' ->> 'amount', '')), 'C')) stored;
alter table job_postings add column search tsvector generated always as (setweight(crm_words(body), 'D')) stored;
do $$ begin create index offers_search_idx on offers using gin (user_id, search); create index job_postings_search_idx on job_postings using gin
  (user_id, search); create index calendar_events_search_idx on calendar_events using gin (user_id, search); exception when others then raise notice
  'btree_gin is not available: full-text search scans the rows of its user'; end $$;

-- 0090 versions
alter table activities add column updated_at timestamptz(3);

-- 0091 mirror
create table change_counters (user_id uuid not null constraint change_counters_user_fkey references users (id) on delete cascade, era uuid not null,
  last bigint not null, constraint change_counters_pkey primary key (user_id)) with (fillfactor = 50);
create table record_changes (user_id uuid not null constraint record_changes_user_fkey references users (id) on delete cascade, noun text not null, id
  uuid not null, place bigint not null, born bigint not null, deleted boolean not null, at timestamptz(3) not null, constraint record_changes_pkey
  primary key (user_id, noun, id)) with (fillfactor = 80);
create index record_changes_place_idx on record_changes (user_id, place);
insert into record_changes (user_id, noun, id, place, born, deleted, at) select user_id, noun, id, place, place, false, updated_at from (select r.*,
  row_number() over (partition by user_id order by created_at, noun, id) as place from (select user_id, 'job' as noun, id, created_at, updated_at from
  jobs union all select user_id, 'contact', id, created_at, updated_at from contacts union all select user_id, 'activity', id, created_at,
  coalesce(updated_at, created_at) from activities union all select user_id, 'event', id, created_at, updated_at from calendar_events union all select
  user_id, 'offer', id, created_at, updated_at from offers) r) numbered;
insert into change_counters (user_id, era, last) select user_id, gen_random_uuid(), max(place) from record_changes group by user_id;

-- 0093 agent_sessions
alter table audit_log add column agent_session text;
create index audit_log_agent_idx on audit_log (user_id, agent_session, at desc, id desc) where agent_session is not null;
alter table idempotency_keys add column change_id uuid;

-- 0098 release
alter table schema_migrations add column if not exists version text;

-- 0122 search_speed
create function crm_folded(said text) returns text language sql immutable parallel safe as $$
  select replace(replace(replace(replace(
    regexp_replace(normalize(lower(said), NFKD), '[' || chr(768) || '-' || chr(879) || ']', '', 'g'),
    'ß', 'ss'), 'ø', 'o'), 'ł', 'l'), 'æ', 'ae')
$$;
do $$ declare name text; begin foreach name in array array[ 'jobs_search_idx', 'contacts_search_idx', 'activities_search_idx',
  'calendar_events_search_idx', 'offers_search_idx', 'job_postings_search_idx'] loop execute format('alter index if exists %I set (fastupdate = off)',
  name); end loop; end $$;
do $$ begin create extension if not exists btree_gin; create extension if not exists pg_trgm; create index jobs_parts_idx on jobs using gin (user_id,
  crm_folded(company || ' ' || role) gin_trgm_ops) with (fastupdate = off); create index contacts_parts_idx on contacts using gin (user_id,
  crm_folded(name || ' ' || coalesce(company, '')) gin_trgm_ops) with (fastupdate = off); create index activities_parts_idx on activities using gin
  (user_id, crm_folded(coalesce(title, '')) gin_trgm_ops) with (fastupdate = off); create index calendar_events_parts_idx on calendar_events using gin
  (user_id, crm_folded(title) gin_trgm_ops) with (fastupdate = off); exception when others then raise notice
  'pg_trgm is not available: parts of words are looked for in the rows of their user'; end $$;

-- 0140 digest_zones
alter table watch_digests add column time_zone text not null default 'UTC' constraint watch_digests_time_zone_length check (char_length(time_zone)
  between 1 and 100);

-- 0141 digest_time_of_day
alter table watch_digests add column at_minute smallint constraint watch_digests_at_minute_range check (at_minute between 0 and 1439);

-- 0153 watches_by_board
create index watches_board_idx on watches (board);

-- 0154 posting_url_key
alter table watch_postings add column url_key bytea;

-- 0159 open_calls
create unlogged table open_calls (subject uuid not null, kind text not null, place smallint not null, holder uuid not null, until timestamptz not
  null, constraint open_calls_pkey primary key (subject, kind, place));
