-- What one answer about pay is computed from, read by its keys instead of from fourteen tables: opening those, with
-- their indexes and statistics, took a new connection three times as long as the answer.

drop table intelligence_occupations, intelligence_roles, intelligence_cities, intelligence_cells, intelligence_national,
  intelligence_effects, intelligence_offers, intelligence_outlook, intelligence_sponsors, intelligence_sponsor_size,
  intelligence_series, intelligence_remote_pay, intelligence_pay_mix, intelligence_extra_pay;

create unlogged table intelligence_extracts (
  -- As core/intelligence/library/extracts.ts names them: `role registered-nurse`.
  key text collate "C" primary key,
  -- The occupation of a role.
  soc text,
  -- {"<table>": [[cell, …], …]}: rows as they are in the files.
  tables json not null
);
-- In its row, compressed: beside it, it would be one more table to open.
alter table intelligence_extracts alter column tables set storage main;

-- The year of the cells is in the extracts.
alter table intelligence_data drop column cells_year;
-- Empty, it is loaded anew.
truncate intelligence_data;
