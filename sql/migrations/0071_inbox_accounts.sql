-- Mail accounts read over IMAP. The secret is sealed with the root key and bound to its row; how far an account was read is
-- a number of the server's (UID) that holds as long as its UIDVALIDITY does.

create table inbox_accounts (
  user_id uuid not null constraint inbox_accounts_user_fkey references users (id) on delete cascade,
  id uuid not null,
  host text not null,
  port integer not null,
  security text not null constraint inbox_accounts_security_known check (security in ('tls', 'starttls', 'none')),
  username text not null,
  folder text not null,
  auth text not null constraint inbox_accounts_auth_known check (auth in ('password', 'token')),
  sealed_secret bytea not null,
  -- Added by a credential other than the local owner's: its server must be on the public internet.
  guarded boolean not null,
  since timestamptz(3),
  uid_validity bigint,
  last_uid bigint not null default 0,
  synced_at timestamptz(3),
  problem text,
  claimed_until timestamptz(3),
  created_at timestamptz(3) not null,
  constraint inbox_accounts_pkey primary key (user_id, id),
  constraint inbox_accounts_place_key unique (user_id, host, port, username, folder)
);
