-- Moves the attempts of a delivery into its own row: written by the update that completes an attempt, they
-- need no separate row, index entry or foreign key check.

alter table webhook_deliveries
  -- [{number, at, durationMs, responseStatus, responseBody, problem}]
  add column attempt_log jsonb not null default '[]';

update webhook_deliveries d set attempt_log = (
  select coalesce(jsonb_agg(jsonb_build_object('number', a.number,
    'at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'durationMs', a.duration_ms,
    'responseStatus', a.response_status, 'responseBody', a.response_body, 'problem', a.problem) order by a.number), '[]')
  from webhook_attempts a where a.user_id = d.user_id and a.delivery_id = d.id);

drop table webhook_attempts;
