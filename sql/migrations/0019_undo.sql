-- Undo: which change took another one back. A change that stands has none; undoing an undo makes it stand again.

alter table audit_log add column undone_by uuid;
create index audit_log_undone_idx on audit_log (user_id, undone_by) where undone_by is not null;
-- In the order in which changes were recorded: ids of changes that waited for a lock may run before.
create index audit_log_at_idx on audit_log (user_id, at desc, id desc);
