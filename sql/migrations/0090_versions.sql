-- The version of an activity: when it was last changed, as every other record has it. It stays null for activities that
-- were logged before and not changed since, whose version is when they were logged; so no row is rewritten.

alter table activities add column updated_at timestamptz(3);
