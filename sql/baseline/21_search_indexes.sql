-- Indexes of words and of parts of words ("ganas" in Höganäs) within one user: an index of the text alone scans the matches of all
-- users. Kept in order by each write (fastupdate), because a search reads what waits to be put in order from end to end. Both
-- extensions ship with Postgres; where one cannot be created, the rows of the user are scanned.

do $$
begin
  create extension if not exists btree_gin;
  create index jobs_search_idx on jobs using gin (user_id, search) with (fastupdate = off);
  create index contacts_search_idx on contacts using gin (user_id, search) with (fastupdate = off);
  create index activities_search_idx on activities using gin (user_id, search) with (fastupdate = off);
  create index calendar_events_search_idx on calendar_events using gin (user_id, search) with (fastupdate = off);
  create index offers_search_idx on offers using gin (user_id, search) with (fastupdate = off);
  create index job_postings_search_idx on job_postings using gin (user_id, search) with (fastupdate = off);
exception when others then
  raise notice 'btree_gin is not available: full-text search scans the rows of its user';
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
