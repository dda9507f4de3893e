-- Users, their credentials and their sign-ins. Lookups by e-mail address or token hash happen before the user is known, so those
-- keys have their own tables. In all other tables user_id is the first key column, so that the schema can be sharded by user.

create table users (
  id uuid constraint users_pkey primary key,
  name text,
  -- Granted by an administrator; paid_tier is the one of a subscription.
  tier text not null constraint users_tier_known check (tier in ('free', 'pro', 'ultra')),
  admin boolean not null default false,
  -- The user of the local terminal, who does not sign in. At most one.
  local_owner boolean not null default false,
  password_hash text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  paid_tier text not null default 'free' constraint users_paid_tier_known check (paid_tier in ('free', 'pro', 'ultra')),
  -- Null while it lasts as long as the mirrored subscription.
  paid_until timestamptz(3)
);
create unique index users_local_owner_key on users (local_owner) where local_owner;

create table user_emails (
  -- Lower case; user input is only displayed.
  email text constraint user_emails_pkey primary key,
  user_id uuid not null constraint user_emails_user_key unique
    constraint user_emails_user_fkey references users (id) on delete cascade,
  constraint user_emails_lower check (email = lower(email))
);

create table sessions (
  user_id uuid not null constraint sessions_user_fkey references users (id) on delete cascade,
  id uuid not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- When the session was signed out. Sessions issued by another identity provider have a row only after that.
  ended_at timestamptz(3),
  constraint sessions_pkey primary key (user_id, id)
);
create index sessions_expires_at_idx on sessions (expires_at);

-- Users of an external identity provider, identified only by issuer and subject: an e-mail address in an
-- external token does not prove ownership of an account here.
create table foreign_subjects (
  issuer text not null,
  subject uuid not null,
  user_id uuid not null constraint foreign_subjects_user_fkey references users (id) on delete cascade,
  constraint foreign_subjects_pkey primary key (issuer, subject)
);
create index foreign_subjects_user_idx on foreign_subjects (user_id);

create table extension_tokens (
  hash bytea constraint extension_tokens_pkey primary key,
  user_id uuid not null constraint extension_tokens_user_fkey references users (id) on delete cascade,
  id uuid not null,
  name text not null,
  -- One of the two bundles, or grants of their own (`jobs:write contacts:write`) in the form that core/identity/grants.ts defines.
  scope text not null constraint extension_tokens_scope_form check (
    scope in ('read-only', 'read-write') or scope ~ '^[a-z]+:(read|write|delete)( [a-z]+:(read|write|delete))*$'),
  last_four text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  constraint extension_tokens_id_key unique (user_id, id)
);

create table intelligence_keys (
  hash bytea constraint intelligence_keys_pkey primary key,
  user_id uuid not null constraint intelligence_keys_user_fkey references users (id) on delete cascade,
  id uuid not null,
  name text not null,
  tier text not null constraint intelligence_keys_tier_known check (tier in ('free', 'pro', 'ultra')),
  -- null: all scopes of the tier.
  scopes jsonb,
  last_four text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  -- Created without a tier: the key follows its owner's plan, including later changes.
  follows_plan boolean not null default false,
  constraint intelligence_keys_id_key unique (user_id, id)
);

-- When passwords were wrong in the last hour: per account from addresses that never signed in to it, per account and
-- address that did, and per address, each identified by a hash. Times rather than counts, so that no sliding hour has
-- more than its most. Unlogged: a crash gives an attacker one more round of guesses, and a flood of attempts causes no
-- disk writes.
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
