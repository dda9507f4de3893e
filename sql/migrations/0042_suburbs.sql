-- Suburbs are loaded with the pay data, and theirs are others: an empty table triggers a reload, as in 0041.
truncate intelligence_data;
