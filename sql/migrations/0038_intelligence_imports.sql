-- Newer vintages of published pay data that people import beside the shipped ones (crm salary import).

-- Logged, unlike the tables that are composed of them: those can be made again from sql/data and from these rows.
create table intelligence_imports (
  id uuid not null constraint intelligence_imports_pkey primary key,
  kind text not null constraint intelligence_imports_kind check (kind in ('oews', 'oflc_wages', 'lca')),
  -- As people read it, and the year that it is of.
  vintage text not null,
  year integer not null,
  file text not null,
  sha256 text not null,
  taken integer not null,
  -- [{reason, rows}] of what was left out.
  skipped jsonb not null,
  -- The rows that were taken, as gzipped CSV in the columns of core/intelligence/imports/record.ts.
  content bytea not null,
  imported_at timestamptz(3) not null
);
-- The same file is imported once.
create unique index intelligence_imports_sha256 on intelligence_imports (sha256);

-- The year whose May the wage cells are of.
alter table intelligence_data add column cells_year integer not null default 2024;
