-- E-mails about new postings keep the time of day that was chosen, also after a day on which the clocks skipped it and the
-- e-mail came an hour later. Null: set before this was kept; the time of day of the next e-mail is taken.

alter table watch_digests add column at_minute smallint
  constraint watch_digests_at_minute_range check (at_minute between 0 and 1439);
