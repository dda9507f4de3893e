-- Total attempts by outcome, for monitoring. Updated with each result, so that the counts cover all processes
-- and survive restarts. Split into sixteen parts; each worker updates one of them, to avoid lock contention.

create table webhook_attempt_counts (
  part smallint not null,
  outcome text not null,
  attempts bigint not null,
  constraint webhook_attempt_counts_pkey primary key (part, outcome),
  constraint webhook_attempt_counts_outcome_known check (outcome in ('delivered', 'retry', 'failed'))
) with (fillfactor = 20);
