-- The pipeline: its tallies, snoozed suggestions, and mood entries.

-- One row per user and status, updated in the transaction of each job write.
create table pipeline_tallies (
  user_id uuid not null constraint pipeline_tallies_user_fkey references users (id) on delete cascade,
  status text not null,
  jobs bigint not null,
  applied bigint not null,
  responded bigint not null,
  -- Sum of status_changed_at in whole seconds since the epoch, for the mean time in a status without reading
  -- rows.
  changed_seconds bigint not null,
  -- Jobs whose current status is dated.
  dated bigint not null default 0,
  constraint pipeline_tallies_pkey primary key (user_id, status)
) with (fillfactor = 70);

create table suggestion_snoozes (
  user_id uuid not null constraint suggestion_snoozes_user_fkey references users (id) on delete cascade,
  -- The id of the suggestion: kind:id of its job, event or contact.
  suggestion_id text not null,
  until timestamptz(3) not null,
  constraint suggestion_snoozes_pkey primary key (user_id, suggestion_id)
);

create table mood_check_ins (
  user_id uuid not null constraint mood_check_ins_user_fkey references users (id) on delete cascade,
  id uuid not null,
  mood text not null,
  labels jsonb not null default '[]',
  note text,
  at timestamptz(3) not null,
  constraint mood_check_ins_pkey primary key (user_id, id)
);
