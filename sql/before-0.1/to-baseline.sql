-- The last step of a database of a build before the baseline: the names and conventions of sql/baseline. What this leaves and
-- what the baseline makes are equal, column by column (test/core/database/schema.test.ts).

drop table if exists minute_windows, sign_in_failures;

alter table letters rename to outgoing_emails;
alter index letters_due_idx rename to outgoing_emails_due_idx;

alter table notices rename to sent_pay_notices;
alter table sent_pay_notices rename column name to event;
alter table sent_pay_notices rename column told_at to sent_at;

alter table record_changes rename column born to created_place;

alter table schema_migrations alter column applied_at type timestamptz(3);
alter table open_calls alter column until type timestamptz(3);
alter table pay_submissions alter column created_at type timestamptz(3);

create index calendar_events_contact_idx on calendar_events (user_id, contact_id);
create index pay_imports_over_idx on pay_imports (over);
alter index pay_submissions_groups rename to pay_submissions_groups_idx;

-- Names of constraints. A distributed engine names those of its shards itself: there they stay as they are. Keys that it dropped
-- have none.
do $$
declare
  former record;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    return;
  end if;
  for former in
    select place, was, becomes from (values
      ('outgoing_emails', 'letters_pkey', 'outgoing_emails_pkey'),
      ('outgoing_emails', 'letters_user_fkey', 'outgoing_emails_user_fkey'),
      ('sent_pay_notices', 'notices_pkey', 'sent_pay_notices_pkey'),
      ('sent_pay_notices', 'notices_user_fkey', 'sent_pay_notices_user_fkey'),
      ('ai_calls', 'ai_calls_outcome', 'ai_calls_outcome_known'),
      ('ai_calls', 'ai_calls_payer', 'ai_calls_payer_known'),
      ('jobs', 'jobs_next_step_check', 'jobs_next_step_length'),
      ('pay_imports', 'pay_imports_kind', 'pay_imports_kind_known'),
      ('pay_submissions', 'pay_submissions_base', 'pay_submissions_base_positive'),
      ('pay_submissions', 'pay_submissions_experience', 'pay_submissions_experience_known'),
      ('pay_submissions', 'pay_submissions_status', 'pay_submissions_status_known'),
      ('pay_submissions', 'pay_submissions_user', 'pay_submissions_user_fkey')) names (place, was, becomes)
    where exists (select from pg_constraint where conrelid = to_regclass(place) and conname = was)
    union all
    -- From PostgreSQL 18 each "not null" has a name, made of those that table and column had first.
    select c.relname, k.conname, format('%s_%s_not_null', c.relname, a.attname)
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'n' and k.connamespace = current_schema()::regnamespace
      and k.conname <> format('%s_%s_not_null', c.relname, a.attname)
  loop
    execute format('alter table %I rename constraint %I to %I', former.place, former.was, former.becomes);
  end loop;
end
$$;
