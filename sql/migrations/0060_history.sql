-- The status history is the truth. A date may be unknown there (an import that does not say), so whether there is an
-- application and an answer can no longer be told by dates: two booleans replace `responded_at`, and the tallies count
-- the jobs whose current status is dated. The status of existing jobs is settled by their next move.

alter table job_status_history alter column at drop not null;
alter table jobs alter column status_changed_at drop not null;
alter table jobs add column applied boolean not null default false;
alter table jobs add column answered boolean not null default false;
update jobs set applied = applied_at is not null, answered = responded_at is not null
where applied_at is not null or responded_at is not null;
alter table jobs drop column responded_at;
alter table pipeline_tallies add column dated bigint not null default 0;
update pipeline_tallies set dated = jobs;
drop index jobs_moved_idx;
create index jobs_moved_idx on jobs (user_id, status, status_changed_at desc nulls last, id desc);
