-- A new posting whose address was meanwhile saved by hand is no news: the key of its canonical address, as jobs have it.
-- Null: it was found before this was kept; the next reading that has it fills it in.

alter table watch_postings add column url_key bytea;
