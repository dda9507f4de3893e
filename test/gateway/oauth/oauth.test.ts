// OAuth for hosts that cannot store a token: a user grants access, chooses its scope, and can revoke it.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { auth, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { newId } from '../../../core/kernel/id.ts'
import { insertGrant } from '../../../core/oauth/store.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listGrants, removeGrant } from '../../../core/oauth/operations.ts'
import { as, call } from '../../harness.ts'
import { useGateway, type Answer } from '../harness.ts'
import { agent } from '../mcp/pipeline/agent.ts'
import { aPerson, aProgram, decide, letIn, REDIRECT, type Program } from './browser.ts'

// Serves client metadata documents. It starts before the gateway, whose configuration needs its port.
let described: object = {}
const site = createServer((_, res) => {
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify(described))
})
await once(site.listen(0, '127.0.0.1'), 'listening')
afterAll(() => site.close())
const siteHost = `127.0.0.1:${(site.address() as AddressInfo).port}`
const gateway = useGateway({ allowPrivateHosts: [siteHost] })

const form = (fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams(fields).toString(),
})
const post = (path: string, fields: Record<string, string>, headers?: Record<string, string>) =>
  gateway().request('POST', path, form(fields, headers))
const refresh = ({ held, information }: Program, token = held!.refresh_token!): Promise<Answer> =>
  post('/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: information!.client_id,
  })
const holder = (token: string | undefined) => agent(gateway(), { token: token ?? '' })

const register = (body: object) =>
  gateway().request('POST', '/oauth/register', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('a host that knows only the address', () => {
  test('discovers the endpoints, is authorised by a user, and has exactly the granted access', async () => {
    const person = await aPerson(gateway())
    const program = aProgram()
    const url = new URL(`${gateway().url}/api/mcp`)
    const first = new Client({ name: 'host', version: '1' })
    await expect(
      first.connect(
        new StreamableHTTPClientTransport(url, { authProvider: program }) as Parameters<Client['connect']>[0],
      ),
    ).rejects.toThrow(UnauthorizedError)
    const answer = await decide(gateway(), person, program.asked!, { grants: ['jobs:read', 'jobs:write'] })
    expect(answer.searchParams.get('state')).toBe('state-1')
    expect(answer.searchParams.get('iss')).toBe(`${gateway().url}/oauth`)
    const transport = new StreamableHTTPClientTransport(url, { authProvider: program })
    await transport.finishAuth(answer.searchParams.get('code')!)
    expect(program.held!.scope).toBe('jobs:read jobs:write')
    const client = new Client({ name: 'host', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(url, { authProvider: program }) as Parameters<Client['connect']>[0],
    )
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('save_job')
    expect(names).not.toContain('search_contacts')
    const saved = await client.callTool({ name: 'save_job', arguments: { company: 'Acme', role: 'Chef' } })
    expect(saved.isError).toBeFalsy()
    await client.close()
  })

  test('gets no OAuth challenge if it sends a credential or is not an MCP client', async () => {
    const challenge = async (headers: Record<string, string>) =>
      (await agent(gateway(), null).rpc('ping', {}, headers)).headers.get('www-authenticate')
    expect(await challenge({ accept: 'application/json, text/event-stream' })).toContain(
      `resource_metadata="${gateway().url}/.well-known/oauth-protected-resource/api/mcp"`,
    )
    for (const headers of [{ authorization: 'Bearer ext_nonsense', accept: 'text/event-stream' }, {}])
      expect(await challenge(headers)).toBe('Bearer realm="crm"')
  })

  test('finds no metadata at the root of the origin', async () => {
    for (const path of ['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration']) {
      const { status, body } = await gateway().request('GET', `/.well-known/${path}`)
      expect([status, body.code], path).toEqual([404, 'NOT_FOUND'])
    }
  })
})

describe('the user', () => {
  test('is redirected to the sign-in and back', async () => {
    const program = aProgram()
    await auth(program, { serverUrl: `${gateway().url}/api/mcp` })
    const { pathname, search } = program.asked!
    const { status, headers } = await gateway().request('GET', pathname + search)
    expect(status).toBe(302)
    expect(headers.get('location')).toBe(`/settings?next=${encodeURIComponent(pathname + search)}`)
  })

  test('can decline', async () => {
    const program = aProgram()
    await auth(program, { serverUrl: `${gateway().url}/api/mcp` })
    const answer = await decide(gateway(), await aPerson(gateway()), program.asked!, { decision: 'deny' })
    expect([answer.searchParams.get('error'), answer.searchParams.get('code')]).toEqual([
      'access_denied',
      null,
    ])
  })

  test('sees the granted clients, and revokes one immediately', async () => {
    const person = await aPerson(gateway())
    const program = await letIn(gateway(), person)
    const me = holder(program.held!.access_token)
    expect((await me.rpc('ping')).status).toBe(200)
    const { grants } = await call(listGrants, as(gateway().core, person.principal), {})
    expect(grants[0]).toMatchObject({ clientName: 'Test Host', resource: `${gateway().url}/api/mcp` })
    await call(removeGrant, as(gateway().core, person.principal), { id: String(grants[0]!['id']) })
    const answer = await me.rpc('ping')
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect((await refresh(program)).body.error).toBe('invalid_grant')
  })

  test('sees a page without scripts that cannot be framed, with the client’s name escaped', async () => {
    const name = '<script>alert(1)</script>'
    const { body } = await register({ client_name: name, redirect_uris: [REDIRECT] })
    const query = linkOf(body.client_id)
    const { cookie } = await aPerson(gateway())
    const page = await gateway().request('GET', `/oauth/authorize?${query.toString()}`, {
      headers: { cookie },
    })
    expect(page.text).not.toContain('<script')
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  })

  test('cannot be made to consent by another site, or with another user’s request', async () => {
    const [person, other] = [await aPerson(gateway()), await aPerson(gateway())]
    const program = aProgram()
    await auth(program, { serverUrl: `${gateway().url}/api/mcp` })
    const path = program.asked!.pathname + program.asked!.search
    const page = await gateway().request('GET', path, { headers: { cookie: person.cookie } })
    const ticket = /name="ticket" value="([^"]+)"/.exec(page.text)![1]!
    const fields = { ticket, decision: 'allow', grant: 'jobs:read' }
    const foreign = await post('/oauth/authorize', fields, {
      cookie: person.cookie,
      origin: 'https://evil.example',
    })
    expect(foreign.status).toBe(403)
    const stolen = await post('/oauth/authorize', fields, { cookie: other.cookie })
    expect([stolen.status, stolen.text]).toEqual([400, expect.stringContaining('expired')])
    const token = await gateway().caller()
    const bearer = await gateway().request('GET', path, {
      headers: { authorization: `Bearer ${token.token}` },
    })
    expect(bearer.status).not.toBe(200)
  })
})

