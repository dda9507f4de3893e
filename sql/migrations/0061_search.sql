-- Search by words as people type them: without accents ("hoganas" finds Höganäs), without stemming and stop words (Go is
-- a language), and with the names of languages whole (C#, C++, .NET, Node.js). One function makes the words of a text, for
-- jobs, contacts, activities and events alike; core/search/words.ts makes those of a query.

create function crm_words(said text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', regexp_replace(folded.text, '[^[:alnum:]]+', ' ', 'g') || ' ' || coalesce((
    -- "node.js" is also one word.
    select string_agg(replace(dotted.found[1], '.', ''), ' ')
    from regexp_matches(folded.text, '[[:alnum:]]+(?:\.[[:alnum:]]+)+', 'g') dotted (found)), ''))
  from (select replace(replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(normalize(lower(left(said, 60000)), NFKD), '[' || chr(768) || '-' || chr(879) || ']', '', 'g'),
      'ß', 'ss'), 'ø', 'o'), 'ł', 'l'), 'æ', 'ae'),
      'c++', 'cplusplus'), 'c#', 'csharp'), 'f#', 'fsharp'), '.net', ' dotnet') as text) folded
$$;

drop index if exists jobs_search_idx;
alter table jobs drop column search;
alter table jobs add column search tsvector generated always as (
  setweight(crm_words(company || ' ' || role), 'A') ||
  setweight(crm_words(coalesce(location, '') || ' ' || coalesce(salary, '') || ' ' || (tags)::text), 'B') ||
  setweight(crm_words(coalesce(notes, '')), 'C') ||
  setweight(crm_words(coalesce(description, '')), 'D')
) stored;

alter table contacts drop column search;
alter table contacts add column search tsvector generated always as (
  setweight(crm_words(name || ' ' || coalesce(company, '')), 'A') ||
  setweight(crm_words(coalesce(title, '') || ' ' || coalesce(email, '') || ' ' || (tags)::text), 'B') ||
  setweight(crm_words(coalesce(notes, '')), 'C')
) stored;

alter table activities add column search tsvector generated always as (
  setweight(crm_words(coalesce(title, '')), 'A') || setweight(crm_words(coalesce(body, '')), 'C')
) stored;

alter table calendar_events add column search tsvector generated always as (
  setweight(crm_words(title), 'A') || setweight(crm_words(coalesce(location, '')), 'B') ||
  setweight(crm_words(coalesce(notes, '')), 'C')
) stored;

-- Within one user, as for jobs before; where btree_gin cannot be created, the user's own rows are scanned.
do $$
begin
  create extension if not exists btree_gin;
  create index jobs_search_idx on jobs using gin (user_id, search);
  create index contacts_search_idx on contacts using gin (user_id, search);
  create index activities_search_idx on activities using gin (user_id, search);
exception when others then
  raise notice 'btree_gin is not available: full-text search scans the rows of its user';
end
$$;
