-- Usage of language models: a budget per user, and a record of every call.
-- Amounts are in millionths of a dollar: most calls cost a fraction of a cent, and rounding each up would
-- triple them.

create table ai_budgets (
  user_id uuid not null constraint ai_budgets_user_fkey references users (id) on delete cascade,
  granted_micros bigint not null,
  -- May exceed the granted amount by the cost of the last call: a call can be rejected before it starts, but
  -- is not aborted for its cost.
  spent_micros bigint not null,
  constraint ai_budgets_pkey primary key (user_id),
  constraint ai_budgets_amounts check (granted_micros >= 0 and spent_micros >= 0)
) with (fillfactor = 70);

-- One row per assistant call, regardless of the number of model requests. No prompts or responses are stored.
create table ai_calls (
  user_id uuid not null constraint ai_calls_user_fkey references users (id) on delete cascade,
  id uuid not null,
  assistant text not null,
  provider text not null,
  model text not null,
  -- key: the user's own key; budget: their AI budget; service: a purchased item.
  payer text not null,
  request_id text not null,
  began_at timestamptz(3) not null,
  -- Null while the call runs, and permanently if its process died.
  ended_at timestamptz(3),
  -- done, failed or left.
  outcome text,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost_micros bigint not null default 0,
  -- The amount reserved while it runs on a budget.
  held_micros bigint not null default 0,
  constraint ai_calls_pkey primary key (user_id, id),
  constraint ai_calls_payer_known check (payer in ('key', 'budget', 'service')),
  constraint ai_calls_outcome_known check (outcome in ('done', 'failed', 'left'))
) with (fillfactor = 80);
create index ai_calls_began_idx on ai_calls (user_id, began_at desc);
create index ai_calls_open_idx on ai_calls (user_id) where ended_at is null;
