-- Workers claim deliveries, not registrations: until this instant a delivery is some worker's to send. The claim of a
-- worker that died lapses. A claim rewrites the row: it has room on its page, and no index has the column.
alter table webhook_queue add column claimed_until timestamptz(3);
alter table webhook_queue set (fillfactor = 70);

alter table webhooks drop column lease_holder, drop column lease_until;
alter table webhooks reset (fillfactor, autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold);
