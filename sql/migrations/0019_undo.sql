-- Undo: the change that reverted this one; null while the change is in effect. Undoing an undo clears it.

alter table audit_log add column undone_by uuid;
create index audit_log_undone_idx on audit_log (user_id, undone_by) where undone_by is not null;
-- In the order changes were recorded: ids are out of order when a change had to wait for a lock.
create index audit_log_at_idx on audit_log (user_id, at desc, id desc);
