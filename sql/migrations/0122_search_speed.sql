-- Search answers at once, also right after an import: the indexes of words are kept in order by each write, because a search
-- reads what waits to be put in order from end to end. Parts of words ("ganas" in Höganäs) are found by their trigrams instead of
-- reading each row of the user.

-- The letters of a name as they are compared: without accents and case. core/kernel/folded.ts does the same.
create function crm_folded(said text) returns text language sql immutable parallel safe as $$
  select replace(replace(replace(replace(
    regexp_replace(normalize(lower(said), NFKD), '[' || chr(768) || '-' || chr(879) || ']', '', 'g'),
    'ß', 'ss'), 'ø', 'o'), 'ł', 'l'), 'æ', 'ae')
$$;

-- One by one within a block: a distributed engine passes each on as a statement of its own.
do $$
declare
  name text;
begin
  foreach name in array array[
    'jobs_search_idx', 'contacts_search_idx', 'activities_search_idx', 'calendar_events_search_idx', 'offers_search_idx',
    'job_postings_search_idx']
  loop
    execute format('alter index if exists %I set (fastupdate = off)', name);
  end loop;
end
$$;

do $$
begin
  create extension if not exists btree_gin;
  create extension if not exists pg_trgm;
  create index jobs_parts_idx on jobs
    using gin (user_id, crm_folded(company || ' ' || role) gin_trgm_ops) with (fastupdate = off);
  create index contacts_parts_idx on contacts
    using gin (user_id, crm_folded(name || ' ' || coalesce(company, '')) gin_trgm_ops) with (fastupdate = off);
  create index activities_parts_idx on activities
    using gin (user_id, crm_folded(coalesce(title, '')) gin_trgm_ops) with (fastupdate = off);
  create index calendar_events_parts_idx on calendar_events
    using gin (user_id, crm_folded(title) gin_trgm_ops) with (fastupdate = off);
exception when others then
  raise notice 'pg_trgm is not available: parts of words are looked for in the rows of their user';
end
$$;
