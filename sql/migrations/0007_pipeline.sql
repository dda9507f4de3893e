-- User state of the pipeline: snoozed suggestions, and mood entries.

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

-- For recent wins: reads the few positive status changes of the last weeks without the whole history.
create index job_status_history_wins_idx on job_status_history (user_id, at desc)
  where status in ('screening', 'interviewing', 'offer', 'accepted');
