-- Limits are decided by one statement for each call. What returned leased calls and counted those of an outage is filled
-- no longer. The columns stay: gateways of the version before fill them while both serve.
alter table minute_rings
  alter column back set default 0,
  alter column back_bucket set default 0,
  alter column debt set default 0;
