-- The figures of a search are counted where they are asked for, from this index alone. pipeline_tallies stays: gateways of the
-- version before fill it while both serve.
drop index jobs_moved_idx;
create index jobs_moved_idx on jobs (user_id, status, status_changed_at desc nulls last, id desc) include (applied, answered);
