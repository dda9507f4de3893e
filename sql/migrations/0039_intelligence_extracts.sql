-- Stores the rows for one pay estimate by key instead of in fourteen tables: opening those, with their
-- indexes and statistics, took a new connection three times as long as the estimate.

drop table intelligence_occupations, intelligence_roles, intelligence_cities, intelligence_cells, intelligence_national,
  intelligence_effects, intelligence_offers, intelligence_outlook, intelligence_sponsors, intelligence_sponsor_size,
  intelligence_series, intelligence_remote_pay, intelligence_pay_mix, intelligence_extra_pay;

create unlogged table intelligence_extracts (
  -- The key, as defined in core/intelligence/library/extract-keys.ts: `role registered-nurse`.
  key text collate "C" primary key,
  -- The occupation of a role.
  soc text,
  -- {"<table>": [[cell, …], …]}: rows as in the files.
  tables json not null
);
-- Stored inline and compressed, because reading from a TOAST table opens one more table.
alter table intelligence_extracts alter column tables set storage main;

-- cells_year is part of the extracts.
alter table intelligence_data drop column cells_year;
-- An empty table triggers a reload.
truncate intelligence_data;
