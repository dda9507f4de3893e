-- Search finds offers by their level, place, notes and benefits, and jobs by the kept text of their posting, whose words are not
-- in the job's own description. Both stand behind the record itself in rank (core/search).

alter table offers add column search tsvector generated always as (
  setweight(crm_words(coalesce(terms ->> 'level', '') || ' ' || coalesce(terms ->> 'location', '')), 'B') ||
  setweight(crm_words(coalesce(terms ->> 'notes', '') || ' ' || coalesce((terms -> 'benefits')::text, '') || ' ' ||
    coalesce(terms -> 'base' ->> 'amount', '')), 'C')
) stored;

alter table job_postings add column search tsvector generated always as (setweight(crm_words(body), 'D')) stored;

do $$
begin
  create index offers_search_idx on offers using gin (user_id, search);
  create index job_postings_search_idx on job_postings using gin (user_id, search);
  create index calendar_events_search_idx on calendar_events using gin (user_id, search);
exception when others then
  raise notice 'btree_gin is not available: full-text search scans the rows of its user';
end
$$;
