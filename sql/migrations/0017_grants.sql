-- An extension token may have individual grants (`jobs:write contacts:write`) instead of one of the two
-- bundled scopes, so that an agent can be limited to one kind of record. core/identity/grants.ts defines
-- their normalised form.

alter table extension_tokens drop constraint extension_tokens_scope_known;
alter table extension_tokens add constraint extension_tokens_scope_form check (
  scope in ('read-only', 'read-write')
  or scope ~ '^[a-z]+:(read|write|delete)( [a-z]+:(read|write|delete))*$'
);
