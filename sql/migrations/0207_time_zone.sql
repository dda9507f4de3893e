-- The zone in which a person's dates are read and shown over HTTP; null until it is set.
alter table users add column time_zone text;
