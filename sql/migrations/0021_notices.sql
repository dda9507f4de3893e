-- Notices of compensation intelligence: which data sets were loaded, and what was told to whom, so that no two processes
-- tell it twice.

-- Logged, unlike the data: a set that is loaded again after a crash of Postgres is no news.
create table intelligence_versions (
  -- SHA-256 of the manifest.
  digest text constraint intelligence_versions_pkey primary key,
  version text not null,
  benchmark text not null,
  loaded_at timestamptz(3) not null
);
insert into intelligence_versions (digest, version, benchmark, loaded_at)
select digest, version, benchmark, loaded_at from intelligence_data;

create table notices (
  user_id uuid not null constraint notices_user_fkey references users (id) on delete cascade,
  name text not null,
  -- What it was about: the digest of a data set; the subject, month and share of a quota.
  about text not null,
  told_at timestamptz(3) not null,
  constraint notices_pkey primary key (user_id, name, about)
);
