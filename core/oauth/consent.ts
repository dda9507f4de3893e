// Consent: what a client asks for, what the user grants, and the authorization code.
import { first } from '../kernel/narrow.ts'
import { recordChange, transaction, type Transaction } from '../database/transaction.ts'
import { canonicalGrants, unknownGrants } from '../identity/grants.ts'
import { mintSecret } from '../identity/secret-text.ts'
import { isoOf, MINUTE_MS } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { newId } from '../kernel/id.ts'
import { type Parsed, objectSchema } from '../kernel/schema.ts'
import { clientOf, isAllowedRedirect } from './client.ts'
import { CODE_TTL_MS, isSameResource, PREFIXES } from './exchange.ts'
import * as store from './store.ts'

export const AuthorizeIn = objectSchema((z) => ({
  audience: z.string(),
  request: z.looseObject({
    client_id: z.string().max(2_000).optional(),
    redirect_uri: z.string().max(2_000).optional(),
    response_type: z.string().max(100).optional(),
    code_challenge: z.string().max(200).optional(),
    code_challenge_method: z.string().max(20).optional(),
    scope: z.string().max(2_000).optional(),
    state: z.string().max(2_000).optional(),
    resource: z.string().max(2_000).optional(),
  }),
}))
type AuthorizeIn = Parsed<typeof AuthorizeIn>

const Problem = objectSchema((z) => ({ error: z.string(), description: z.string() }))

export const AuthorizeOut = objectSchema((z) => ({
  client: z.string(),
  redirectUri: z.string(),
  state: z.string().nullable(),
  scope: z.string(),
  /** The encrypted request, so that the user decides about what they saw. Empty if there is a problem. */
  ticket: z.string(),
  /** An error in the client's request. The client is told. */
  problem: Problem().nullable(),
}))

/** The request that the user decides about. `client` is the id of the client, and `name` its name. */
interface Ticket {
  user: string
  until: number
  client: string
  name: string
  redirectUri: string
  state: string | null
  challenge: string
  resource: string
}

const TICKET_TTL_MS = 15 * MINUTE_MS

/** Throws `invalid_client`, `invalid_redirect_uri`. The user sees these errors; the client does not. */
export async function readRequest(ctx: Context, { audience, request }: AuthorizeIn) {
  const client = await clientOf(ctx, request.client_id ?? '')
  const redirectUri =
    request.redirect_uri ?? (client.redirectUris.length === 1 ? first(client.redirectUris) : '')
  if (!isAllowedRedirect(client, redirectUri))
    return fail('invalid_redirect_uri', {
      problem: `${client.name} did not register this redirect URI.`,
    })
  const state = request.state ?? null
  const scope = canonicalGrants(supportedScopes(request.scope ?? ''))
  const problem = problemOf(request, audience)
  const ticket: Ticket = {
    user: ctx.principal.userId,
    until: ctx.clock.now() + TICKET_TTL_MS,
    client: client.id,
    name: client.name,
    redirectUri,
    state,
    challenge: request.code_challenge ?? '',
    resource: audience,
  }
  const sealed = problem ? '' : ctx.vault.seal(JSON.stringify(ticket), SEALED_FOR).toString('base64url')
  return { client: client.name, redirectUri, state, scope, ticket: sealed, problem }
}

/** Clients also ask for scopes of other servers (`openid`, `offline_access`). They are ignored. */
const supportedScopes = (scope: string): string => {
  const unknown = unknownGrants(scope)
  return scope
    .split(/\s+/)
    .filter((word) => !unknown.includes(word.toLowerCase()))
    .join(' ')
}

function problemOf(
  { response_type, code_challenge, code_challenge_method, resource }: AuthorizeIn['request'],
  audience: string,
): Parsed<typeof Problem> | null {
  if (response_type !== 'code')
    return { error: 'unsupported_response_type', description: 'response_type must be code.' }
  if (!/^[\w-]{43}$/.test(code_challenge ?? '') || code_challenge_method !== 'S256')
    return { error: 'invalid_request', description: 'PKCE is needed: code_challenge with method S256.' }
  if (resource !== undefined && !isSameResource(resource, audience))
    return {
      error: 'invalid_target',
      description: `This server is the resource ${audience}; the request names another.`,
    }
  return null
}

const SEALED_FOR = 'oauth consent'

function readTicket({ vault, principal, clock }: Context, text: string): Ticket {
  try {
    const ticket = JSON.parse(vault.open(Buffer.from(text, 'base64url'), SEALED_FOR)) as Ticket
    if (ticket.user === principal.userId && ticket.until > clock.now()) return ticket
  } catch {
    // `open` throws for a ticket that this service did not write.
  }
  return fail('invalid_request', {
    problem: 'This request has expired. Start again in the program that asked.',
  })
}

export const DecisionIn = objectSchema((z) => ({
  ticket: z.string().max(10_000),
  allow: z.boolean(),
  scope: z.string().max(2_000).describe('The scopes the user grants, regardless of those requested.'),
  issuer: z.string(),
}))

export const DecisionOut = objectSchema((z) => ({ redirect: z.string() }))

export async function decide(
  ctx: Context,
  { ticket: text, allow, scope, issuer }: Parsed<typeof DecisionIn>,
): Promise<{ redirect: string }> {
  const ticket = readTicket(ctx, text)
  const about = { state: ticket.state, issuer }
  const refused = { error: 'access_denied', error_description: 'The person said no.' }
  if (!allow) return { redirect: redirectTo(ticket.redirectUri, refused, about) }
  const code = mintSecret(PREFIXES.code)
  await transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const grant = {
      id: newId(),
      clientId: ticket.client,
      clientName: ticket.name,
      scope: canonicalGrants(supportedScopes(scope)),
      resource: ticket.resource,
      createdAt: isoOf(now),
      lastUsedAt: null,
      revokedAt: null,
    }
    await store.insertGrant(tx.sql, tx.principal.userId, grant)
    await store.insertSecret(tx.sql, tx.principal.userId, {
      hash: code.hash,
      grantId: grant.id,
      kind: 'code',
      redirectUri: ticket.redirectUri,
      challenge: ticket.challenge,
      createdAt: isoOf(now),
      expiresAt: isoOf(now + CODE_TTL_MS),
    })
    recordChange(tx, 'grant', grant.id, null, grant)
    await revokeSurplus(tx)
  })
  ctx.credentials.clear()
  return { redirect: redirectTo(ticket.redirectUri, { code: code.text }, about) }
}

/** More than anyone needs. Some programs ask for a new grant each time they start. */
const MAX_GRANTS = 50

async function revokeSurplus(tx: Transaction): Promise<void> {
  const revokedAt = isoOf(tx.clock.now())
  const { userId } = tx.principal
  for (const before of await store.listSurplusGrants(tx.sql, userId, MAX_GRANTS)) {
    await store.updateGrantRevoked(tx.sql, userId, before.id, revokedAt)
    recordChange(tx, 'grant', before.id, before, { ...before, revokedAt })
  }
}

/** The redirect URL with the response. It names the issuer, against mix-up attacks (RFC 9207). */
export function redirectTo(
  redirectUri: string,
  answer: Record<string, string>,
  { state, issuer }: { state: string | null; issuer: string },
): string {
  const url = new URL(redirectUri)
  const fields = { ...answer, ...(state !== null && { state }), iss: issuer }
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}
