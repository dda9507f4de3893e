-- Which version of its invitation a message carries: an older copy that arrives late moves nothing back. And the time of
-- the appointment that a message calls off or moves, where it names it.
alter table inbox_messages
  add column event_sequence integer not null default 0,
  add column replaces timestamptz(3);
