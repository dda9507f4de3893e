-- The session of the agent that made a change, so that an agent can undo what its own session did and nothing else.
-- Null: a person or a program. Empty: an agent's call outside of a session, which only its own change id reaches.

alter table audit_log add column agent_session text;
create index audit_log_agent_idx on audit_log (user_id, agent_session, at desc, id desc) where agent_session is not null;

-- The change that a stored response reported, so that a retry learns what to undo as well.
alter table idempotency_keys add column change_id uuid;
