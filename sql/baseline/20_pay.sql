-- Compensation intelligence: submitted pay reports, what an operator imported beside the pay file that ships with the program,
-- and the notices of both that were sent.

-- Pay submitted by users about themselves. A report is visible only to its owner, and statistics are
-- published only for groups of five or more (core/intelligence/submissions).
create table pay_submissions (
  user_id uuid not null,
  id uuid not null,
  -- Slugs of the catalogue at the time of the report; no foreign key, because the catalogue is replaced as a
  -- whole.
  role text not null,
  city text,
  -- US dollars a year; signing is a one-time amount.
  base numeric(12, 2) not null,
  bonus numeric(12, 2),
  equity numeric(12, 2),
  signing numeric(12, 2),
  experience text,
  years_of_experience numeric(4, 1),
  company text,
  -- The day to which the pay applies.
  reported_on date not null,
  -- Checked once, on submission: an outlier is kept for its owner but never counted.
  status text not null,
  status_reason text,
  created_at timestamptz(3) not null,
  constraint pay_submissions_pkey primary key (user_id, id),
  constraint pay_submissions_user_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint pay_submissions_status_known check (status in ('accepted', 'outlier')),
  constraint pay_submissions_experience_known check (experience in ('entry', 'mid', 'senior', 'staff')),
  constraint pay_submissions_base_positive check (base > 0)
);
create index pay_submissions_groups_idx on pay_submissions (role, city) where status = 'accepted';

-- Newer vintages of published pay data, imported in addition to the shipped data (crm salary import).
create table pay_imports (
  id uuid not null constraint pay_imports_pkey primary key,
  kind text not null constraint pay_imports_kind_known check (kind in ('oews', 'oflc_wages', 'lca')),
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
  imported_at timestamptz(3) not null,
  -- The import it was loaded over; null: the shipped file.
  over uuid constraint pay_imports_over_fkey references pay_imports (id)
);
create index pay_imports_over_idx on pay_imports (over);

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

-- Every edition of the data that was served, by the digest of its files. A restart with the same files must not notify again.
create table pay_editions (
  digest text constraint pay_editions_pkey primary key,
  version text not null,
  benchmark text not null,
  served_at timestamptz(3) not null
);

-- What is in use: one row. Without an import it is the shipped file alone.
create table pay_in_use (
  one boolean not null default true constraint pay_in_use_pkey primary key constraint pay_in_use_one check (one),
  import_id uuid constraint pay_in_use_import_fkey references pay_imports (id),
  edition text not null constraint pay_in_use_edition_fkey references pay_editions (digest)
);

-- Notices that were sent, so that concurrent processes do not send one twice.
create table sent_pay_notices (
  user_id uuid not null constraint sent_pay_notices_user_fkey references users (id) on delete cascade,
  -- catalog.updated or quota.warning.
  event text not null,
  -- The digest of an edition; or the subject, month and percentage of a quota.
  about text not null,
  sent_at timestamptz(3) not null,
  constraint sent_pay_notices_pkey primary key (user_id, event, about)
);
