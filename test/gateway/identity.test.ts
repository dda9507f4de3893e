// Sign-in and credentials from a browser, a script and an attacker.
import { request as httpRequest } from 'node:http'
import { describe, expect, test } from 'vitest'
import { mintSecret } from '../../core/identity/secret-text.ts'
import { useGateway, type Answer } from './harness.ts'

const gateway = useGateway()

let people = 0
const PASSWORD = 'violet staple 42'
const credentials = () => ({ email: `person${++people}@example.com`, password: PASSWORD })

const send = (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  gateway().request(method, path, {
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

const cookieOf = (answer: Answer): string => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

async function signedUp() {
  const who = credentials()
  const answer = await send('POST', '/api/auth/signup', who)
  return { ...who, answer, cookie: cookieOf(answer), user: answer.body.user as { id: string } }
}

test('a write without a body needs no content type, as fetch, requests and curl -d "" send it', async () => {
  const { cookie } = await signedUp()
  const post = (path: string) => gateway().request('POST', path, { headers: { cookie } })
  const said = await send('POST', '/api/billing/cancel', {}, { cookie })
  expect(said.status).not.toBe(415)
  expect((await post('/api/billing/cancel')).status).toBe(said.status)
  expect((await post('/api/parse-jd')).status).toBe(400)
  expect((await post('/api/scout-chat')).status).toBe(400)
  const out = await post('/api/auth/logout')
  expect([out.status, cookieOf(out)]).toEqual([200, 'sb-access-token='])
})

describe('a browser', () => {
  test('signs up, creates a token, uses it, revokes it and signs out', async () => {
    const { answer, cookie, user, email } = await signedUp()
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({ user: { id: user.id, email, name: null, tier: 'free', admin: false } })
    expect(answer.headers.get('set-cookie')).toMatch(
      /^sb-access-token=eyJ[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    )
    expect((await send('GET', '/api/auth/session', undefined, { cookie })).body.user.id).toBe(user.id)

    const made = await send('POST', '/api/account/tokens', { name: 'Laptop', scope: 'read-only' }, { cookie })
    expect(made.status).toBe(201)
    await gateway().core.services.sql`update users set tier = 'ultra' where id = ${user.id}`
    gateway().core.services.credentials.clear()
    const authorization = `Bearer ${made.body.token}`
    expect((await send('GET', '/api/mcp/jobs', undefined, { authorization })).status).toBe(200)
    const refused = await send('POST', '/api/mcp/jobs', { company: 'a', role: 'b' }, { authorization })
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])

    const gone = await send('DELETE', `/api/account/tokens/${made.body.id}`, undefined, { cookie })
    expect([gone.status, gone.body]).toEqual([200, { deleted: true, id: made.body.id }])
    const revoked = await send('GET', '/api/mcp/jobs', undefined, { authorization })
    expect([revoked.status, revoked.body.code]).toEqual([403, 'FORBIDDEN'])

    const out = await send('POST', '/api/auth/logout', {}, { cookie })
    expect([out.status, cookieOf(out)]).toEqual([200, 'sb-access-token='])
    expect((await send('GET', '/api/account/tokens', undefined, { cookie })).status).toBe(401)
    expect((await send('GET', '/api/auth/session', undefined, { cookie })).body).toEqual({ user: null })
  })

  test('with an expired cookie can sign in, sign out and request the session', async () => {
    const { email } = await signedUp()
    const cookie = 'sb-access-token=eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJjcm0ifQ.AA'
    expect((await send('GET', '/api/auth/session', undefined, { cookie })).body).toEqual({ user: null })
    expect((await send('POST', '/api/auth/login', { email, password: PASSWORD }, { cookie })).status).toBe(
      200,
    )
    expect((await send('POST', '/api/auth/logout', {}, { cookie })).status).toBe(200)
    expect((await send('GET', '/api/account/keys', undefined, { cookie })).status).toBe(401)
  })

  test('cannot be made to write by another site', async () => {
    const { cookie } = await signedUp()
    const write = (headers: Record<string, string>) =>
      send('POST', '/api/account/tokens', { name: 'x', scope: 'read-only' }, { cookie, ...headers })
    for (const origin of [
      'https://evil.example',
      'null',
      `${gateway().url}.evil.example`,
      'http://localhost:1',
    ])
      expect((await write({ origin })).status).toBe(403)
    expect((await write({ origin: gateway().url })).status).toBe(201)
    expect((await write({})).status).toBe(201)
  })

  test('that guesses passwords gets a Retry-After', async () => {
    const wrong = { email: 'nobody-here@example.com', password: 'wrong password' }
    for (let n = 0; n < 20; n += 1) expect((await send('POST', '/api/auth/login', wrong)).status).toBe(401)
    const limited = await send('POST', '/api/auth/login', wrong)
    expect([limited.status, limited.body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(3_500)
  })
})

/** Sends headers unchanged, even those that fetch would reject or normalise. */
const raw = (headers: string[], path = '/api/mcp/jobs') =>
  new Promise<number | string>((resolve) => {
    const { hostname, port } = new URL(gateway().url)
    const req = httpRequest({ hostname, port, path, headers: ['Host', 'x', ...headers] as never })
    req.once('response', (res) => {
      res.resume()
      resolve(res.statusCode ?? 0)
    })
    req.once('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? 'error'))
    req.end()
  })

describe('the Authorization header', () => {
  test('accepts its scheme in any case', async () => {
    const { token } = await gateway().caller()
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect(await raw(['Authorization', `${scheme} ${token}`])).toBe(200)
  })

  test('must contain exactly one token', async () => {
    const { token } = await gateway().caller()
    const wrong = [
      '',
      'Bearer',
      'Bearer ',
      token,
      `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
      `Bearer ${token} ${token}`,
      `Bearer ${token},${token}`,
      `Bearer "${token}"`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${mintSecret('intelligence_').text}`,
      `Bearer ${mintSecret('ext_').text}`,
      `Token ${token}`,
    ]
    for (const value of wrong) expect([value, await raw(['Authorization', value])]).toEqual([value, 401])
    expect(await raw([])).toBe(401)
    expect(await raw([], `/api/mcp/jobs?token=${token}&access_token=${token}`)).toBe(401)
    expect(await raw(['Authorization', `Bearer ext_${'0'.repeat(100_000)}`])).toBe(431)
  })

  test('takes precedence over a cookie; the pipeline never reads the cookie', async () => {
    const { cookie } = await signedUp()
    const { token, principal } = await gateway().caller()
    const who = await send('GET', '/api/auth/session', undefined, {
      cookie,
      authorization: `Bearer ${token}`,
    })
    expect(who.body.user.id).toBe(principal.userId)
    expect((await send('GET', '/api/mcp/jobs', undefined, { cookie })).status).toBe(401)
  })

  test('never appears in the log', async () => {
    const { token } = await gateway().caller()
    await raw(['Authorization', `Bearer ${token.slice(0, -1)}x`], `/api/mcp/jobs?token=${token}`)
    expect(gateway().core.logged.join('\n')).not.toContain(token.slice(4, 30))
  })
})
