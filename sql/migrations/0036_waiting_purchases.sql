-- A purchase may wait for its owner to complete 3-D Secure; and the budget of a refunded boost is taken back
-- once.
alter table purchases drop constraint purchases_state_known;
alter table purchases add constraint purchases_state_known
  check (state in ('begun', 'waiting', 'authorised', 'made', 'delivered', 'failed', 'released'));
drop index purchases_open_key;
create unique index purchases_open_key on purchases (user_id, item, fingerprint)
  where state in ('begun', 'waiting', 'authorised', 'made');
create index purchases_waiting_idx on purchases (updated_at) where state = 'waiting';
create index purchases_payment_idx on purchases (payment_intent_id);
alter table purchases add column returned_at timestamptz(3);
