-- How many attempts ended how, since ever: what monitoring counts. Written with the ends of attempts, so that it holds for
-- all processes together and outlives them. In sixteen parts, one of which a worker adds to, so that they do not queue.

create table webhook_attempt_counts (
  part smallint not null,
  outcome text not null,
  attempts bigint not null,
  constraint webhook_attempt_counts_pkey primary key (part, outcome),
  constraint webhook_attempt_counts_outcome_known check (outcome in ('delivered', 'retry', 'failed'))
) with (fillfactor = 20);
