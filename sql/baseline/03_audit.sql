-- Rows written in the same transaction as every change: the audit log, and stored responses for idempotency keys.

create table audit_log (
  user_id uuid not null constraint audit_log_user_fkey references users (id) on delete cascade,
  id uuid not null,
  at timestamptz(3) not null,
  actor_id uuid not null,
  credential_kind text not null,
  credential_id uuid,
  credential_name text,
  client text not null,
  operation text not null,
  request_id text not null,
  -- [{noun, id, before, after}]: enough to describe the change and to revert it.
  changes jsonb not null,
  -- The change that reverted this one; null while it is in effect. Undoing an undo clears it.
  undone_by uuid,
  -- The session of the agent that made the change, so that an agent can undo what its own session did and nothing else.
  -- Null: a person or a program. Empty: an agent's call outside of a session, which only its own change id reaches.
  agent_session text,
  constraint audit_log_pkey primary key (user_id, id)
);
-- In the order changes were recorded: ids are out of order when a change had to wait for a lock.
create index audit_log_at_idx on audit_log (user_id, at desc, id desc);
create index audit_log_undone_idx on audit_log (user_id, undone_by) where undone_by is not null;
create index audit_log_agent_idx on audit_log (user_id, agent_session, at desc, id desc) where agent_session is not null;

create table idempotency_keys (
  user_id uuid not null constraint idempotency_keys_user_fkey references users (id) on delete cascade,
  key text not null,
  operation text not null,
  fingerprint bytea not null,
  -- The response as JSON; null while the request is running.
  answer text,
  created_at timestamptz(3) not null,
  -- The change that the response reported, so that a retry learns what to undo as well.
  change_id uuid,
  constraint idempotency_keys_pkey primary key (user_id, key)
);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
