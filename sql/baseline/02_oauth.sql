-- OAuth clients, the grants users gave them, and the secrets of those grants. Codes and tokens are looked up
-- by hash before the user is known, so the hash is the primary key.

create table oauth_clients (
  -- A UUID for a dynamically registered client; the https URL of its metadata document for other clients.
  id text constraint oauth_clients_pkey primary key,
  name text not null,
  redirect_uris jsonb not null,
  auth_method text not null constraint oauth_clients_auth_method_known
    check (auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
  secret_hash bytea,
  -- When the metadata document was last fetched.
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
  -- For a code: the values the client has to repeat when it redeems the code.
  redirect_uri text,
  challenge text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- When a code or refresh token was redeemed. It is valid once: a second use means that it was stolen.
  spent_at timestamptz(3),
  constraint oauth_secrets_grant_fkey foreign key (user_id, grant_id) references oauth_grants (user_id, id)
    on delete cascade,
  constraint oauth_secrets_code_whole check ((kind = 'code') = (challenge is not null))
);
create index oauth_secrets_grant_idx on oauth_secrets (user_id, grant_id);
create index oauth_secrets_expires_at_idx on oauth_secrets (expires_at);
