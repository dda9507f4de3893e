-- Published pay of occupations in metropolitan areas: composed from imported OEWS files, empty without any.

create unlogged table intelligence_metro (
  soc text not null,
  city text not null,
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
  primary key (soc, city)
);