/** An authorisation link with a code verifier of `v`s. */
const VERIFIER = 'v'.repeat(64)
const linkOf = (clientId: string, changes: Record<string, string> = {}): URLSearchParams =>
  new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'x',
    ...changes,
  })

describe('a client', () => {
  let clientId: string
  beforeAll(async () => {
    clientId = (await register({ client_name: 'Raw', redirect_uris: [REDIRECT] })).body.client_id
  })

  const ask = async (changes: Record<string, string>) => {
    const { cookie } = await aPerson(gateway())
    return gateway().request('GET', `/oauth/authorize?${linkOf(clientId, changes).toString()}`, {
      headers: { cookie },
    })
  }

  test('that is unknown, or has a wrong redirect address, gets an error page and no redirect', async () => {
    for (const changes of [
      { client_id: 'nobody' },
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: 'http://127.0.0.1:33418/other' },
    ]) {
      const answer = await ask(changes)
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    }
  })

  test.each([
    ['without PKCE', { code_challenge: '' }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['for another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ])('that asks %s gets an error redirect', async (_, changes, error) => {
    const answer = await ask(changes)
    const location = new URL(answer.headers.get('location')!)
    expect([answer.status, location.searchParams.get('error')]).toEqual([302, error])
    expect(location.href.startsWith(REDIRECT)).toBe(true)
  })

  test('may use any loopback port in its redirect address', async () => {
    expect((await ask({ redirect_uri: 'http://127.0.0.1:50001/callback' })).status).toBe(200)
  })

  test('with an unsafe redirect address is not registered', async () => {
    for (const uri of [
      'javascript:alert(1)',
      'http://example.com/cb',
      'https://x.example/#f',
      'data:text/html,x',
    ])
      expect((await register({ redirect_uris: [uri] })).body.error, uri).toBe('invalid_redirect_uri')
    expect((await register({})).status).toBe(400)
    expect((await register({ redirect_uris: ['cursor://callback'] })).status).toBe(201)
  })

  const codeFor = async () => {
    const link = new URL(`${gateway().url}/oauth/authorize?${linkOf(clientId).toString()}`)
    const person = await aPerson(gateway())
    const answer = await decide(gateway(), person, link, { grants: ['jobs:read'] })
    return answer.searchParams.get('code')!
  }
  const spend = (code: string, changes: Record<string, string> = {}) =>
    post('/oauth/token', {
      grant_type: 'authorization_code',
      code,
      client_id: clientId,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      ...changes,
    })

  test('can redeem its code only with the verifier, the redirect address and the client id', async () => {
    const code = await codeFor()
    for (const changes of [
      { code_verifier: 'w'.repeat(64) },
      { redirect_uri: 'http://127.0.0.1:1/callback' },
      { code: `oauth_code_${'A'.repeat(49)}` },
    ]) {
      const { status, body } = await spend(code, changes)
      expect([status, body.error]).toEqual([400, 'invalid_grant'])
      expect(body.error_description).toMatch(/\S/)
    }
    expect((await spend(code, { resource: 'https://other.example' })).body.error).toBe('invalid_target')
    const other = await register({ redirect_uris: [REDIRECT] })
    expect((await spend(code, { client_id: other.body.client_id })).body.error).toBe('invalid_grant')
    expect((await spend(code)).body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'jobs:read',
    })
  })

  test('that redeems a code twice loses the tokens of the first time', async () => {
    const code = await codeFor()
    const { body } = await spend(code)
    expect((await holder(body.access_token).rpc('ping')).status).toBe(200)
    // Also after the code has expired.
    await gateway().core.services.sql`update oauth_secrets set expires_at = now() where kind = 'code'`
    expect((await spend(code)).body.error).toBe('invalid_grant')
    expect((await holder(body.access_token).rpc('ping')).status).toBe(401)
  })

  test('with a secret must send it', async () => {
    const secretive = aProgram({ method: 'client_secret_basic' })
    await letIn(gateway(), await aPerson(gateway()), secretive)
    expect(secretive.held!.access_token).toMatch(/^oauth_access_/)
    const { client_id: id } = secretive.information!
    const fields = { grant_type: 'refresh_token', refresh_token: secretive.held!.refresh_token! }
    const bare = await post('/oauth/token', { ...fields, client_id: id })
    expect([bare.status, bare.body.error]).toEqual([401, 'invalid_client'])
    const basic = `Basic ${Buffer.from(`${id}:${secretive.information!.client_secret}`).toString('base64')}`
    expect((await post('/oauth/token', fields, { authorization: basic })).status).toBe(200)
  })
})

