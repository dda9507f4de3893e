-- The checkout page that a user may still pay on, so that it can be closed before another way to subscribe opens.
alter table billing_customers add column checkout_page text;
