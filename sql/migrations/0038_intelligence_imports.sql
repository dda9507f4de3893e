-- Newer vintages of published pay data, imported in addition to the shipped data (crm salary import).

-- Logged, unlike the tables derived from them, which can be rebuilt from sql/data and these rows.
create table intelligence_imports (
  id uuid not null constraint intelligence_imports_pkey primary key,
  kind text not null constraint intelligence_imports_kind check (kind in ('oews', 'oflc_wages', 'lca')),
  -- The vintage as displayed, and its year.
  vintage text not null,
  year integer not null,
  file text not null,
  sha256 text not null,
  taken integer not null,
  -- [{reason, rows}] of skipped rows.
  skipped jsonb not null,
  -- The accepted rows, as gzipped CSV in the columns of core/intelligence/imports/record.ts.
  content bytea not null,
  imported_at timestamptz(3) not null
);
-- The same file cannot be imported twice.
create unique index intelligence_imports_sha256 on intelligence_imports (sha256);

-- The wage cells are as of May of this year.
alter table intelligence_data add column cells_year integer not null default 2024;