describe('tokens', () => {
  test('are rotated; the old ones expire, and reusing a refresh token revokes all of them', async () => {
    const program = await letIn(gateway(), await aPerson(gateway()))
    const [old, oldRefresh] = [program.held!.access_token, program.held!.refresh_token!]
    const { body } = await refresh(program)
    expect(body.refresh_token).not.toBe(oldRefresh)
    expect((await holder(old).rpc('ping')).status).toBe(401)
    expect((await holder(body.access_token).rpc('ping')).status).toBe(200)
    expect((await refresh(program, oldRefresh)).body.error).toBe('invalid_grant')
    expect((await holder(body.access_token).rpc('ping')).status).toBe(401)
    expect((await refresh(program, body.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('are refreshed by at most one of several concurrent requests', async () => {
    const program = await letIn(gateway(), await aPerson(gateway()))
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(program)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  test('are revoked by either the access or the refresh token', async () => {
    const program = await letIn(gateway(), await aPerson(gateway()))
    const fields = { token: program.held!.refresh_token!, client_id: program.information!.client_id }
    expect((await post('/oauth/revoke', fields)).status).toBe(200)
    expect((await holder(program.held!.access_token).rpc('ping')).status).toBe(401)
    expect((await post('/oauth/revoke', { ...fields, token: 'unknown' })).status).toBe(200)
  })

  test('are accepted only by the endpoint they were issued for', async () => {
    const { held } = await letIn(gateway(), await aPerson(gateway()))
    for (const path of ['/api/mcp/jobs', '/api/account/tokens', '/api/v1/intelligence/usage']) {
      const authorization = `Bearer ${held!.access_token}`
      expect((await gateway().request('GET', path, { headers: { authorization } })).status, path).toBe(401)
    }
  })

  test('are stored as hashes and never logged', async () => {
    const { held } = await letIn(gateway(), await aPerson(gateway()))
    const rows = await gateway().core.services.sql`select * from oauth_secrets`
    expect(JSON.stringify(rows)).not.toContain(held!.access_token)
    expect(gateway().core.logged.join('\n')).not.toMatch(/oauth_(?:access|refresh|code)_[0-9A-Za-z]{20}/)
  })
})

describe('a client with a metadata document', () => {
  const id = `http://${siteHost}/client.json`

  test('is fetched through the guard and identified by its address', async () => {
    described = { client_id: id, client_name: 'Cloud Host', redirect_uris: [REDIRECT] }
    const person = await aPerson(gateway())
    const link = new URL(`${gateway().url}/oauth/authorize?${linkOf(id).toString()}`)
    const page = await gateway().request('GET', link.pathname + link.search, {
      headers: { cookie: person.cookie },
    })
    expect(page.text).toContain('Cloud Host (127.0.0.1)')
    const answer = await decide(gateway(), person, link, { grants: ['jobs:read'] })
    const tokens = await post('/oauth/token', {
      grant_type: 'authorization_code',
      code: answer.searchParams.get('code')!,
      client_id: id,
      // Without redirect_uri, as clients of OAuth 2.1 send it.
      code_verifier: VERIFIER,
    })
    expect((await holder(tokens.body.access_token).rpc('ping')).status).toBe(200)
    described = {}
    await gateway().core.services.sql`update oauth_clients set fetched_at = now() - interval '2 hours'`
    expect((await refresh({ held: tokens.body, information: { client_id: id } } as Program)).status).toBe(200)
  })

  test('is refused if the address is private, or the document describes another client', async () => {
    const { cookie } = await aPerson(gateway())
    described = { client_id: 'https://other.example/', redirect_uris: [REDIRECT] }
    for (const other of [
      `${id}?${randomBytes(4).toString('hex')}`,
      'https://127.0.0.1/client.json',
      'https://example.com/',
    ]) {
      const query = linkOf(other).toString()
      const { status } = await gateway().request('GET', `/oauth/authorize?${query}`, { headers: { cookie } })
      expect(status, other).toBe(400)
    }
  })
})

test('more than fifty grants remove the one unused longest', async () => {
  const person = await aPerson(gateway())
  const { sql } = gateway().core.services
  const { userId } = person.principal
  const about = { clientId: 'c', clientName: 'Old', scope: 'read-only', resource: 'x', lastUsedAt: null, revokedAt: null } // prettier-ignore
  for (let day = 1; day <= 50; day += 1)
    await insertGrant(sql, userId, { ...about, id: newId(), createdAt: new Date(Date.UTC(2026, 0, day)).toISOString() }) // prettier-ignore
  const program = await letIn(gateway(), person)
  expect(program.held?.access_token).toBeDefined()
  const ended = await sql<{ createdAt: Date }[]>`
    select created_at from oauth_grants where user_id = ${userId} and revoked_at is not null`
  expect(ended.map(({ createdAt }) => new Date(createdAt).toISOString().slice(0, 10))).toEqual(['2026-01-01'])
})

test('access to the assistants needs the user’s own tick, whatever scope the client requested', async () => {
  const person = await aPerson(gateway())
  const tools = async (grants?: string[]) => {
    const { held } = await letIn(gateway(), person, aProgram(), grants)
    return agent(gateway(), { token: held!.access_token }).tools()
  }
  const all = await tools()
  expect(all).toContain('save_job')
  expect(all).not.toContain('ask_assistant')
  const ticked = await tools(['jobs:read', 'ai'])
  expect(ticked).toEqual(expect.arrayContaining(['search_jobs', 'ask_assistant']))
  expect(ticked).not.toContain('save_job')
})
