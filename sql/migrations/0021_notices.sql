-- Notices of compensation intelligence: the data sets loaded, and the notices sent to each user, so that
-- concurrent processes do not send a notice twice.

-- Logged, unlike the data: reloading a data set after a crash of Postgres must not notify again.
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
  -- The subject of the notice: the digest of a data set; or the subject, month and percentage of a quota.
  about text not null,
  told_at timestamptz(3) not null,
  constraint notices_pkey primary key (user_id, name, about)
);
