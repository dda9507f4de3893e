-- Programs that a person lets at the pipeline through OAuth: who they say they are, what was granted, and the secrets
-- that carry the grant. Codes and tokens are found by their hash before a user is known, so the hash leads.

create table oauth_clients (
  -- A UUID of ours for a program that registered; its own https address for one that describes itself there.
  id text constraint oauth_clients_pkey primary key,
  name text not null,
  redirect_uris jsonb not null,
  auth_method text not null constraint oauth_clients_auth_method_known
    check (auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
  secret_hash bytea,
  -- When the description at its address was last read.
  fetched_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint oauth_clients_secret_where_needed check ((auth_method = 'none') = (secret_hash is null))
);

create table oauth_grants (
  user_id uuid not null constraint oauth_grants_user_fkey references users (id) on delete cascade,
  id uuid not null,
  client_id text not null,
  client_name text not null,
  scope text not null,
  resource text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  constraint oauth_grants_pkey primary key (user_id, id)
);

create table oauth_secrets (
  hash bytea constraint oauth_secrets_pkey primary key,
  user_id uuid not null,
  grant_id uuid not null,
  kind text not null constraint oauth_secrets_kind_known check (kind in ('code', 'access', 'refresh')),
  -- Of a code: what the program has to show again when it spends it.
  redirect_uri text,
  challenge text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- A code or a refresh token is spent once; whoever shows it again has stolen it, or was stolen from.
  spent_at timestamptz(3),
  constraint oauth_secrets_grant_fkey foreign key (user_id, grant_id) references oauth_grants (user_id, id)
    on delete cascade,
  constraint oauth_secrets_code_whole check ((kind = 'code') = (challenge is not null))
);
create index oauth_secrets_grant_idx on oauth_secrets (user_id, grant_id);
create index oauth_secrets_expires_at_idx on oauth_secrets (expires_at);
