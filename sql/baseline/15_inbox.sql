-- What messages say about a search. Of a message only that is kept which a proposal shows: sender, subject, the
-- deciding sentences, and hashes by which it is recognised; of messages about anything else, the hash alone.

create table inbox_seen (
  user_id uuid not null constraint inbox_seen_user_fkey references users (id) on delete cascade,
  -- The first 16 bytes of a SHA-256: of a message's identity, or of the place it was read from.
  key bytea not null constraint inbox_seen_key_length check (length(key) = 16),
  constraint inbox_seen_pkey primary key (user_id, key)
);

create table inbox_messages (
  user_id uuid not null constraint inbox_messages_user_fkey references users (id) on delete cascade,
  id uuid not null,
  -- Hash of the Message-ID, by which answers are recognised.
  thread_key bytea,
  -- noted: about the search, and nothing to change; the others are proposals.
  state text not null constraint inbox_messages_state_known check (
    state in ('noted', 'pending', 'accepted', 'rejected', 'superseded')),
  sent_at timestamptz(3) not null,
  sender_name text not null,
  sender_address text not null,
  subject text not null,
  delivered_to text,
  status text constraint inbox_messages_status_known check (
    status in ('applied', 'interview', 'assessment', 'offer', 'rejected', 'withdrawn', 'closed')),
  job_id uuid,
  company text,
  role text,
  -- The company as the message writes it.
  said_company text,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  time_zone text,
  location text,
  event_uid text,
  -- It could be about several tracked jobs: acceptance has to say which.
  ambiguous boolean not null default false,
  cancels boolean not null default false,
  deadline date,
  contact_name text,
  contact_email text,
  pay text,
  confidence real not null,
  evidence jsonb not null,
  decided_at timestamptz(3),
  -- The event that acceptance made or changed.
  event_id uuid,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint inbox_messages_pkey primary key (user_id, id),
  constraint inbox_messages_job_fkey foreign key (user_id, job_id) references jobs (user_id, id) on delete set null (job_id)
);
create index inbox_messages_state_idx on inbox_messages (user_id, state, sent_at, id);
create index inbox_messages_thread_idx on inbox_messages (user_id, thread_key) where thread_key is not null;
create index inbox_messages_job_idx on inbox_messages (user_id, job_id) where job_id is not null;

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
