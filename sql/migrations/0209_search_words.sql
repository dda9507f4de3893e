-- The words of a job's next step and of its source are found too.
alter table jobs drop column search;
alter table jobs add column search tsvector generated always as (
  setweight(crm_words(company || ' ' || role), 'A') ||
  setweight(crm_words(coalesce(location, '') || ' ' || coalesce(salary, '') || ' ' || coalesce(source, '') || ' ' || (tags)::text), 'B') ||
  setweight(crm_words(coalesce(notes, '') || ' ' || coalesce(next_step, '')), 'C') ||
  setweight(crm_words(coalesce(description, '')), 'D')
) stored;
-- Without btree_gin there is no index, and a search scans the rows of its user.
do $$
begin
  create index jobs_search_idx on jobs using gin (user_id, search) with (fastupdate = off);
exception when others then
  raise notice 'btree_gin is not available: full-text search scans the rows of its user';
end
$$;
