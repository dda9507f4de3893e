// OAuth clients: dynamic registration, client metadata documents, and valid redirect URIs.
import { hash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { mintSecret } from '../identity/secret-text.ts'
import { HOUR_MS, isoOf, msOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail, quietly } from '../kernel/errors.ts'
import { newId } from '../kernel/id.ts'
import { lazySchema, type Parsed, objectSchema } from '../kernel/schema.ts'
import { FetchError, fetchPublic } from '../outbound/fetch.ts'
import * as store from './store.ts'
import { parseUrl } from '../kernel/url.ts'

const MAX_REDIRECT_URIS = 20

export const ClientIn = lazySchema((z) =>
  z.looseObject({
    client_name: z.string().max(200).optional(),
    redirect_uris: z.array(z.string().max(2_000)).min(1).max(MAX_REDIRECT_URIS),
    token_endpoint_auth_method: z.string().max(100).optional(),
    grant_types: z.array(z.string().max(100)).max(20).optional(),
    response_types: z.array(z.string().max(100)).max(20).optional(),
    scope: z.string().max(2_000).optional(),
  }),
)

export const ClientOut = objectSchema((z) => ({
  client_id: z.string(),
  client_id_issued_at: z.int(),
  client_secret: z.string().optional(),
  client_secret_expires_at: z.int().optional(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  token_endpoint_auth_method: z.enum(store.AUTH_METHODS),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
}))

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
/** A client's own scheme (RFC 8252). The forbidden ones are not a client's: the browser or another program handles them. */
const FORBIDDEN_SCHEMES = new Set(
  'javascript data vbscript blob file filesystem view-source intent about ftp ws wss mailto tel sms'
    .split(' ')
    .map((name) => `${name}:`),
)

/** Whether a host is an IP address in an unusual notation: `2130706433`, `0x7f.1`, `0177.0.0.1`. */
const isOtherwiseWritten = (text: string, { hostname }: URL): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, '')) > 0 &&
  /^[a-z]+:\/\/(\[[^\]]*\]|[^/?#:]*)/i.exec(text)?.[1]?.toLowerCase() !== hostname

/** Whether a redirect URI is allowed: https, loopback, or the client's own scheme, without a fragment. */
function isGoodRedirect(text: string): boolean {
  const url = parseUrl(text)
  if (!url || url.hash || url.username || url.password || isOtherwiseWritten(text, url)) return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return LOOPBACK.test(url.hostname)
  return !FORBIDDEN_SCHEMES.has(url.protocol)
}

/** Whether a URI equals a registered one. On loopback the port may differ: it is assigned at run time (RFC 8252 §7.3). */
export function isAllowedRedirect({ redirectUris }: Pick<store.ClientRow, 'redirectUris'>, text: string) {
  if (redirectUris.includes(text)) return true
  if (!isGoodRedirect(text)) return false
  const uri = new URL(text)
  if (uri.protocol !== 'http:') return false
  return redirectUris.some((each) => {
    const known = new URL(each)
    return (
      known.protocol === 'http:' &&
      known.hostname === uri.hostname &&
      known.pathname === uri.pathname &&
      known.search === uri.search
    )
  })
}

const nameOf = (text: string | undefined): string =>
  // Removes control characters, line breaks and bidirectional overrides, which could disguise a name.
  (text ?? '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, 100) || 'A program without a name'

function checkRedirects(uris: readonly string[]): string[] {
  const bad = uris.find((uri) => !isGoodRedirect(uri))
  if (bad !== undefined)
    fail('invalid_redirect_uri', {
      problem: `${bad.slice(0, 200)} must be https, loopback, or a private-use scheme.`,
    })
  return [...new Set(uris)]
}

export async function registerClient(ctx: Context, input: Parsed<typeof ClientIn>) {
  const asked = input.token_endpoint_auth_method ?? 'none'
  const authMethod = store.AUTH_METHODS.find((method) => method === asked)
  if (!authMethod)
    return fail('invalid_client_metadata', {
      problem: `token_endpoint_auth_method must be one of ${store.AUTH_METHODS.join(', ')}.`,
    })
  const secret = authMethod === 'none' ? undefined : mintSecret('oauth_client_')
  const now = ctx.clock.now()
  const client: store.ClientRow = {
    id: newId(),
    name: nameOf(input.client_name),
    redirectUris: checkRedirects(input.redirect_uris),
    authMethod,
    secretHash: secret?.hash ?? null,
    fetchedAt: null,
    createdAt: isoOf(now),
  }
  await store.insertClient(ctx.sql, client)
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(now / 1_000),
    ...(secret && { client_secret: secret.text, client_secret_expires_at: 0 }),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    token_endpoint_auth_method: authMethod,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
}

const CACHE_TTL_MS = HOUR_MS
const MAX_BYTES = 64 * 1024

const isAddress = (id: string): boolean => /^https?:\/\//.test(id) && parseUrl(id) !== null

/**
 * The id of the client that sends a token request, if its secret is right. Its site is not asked again: an outage there must
 * not cost its tokens. Throws `invalid_client`.
 */
export async function authenticateClient(ctx: Context, id: string | undefined, secret = ''): Promise<string> {
  if (!id) return fail('invalid_client', { problem: 'client_id is missing.' })
  const { secretHash } = (await store.findClient(ctx.sql, id)) ?? (await clientOf(ctx, id))
  if (secretHash && !timingSafeEqual(hash('sha256', secret, 'buffer'), secretHash))
    fail('invalid_client', { problem: 'The client secret is wrong.' })
  return id
}

export async function clientOf(ctx: Context, id: string): Promise<store.ClientRow> {
  const known = await store.findClient(ctx.sql, id)
  if (!isAddress(id)) return known ?? fail('invalid_client', { problem: 'There is no such client.' })
  const now = ctx.clock.now()
  if (known?.fetchedAt && msOf(known.fetchedAt) > now - CACHE_TTL_MS) return known
  const described = await fetchClientMetadata(ctx, id)
  await store.insertClient(ctx.sql, described)
  return described
}

const ClientMetadata = lazySchema((z) => z.looseObject({ ...ClientIn().shape, client_id: z.string() }))

async function fetchClientMetadata(ctx: Context, id: string): Promise<store.ClientRow> {
  const refuse = (problem: string): never => fail('invalid_client', { problem })
  const url = new URL(id)
  const isExempt = ctx.config.allowPrivateHosts.some((host) => host === url.host || host === url.hostname)
  if ((url.protocol !== 'https:' && !isExempt) || url.pathname === '/' || url.hash || url.username)
    return refuse('A client id that is an address must be https with a path.')
  const page = await fetchPublic(id, {
    allowPrivateHosts: ctx.config.allowPrivateHosts,
    hostMap: ctx.config.hostMap,
    mostBytes: MAX_BYTES,
    mostRedirects: 0,
    wholeMs: 5_000,
    contentTypes: ['application/json', 'application/octet-stream', 'text/plain'],
    mayUsePort: (port) => port === 443 || isExempt,
    signal: ctx.signal(),
  }).catch((error: unknown) => {
    if (error instanceof FetchError)
      return refuse(`The client's description cannot be read: ${error.message}`)
    throw error
  })
  const read = ClientMetadata().safeParse(
    page.status === 200 ? quietly((): unknown => JSON.parse(page.body.toString('utf8'))) : undefined,
  )
  if (!read.success || read.data.client_id !== id)
    return refuse('The address of the client does not describe it: client_id and redirect_uris are needed.')
  const now = isoOf(ctx.clock.now())
  return {
    id,
    name: `${nameOf(read.data.client_name)} (${url.hostname})`,
    redirectUris: checkRedirects(read.data.redirect_uris),
    authMethod: 'none',
    secretHash: null,
    fetchedAt: now,
    createdAt: now,
  }
}
