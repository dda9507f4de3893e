-- An extension token may carry single grants (`jobs:write contacts:write`) beside the two bundles it was made with, so
-- that an agent can be let at one noun and no other. One spelling per set: core/identity/grants.ts.

alter table extension_tokens drop constraint extension_tokens_scope_known;
alter table extension_tokens add constraint extension_tokens_scope_form check (
  scope in ('read-only', 'read-write')
  or scope ~ '^[a-z]+:(read|write|delete)( [a-z]+:(read|write|delete))*$'
);
