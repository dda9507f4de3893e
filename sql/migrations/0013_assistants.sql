-- What language models cost: a budget for each person, and every call that was made.
-- Money is in millionths of a dollar here: most calls cost a fraction of a cent, and rounding each up would treble it.

create table ai_budgets (
  user_id uuid not null constraint ai_budgets_user_fkey references users (id) on delete cascade,
  granted_micros bigint not null,
  -- May pass what was granted by the last call that ran: a call is refused before it starts, never cut off by its cost.
  spent_micros bigint not null,
  constraint ai_budgets_pkey primary key (user_id),
  constraint ai_budgets_amounts check (granted_micros >= 0 and spent_micros >= 0)
) with (fillfactor = 70);

-- One row per call of an assistant, however many requests it took. Nothing of what was asked or answered is kept.
create table ai_calls (
  user_id uuid not null constraint ai_calls_user_fkey references users (id) on delete cascade,
  id uuid not null,
  assistant text not null,
  provider text not null,
  model text not null,
  -- key: the person's own key; budget: their AI budget; service: an item they bought.
  payer text not null,
  request_id text not null,
  began_at timestamptz(3) not null,
  -- Null while it runs, and for ever when its process died.
  ended_at timestamptz(3),
  -- done, failed or left.
  outcome text,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost_micros bigint not null default 0,
  -- What it may cost, while it runs on a budget.
  held_micros bigint not null default 0,
  constraint ai_calls_pkey primary key (user_id, id),
  constraint ai_calls_payer check (payer in ('key', 'budget', 'service')),
  constraint ai_calls_outcome check (outcome in ('done', 'failed', 'left'))
) with (fillfactor = 80);
create index ai_calls_began_idx on ai_calls (user_id, began_at desc);
create index ai_calls_open_idx on ai_calls (user_id) where ended_at is null;
