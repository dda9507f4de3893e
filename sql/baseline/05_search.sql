-- Search by words as people type them: without accents ("hoganas" finds Höganäs), without stemming and stop words (Go is
-- a language), and with the names of languages whole (C#, C++, .NET, Node.js). One function makes the words of a text, for
-- all records alike; core/search/words.ts makes those of a query.

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

-- The letters of a name as they are compared: without accents and case. core/kernel/folded.ts does the same.
create function crm_folded(said text) returns text language sql immutable parallel safe as $$
  select replace(replace(replace(replace(
    regexp_replace(normalize(lower(said), NFKD), '[' || chr(768) || '-' || chr(879) || ']', '', 'g'),
    'ß', 'ss'), 'ø', 'o'), 'ł', 'l'), 'æ', 'ae')
$$;
