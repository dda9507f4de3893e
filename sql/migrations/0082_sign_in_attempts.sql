-- When passwords were wrong in the last hour: per account from addresses that never signed in to it, per account and
-- address that did, and per address, each identified by a hash. Times rather than counts, so that no sliding hour has
-- more than its most. Unlogged: a crash gives an attacker one more round of guesses, and a flood of attempts causes no
-- disk writes. Replaces sign_in_failures, which goes with a later version, because gateways of both run during an upgrade.
create unlogged table sign_in_attempts (
  subject bytea constraint sign_in_attempts_pkey primary key,
  -- Oldest first; at most as many as the bound of the subject.
  failed_at timestamptz(3)[] not null,
  last_failed_at timestamptz(3) not null
);
create index sign_in_attempts_last_idx on sign_in_attempts (last_failed_at);

-- Where a user signed in with their password: guesses from elsewhere do not shut these addresses out.
create table sign_in_addresses (
  user_id uuid not null constraint sign_in_addresses_user_fkey references users (id) on delete cascade,
  -- A hash of the IPv4 address or the IPv6 /64.
  network bytea not null,
  signed_in_at timestamptz(3) not null,
  constraint sign_in_addresses_pkey primary key (user_id, network)
);
