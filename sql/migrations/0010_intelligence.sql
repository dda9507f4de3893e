-- Compensation intelligence: submitted pay reports, and the shipped reference data needed for single
-- estimates.

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
  created_at timestamptz not null,
  constraint pay_submissions_pkey primary key (user_id, id),
  constraint pay_submissions_user foreign key (user_id) references users (id) on delete cascade,
  constraint pay_submissions_status check (status in ('accepted', 'outlier')),
  constraint pay_submissions_experience check (experience in ('entry', 'mid', 'senior', 'staff')),
  constraint pay_submissions_base check (base > 0)
);
create index pay_submissions_groups on pay_submissions (role, city) where status = 'accepted';

-- Reference data, loaded from sql/data after the migrations whenever that folder has another version.
-- Contains only what single estimates read: the gateway keeps the whole catalogue in memory, which would take
-- the terminal too long to load. Unlogged: it can be reloaded at any time, loads twice as fast, and is
-- excluded from `crm db backup`. A crash of Postgres empties these tables, including this row, and the next
-- start reloads them.
create unlogged table intelligence_data (
  version text primary key,
  benchmark text not null,
  -- SHA-256 of the manifest, which contains the digest of every file.
  digest text not null,
  loaded_at timestamptz not null
);

-- Columns as in sql/data/README.md, in the order of the files.
create unlogged table intelligence_occupations (
  soc text primary key,
  title text not null,
  major text,
  minor text,
  broad text,
  job_zone integer,
  c10 double precision,
  c25 double precision,
  c50 double precision,
  c75 double precision,
  c90 double precision,
  sigma double precision,
  filings integer not null,
  definition text
);

create unlogged table intelligence_roles (
  slug text primary key,
  title text not null,
  soc text not null,
  onet text,
  reason text not null,
  confidence text not null,
  specialized integer not null,
  filings integer not null,
  share double precision
);

-- Wordings that name exactly one role, in normalised catalogue words. Ambiguous wordings with a word of
-- seniority map to null, so that "staff nurse" is not interpreted as a nurse in the staff band.
create unlogged table intelligence_wordings (
  words text primary key,
  role text
);

create unlogged table intelligence_cities (
  slug text primary key,
  name text not null,
  state text not null,
  area text not null,
  area_name text not null,
  rpp double precision not null,
  rpp_housing double precision not null
);

create unlogged table intelligence_cells (
  soc text not null,
  city text not null,
  mean double precision,
  lower_third double precision,
  sharing integer,
  primary key (soc, city)
);

create unlogged table intelligence_national (
  soc text not null,
  year integer not null,
  employment double precision,
  mean double precision,
  p10 double precision,
  p25 double precision,
  median double precision,
  p75 double precision,
  p90 double precision,
  mean_rse double precision,
  employment_rse double precision,
  top_coded integer not null,
  primary key (soc, year)
);

create unlogged table intelligence_effects (
  key text primary key,
  effect double precision not null,
  offers integer not null
);

create unlogged table intelligence_offers (
  slug text not null,
  -- Empty for the nation.
  city text not null,
  offers integer not null,
  employers integer not null,
  median double precision,
  primary key (slug, city)
);

create unlogged table intelligence_outlook (
  soc text primary key,
  nem text,
  employment_2024 double precision,
  employment_2034 double precision,
  change_pct double precision,
  openings double precision,
  education text,
  experience text,
  training text
);

create unlogged table intelligence_sponsors (
  soc text not null,
  employer text not null,
  filings integer not null,
  offers integer not null,
  median double precision,
  primary key (soc, employer)
);

create unlogged table intelligence_sponsor_size (
  filings text primary key,
  effect double precision not null,
  margin double precision not null,
  offers integer not null,
  employers integer not null
);

create unlogged table intelligence_series (
  series text not null,
  sector text not null,
  month text not null,
  value double precision not null,
  primary key (series, sector, month)
);

create unlogged table intelligence_remote_pay (
  year integer primary key,
  differential double precision not null,
  offers integer not null
);

create unlogged table intelligence_pay_mix (
  job_family text not null,
  years_of_experience text not null,
  rows integer not null,
  equity_to_base_p25 double precision,
  equity_to_base_median double precision,
  equity_to_base_p75 double precision,
  share_with_equity double precision,
  bonus_to_base_p25 double precision,
  bonus_to_base_median double precision,
  bonus_to_base_p75 double precision,
  share_with_bonus double precision,
  primary key (job_family, years_of_experience)
);

create unlogged table intelligence_extra_pay (
  industry text primary key,
  rows integer not null,
  share_with_extra_pay double precision,
  extra_to_base_median_if_any double precision
);
