// Operations on grants to OAuth clients, and those of the authorization flow.
import { pageOfCredentials, revokeCredential } from '../identity/credential.ts'
import { Grant } from '../identity/records.ts'
import { ById, Deleted, Nothing, PageIn, pageOut } from '../kernel/schema.ts'
import { operation } from '../kernel/operation.ts'
import { ClientIn, ClientOut, registerClient } from './client.ts'
import { AuthorizeIn, AuthorizeOut, decide, DecisionIn, DecisionOut, readRequest } from './consent.ts'
import { exchange, TokenRequest, Tokens } from './exchange.ts'
import { revokeBySecret, RevocationIn } from './grant.ts'

export const listGrants = operation({
  name: 'grants.list',
  summary: 'List the programs you authorised through OAuth, newest first, including revoked ones.',
  http: 'GET /api/account/grants',
  access: 'tokens:read',
  input: PageIn,
  output: pageOut('grants', Grant),
  async run(ctx, asked) {
    const { rows, ...page } = await pageOfCredentials(ctx, 'grant', asked)
    return { grants: rows, ...page }
  },
})

export const removeGrant = operation({
  name: 'grants.revoke',
  summary: 'Revoke a program’s access immediately.',
  http: 'DELETE /api/account/grants/:id',
  access: 'tokens:delete',
  input: ById,
  output: Deleted,
  run: (ctx, { id }) => revokeCredential(ctx, 'grant', id),
})

export const operations = [listGrants, removeGrant]

// The operations of the authorization flow have hand-written routes, because forms, redirects and pages are not JSON.

export const register = operation({
  name: 'oauth.register',
  summary: 'Register a program. Nothing is granted by it.',
  http: 'POST /oauth/register',
  access: 'public',
  effect: 'write',
  status: 201,
  input: ClientIn,
  output: ClientOut,
  run: registerClient,
})

export const authorize = operation({
  name: 'oauth.request',
  summary: 'Read what a program asks for.',
  http: 'GET /oauth/authorize',
  // No token may authorize a client: it could pass on or extend its own scopes.
  access: 'tokens:write',
  effect: 'read',
  input: AuthorizeIn,
  output: AuthorizeOut,
  run: readRequest,
})

export const decideRequest = operation({
  name: 'oauth.decide',
  summary: 'Let a program in, or not.',
  http: 'POST /oauth/authorize',
  // No token may authorize a client: it could pass on or extend its own scopes.
  access: 'tokens:write',
  input: DecisionIn,
  output: DecisionOut,
  run: decide,
})

export const token = operation({
  name: 'oauth.token',
  summary: 'Turn a code, or a refresh token, into tokens.',
  http: 'POST /oauth/token',
  access: 'public',
  effect: 'write',
  input: TokenRequest,
  output: Tokens,
  run: exchange,
})

export const revoke = operation({
  name: 'oauth.revoke',
  summary: 'Give a grant back.',
  http: 'POST /oauth/revoke',
  access: 'public',
  effect: 'write',
  input: RevocationIn,
  output: Nothing,
  run: revokeBySecret,
})
