-- Published pay is read from the file that ships with the program. Kept here: what an operator imported beside it,
-- the overlay compiled from that, and which of them is in use.

drop table intelligence_extracts, intelligence_wordings;

alter table intelligence_imports rename to pay_imports;
alter table pay_imports rename constraint intelligence_imports_pkey to pay_imports_pkey;
alter table pay_imports rename constraint intelligence_imports_kind to pay_imports_kind;
-- An import is loaded over another one, or over the shipped file: so the same file can be loaded twice.
alter table pay_imports
  add column over uuid constraint pay_imports_over_fkey references pay_imports (id);
drop index intelligence_imports_sha256;
update pay_imports i set over = b.before
from (select id, lag(id) over (order by imported_at, id) as before from pay_imports) b
where b.id = i.id;

-- Each release has its own shipped file (`base`), over which an import is compiled again.
create table pay_overlays (
  import_id uuid not null constraint pay_overlays_import_fkey references pay_imports (id) on delete cascade,
  base text not null,
  digest text not null,
  content bytea not null,
  constraint pay_overlays_pkey primary key (import_id, base)
);
-- A pay file is compressed already.
alter table pay_overlays alter column content set storage external;

-- Every edition of the data that was served, by the digest of its files.
alter table intelligence_versions rename to pay_editions;
alter table pay_editions rename constraint intelligence_versions_pkey to pay_editions_pkey;
alter table pay_editions rename column loaded_at to served_at;

-- What is in use: one row. Without an import it is the shipped file alone.
create table pay_in_use (
  one boolean not null default true constraint pay_in_use_pkey primary key constraint pay_in_use_one check (one),
  import_id uuid constraint pay_in_use_import_fkey references pay_imports (id),
  edition text not null constraint pay_in_use_edition_fkey references pay_editions (digest)
);
insert into pay_in_use (import_id, edition)
select (select id from pay_imports order by imported_at desc, id desc limit 1), digest
from intelligence_data d join pay_editions using (digest);
drop table intelligence_data;
