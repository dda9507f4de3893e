-- New postings by e-mail come at the same time of day where somebody lives, also when its clocks change; what was set before
-- keeps being counted in UTC.

alter table watch_digests add column time_zone text not null default 'UTC'
  constraint watch_digests_time_zone_length check (char_length(time_zone) between 1 and 100);
