-- Where a person is can be searched for, too.
alter table contacts drop column search;
alter table contacts add column search tsvector generated always as (
  setweight(crm_words(name || ' ' || coalesce(company, '')), 'A') ||
  setweight(crm_words(coalesce(title, '') || ' ' || coalesce(email, '') || ' ' || coalesce(location, '') || ' ' || (tags)::text), 'B') ||
  setweight(crm_words(coalesce(notes, '')), 'C')
) stored;
-- Without btree_gin there is no index, and a search scans the rows of its user.
do $$
begin
  create index contacts_search_idx on contacts using gin (user_id, search) with (fastupdate = off);
exception when others then
  raise notice 'btree_gin is not available: full-text search scans the rows of its user';
end
$$;
