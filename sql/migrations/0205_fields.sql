-- Where a job was found, in a word or two: a board, a person, a fair.
alter table jobs add column source text constraint jobs_source_length check (char_length(source) between 1 and 100);
-- Activities of before they had a version have one now, so that nothing has to ask.
update activities set updated_at = created_at where updated_at is null;
alter table activities alter column updated_at set not null;
