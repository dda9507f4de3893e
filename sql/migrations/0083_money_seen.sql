-- What a customer can see of their money: the credit that Stripe keeps for them, how an invoice changed it, and why an
-- amount was given back. Stripe's balance is negative for credit; here credit is positive.
alter table billing_customers add column credit_cents integer not null default 0;
alter table invoices
  -- Stripe's total, negative where a change of plan gave credit.
  add column credit_change integer not null default 0,
  add column paid_at timestamptz(3);
-- requested, dispute, credit-note, dashboard, late (a payment completed after it was superseded).
alter table refunds add column reason text;
