-- The suggestions read next steps without a date, without reading all of a user's jobs.
create index jobs_undated_step_idx on jobs (user_id, updated_at) where deadline is null and next_step is not null;
