// Session cookies: our own, and those of issuers in the configuration.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import {
  CompactEncrypt,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  type JWK,
  type JWTPayload,
} from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { authenticateSession } from '../../../core/identity/authenticate.ts'
import { signOut } from '../../../core/identity/sign-in.ts'
import { DAY_MS } from '../../../core/kernel/clock.ts'
import type { Services } from '../../../core/kernel/context.ts'
import {
  aPerson,
  anEmail,
  codeOf,
  failureOf,
  openIdentity,
  request,
  signInAgain,
  type IdentityCore,
} from './identity-core.ts'

const SECRET = 'a shared secret of at least 32 characters'

let core: IdentityCore
let services: Services
beforeAll(async () => {
  core = await openIdentity({ AUTH_JWT_SECRET: SECRET })
  services = core.services
})
afterAll(() => core.close())

const seconds = () => Math.floor(services.clock.now() / 1000)
const text = (value: string) => new TextEncoder().encode(value)
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const claims = (more: JWTPayload = {}): JWTPayload => ({
  iss: 'https://project.supabase.co/auth/v1',
  aud: 'authenticated',
  role: 'authenticated',
  sub: randomUUID(),
  exp: seconds() + 3600,
  ...more,
})

const shared = (payload: JWTPayload, header: object = {}, secret = SECRET) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'HS256', ...header }).sign(text(secret))

const ours = (
  payload: JWTPayload,
  key: Uint8Array = services.vault.deriveKey('session'),
  header: object = {},
) => new SignJWT(payload).setProtectedHeader({ alg: 'HS256', ...header }).sign(key)

describe('our session', () => {
  test('identifies the user; an administrator reaches other accounts', async () => {
    const { user, cookie, principal } = await aPerson(services)
    expect(principal).toMatchObject({ userId: user.id, tier: 'free', admin: false })
    expect(principal.credential.kind).toBe('session')
    expect([principal.scopes.has('tokens:write'), principal.scopes.has('users:read')]).toEqual([true, false])
    await services.sql`update users set admin = true where id = ${user.id}`
    core.wait(1_001)
    const admin = await authenticateSession(services, cookie)
    expect([admin.tier, admin.scopes.has('users:write')]).toEqual(['ultra', true])
  })

  test('ends immediately on sign-out, in every process; the user’s other sessions stay', async () => {
    const { cookie, principal, email } = await aPerson(services)
    const other = await signInAgain(services, email)
    const elsewhere = core.replica()
    await authenticateSession(elsewhere, cookie)
    const ctx = request(services, principal)
    await signOut(ctx)
    expect(ctx.report.session).toBeNull()
    expect(await codeOf(authenticateSession(services, cookie))).toBe('credential_invalid')
    core.wait(1_001)
    expect(await codeOf(authenticateSession(elsewhere, cookie))).toBe('credential_invalid')
    expect(await codeOf(authenticateSession(services, other))).toBe('ok')
  })

  test('lasts thirty days', async () => {
    const { cookie } = await aPerson(services)
    core.wait(30 * DAY_MS - 60_000)
    expect(await codeOf(authenticateSession(services, cookie))).toBe('ok')
    core.wait(70_000)
    expect(await codeOf(authenticateSession(services, cookie))).toBe('credential_expired')
  })

  test('of a deleted user is invalid', async () => {
    const { cookie, user } = await aPerson(services)
    core.wait(1_001)
    await services.sql`delete from users where id = ${user.id}`
    expect(await codeOf(authenticateSession(services, cookie))).toBe('credential_invalid')
  })

  test('from another installation is not accepted', async () => {
    const { cookie } = await aPerson(services)
    const other = core.replica({ CRM_SECRET_KEY: 'another root key with 32 characters' })
    expect(await codeOf(authenticateSession(other, cookie))).toBe('credential_invalid')
  })

  test('cannot be forged: every claim and key is checked', async () => {
    const { principal } = await aPerson(services)
    const good = {
      iss: 'crm',
      aud: 'crm',
      sub: principal.userId,
      sid: principal.credential.id,
      exp: seconds() + 60,
    }
    expect(await codeOf(ours(good).then((cookie) => authenticateSession(services, cookie)))).toBe('ok')
    const { aud: _aud, ...noAudience } = good
    const { exp: _exp, ...noEnd } = good
    const forged: Promise<string>[] = [
      ours(noAudience),
      ours(noEnd),
      ours({ ...good, aud: 'authenticated' }),
      ours({ ...good, aud: ['other', 'another'] }),
      ours({ ...good, sid: randomUUID() }),
      ours({ ...good, sid: 7 }),
      ours({ ...good, sid: "' or 1=1" }),
      ours({ ...good, sub: 'nobody' }),
      ours({ ...good, sub: randomUUID() }),
      ours({ ...good, nbf: seconds() + 60 }),
      ours({ ...good, exp: 'tomorrow' } as never),
      ours(good, text(SECRET)),
      ours(good, new Uint8Array(32)),
      ours(good, undefined, { alg: 'HS512' }),
      Promise.resolve(`${encoded({ alg: 'none' })}.${encoded(good)}.`),
      Promise.resolve(`${encoded({ alg: 'none' })}.${encoded(good)}.AA`),
    ]
    for (const [index, cookie] of (await Promise.all(forged)).entries())
      expect([index, await codeOf(authenticateSession(services, cookie))]).toEqual([
        index,
        'credential_invalid',
      ])
  })

  test('has only one valid encoding', async () => {
    const { cookie } = await aPerson(services)
    for (const variant of [
      `${cookie}=`,
      `${cookie}==`,
      ` ${cookie}`,
      `${cookie}\n`,
      `${cookie}.`,
      `Bearer ${cookie}`,
    ])
      expect(await codeOf(authenticateSession(services, variant))).toBe('credential_invalid')
  })
})

describe('an invalid session', () => {
  test.each([
    ['', 'credential_missing'],
    ['x', 'credential_invalid'],
    ['..', 'credential_invalid'],
    ['a.b.c', 'credential_invalid'],
    ['eyJ.eyJ.eyJ', 'credential_invalid'],
    ['\0', 'credential_invalid'],
    ['🙂.🙂.🙂', 'credential_invalid'],
    ['[object Object]', 'credential_invalid'],
    [`${'a'.repeat(65_536)}.b.c`, 'credential_invalid'],
    [`${encoded({ alg: 'HS256' })}.${encoded([])}.AA`, 'credential_invalid'],
    [`${encoded({ alg: 'HS256' })}.${Buffer.from('null').toString('base64url')}.AA`, 'credential_invalid'],
    [`${encoded({ alg: 'HS256', crit: ['x'], x: 1 })}.${encoded({ iss: 'crm' })}.AA`, 'credential_invalid'],
  ])('%j is refused as %s', async (cookie, code) => {
    expect(await codeOf(authenticateSession(services, cookie))).toBe(code)
  })
})

describe('a session of an issuer with a shared secret', () => {
  test('creates an account on first use, once, however many requests are concurrent', async () => {
    const cookie = await shared(claims({ email: anEmail(), user_metadata: { full_name: 'Ada Lovelace' } }))
    const replicas = Array.from({ length: 8 }, () => core.replica())
    const principals = await Promise.all(replicas.map((each) => authenticateSession(each, cookie)))
    expect(new Set(principals.map(({ userId }) => userId)).size).toBe(1)
    const [user] = await services.sql`
      select u.name, u.tier, u.admin, e.email from users u join user_emails e on e.user_id = u.id
      where u.id = ${principals[0]!.userId}`
    expect(user).toMatchObject({ name: 'Ada Lovelace', tier: 'free', admin: false })
    const audit = await services.sql`select operation from audit_log where user_id = ${principals[0]!.userId}`
    expect(audit).toHaveLength(1)
  })

  test('never signs in to an account by its e-mail address', async () => {
    const { user, email } = await aPerson(services)
    const principal = await authenticateSession(
      services,
      await shared(claims({ email, email_verified: true })),
    )
    expect(principal.userId).not.toBe(user.id)
    const [row] = await services.sql`select user_id from user_emails where email = ${email}`
    expect(row?.['userId']).toBe(user.id)
  })

  test('never signs in to an account by its id, not even an administrator’s', async () => {
    const { user } = await aPerson(services)
    const principal = await authenticateSession(services, await shared(claims({ sub: user.id })))
    expect(principal.userId).not.toBe(user.id)
  })

  test('grants only an ordinary user’s rights', async () => {
    const payload = claims({ app_metadata: { role: 'admin' }, admin: true, tier: 'ultra' })
    const principal = await authenticateSession(services, await shared(payload))
    expect(principal).toMatchObject({ admin: false, tier: 'free' })
  })

  test('keeps users of two issuers apart', async () => {
    const sub = randomUUID()
    const one = await authenticateSession(services, await shared(claims({ sub })))
    const other = await authenticateSession(
      services,
      await shared(claims({ sub, iss: 'https://other.example' })),
    )
    expect(one.userId).not.toBe(other.userId)
    const again = await authenticateSession(
      services,
      await shared(claims({ sub: sub.toUpperCase(), jti: 'x' })),
    )
    expect(again.userId).toBe(one.userId)
  })

  test('can be signed out here, however its signature is encoded', async () => {
    const cookie = await shared(claims())
    const principal = await authenticateSession(services, cookie)
    await signOut(request(services, principal))
    expect(await codeOf(authenticateSession(services, cookie))).toBe('credential_invalid')
    // The last character of a 32-byte signature has two bits that are ignored when decoding.
    const last = cookie.at(-1)!
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (const spare of [1, 2, 3]) {
      const twin =
        cookie.slice(0, -1) + alphabet[(alphabet.indexOf(last) & ~3) + ((alphabet.indexOf(last) + spare) & 3)]
      expect(await codeOf(authenticateSession(services, twin))).toBe('credential_invalid')
    }
  })

  test('with an invalid e-mail address or name is accepted without them', async () => {
    for (const odd of [
      { email: 'nobody' },
      { email: 7 },
      { email: `${'x'.repeat(400)}@x.org` },
      { email: 'a\0@b.co' },
    ]) {
      const principal = await authenticateSession(
        services,
        await shared(claims({ ...odd, user_metadata: 'x\0' })),
      )
      const [row] = await services.sql`select 1 from user_emails where user_id = ${principal.userId}`
      expect(row).toBeUndefined()
    }
  })

  test('tolerates five seconds of clock skew, and no more', async () => {
    expect(
      await codeOf(shared(claims({ exp: seconds() - 3 })).then((c) => authenticateSession(services, c))),
    ).toBe('ok')
    const late = await shared(claims({ exp: seconds() - 7 }))
    expect((await failureOf(authenticateSession(services, late))).code).toBe('credential_expired')
    const early = await shared(claims({ nbf: seconds() + 20 }))
    expect(await codeOf(authenticateSession(services, early))).toBe('credential_invalid')
  })

  test('may name us among other audiences', async () => {
    const cookie = await shared(claims({ aud: ['other', 'authenticated'] }))
    expect(await codeOf(authenticateSession(services, cookie))).toBe('ok')
  })

  test('is refused if anything else is wrong', async () => {
    const { exp: _exp, ...endless } = claims()
    const { sub: _sub, ...nobody } = claims()
    const { aud: _aud, ...toAll } = claims()
    const keys = await generateKeyPair('RS256', { extractable: true })
    const bad = await Promise.all([
      shared(endless),
      shared(nobody),
      shared(toAll),
      shared(claims({ aud: 'anon' })),
      shared(claims({ role: 'service_role' })),
      shared(claims({ role: 'anon' })),
      shared(claims({ sub: 'auth0|7' })),
      shared(claims({ sub: '' })),
      shared(claims({ iss: 'crm' })),
      shared(claims({ iss: 'x'.repeat(501) })),
      shared(claims({ iss: 'a\0b' })),
      shared(claims({ exp: 1e308 })),
      shared(claims({ exp: seconds() + 401 * 86_400 })),
      shared(claims({ exp: String(seconds() + 60) as never })),
      shared(claims(), {}, 'another secret that is 32 characters long'),
      new SignJWT(claims()).setProtectedHeader({ alg: 'HS512' }).sign(text(SECRET)),
      new SignJWT(claims()).setProtectedHeader({ alg: 'RS256' }).sign(keys.privateKey),
      Promise.resolve(`${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims())}.AA`),
      new CompactEncrypt(text(JSON.stringify(claims())))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(new Uint8Array(32)),
    ])
    for (const [index, cookie] of bad.entries())
      expect([index, await codeOf(authenticateSession(services, cookie))]).toEqual([
        index,
        'credential_invalid',
      ])
  })

  test('is refused if no issuer is configured', async () => {
    const alone = core.replica({})
    expect(await codeOf(authenticateSession(alone, await shared(claims())))).toBe('credential_invalid')
  })
})

describe('a session of an issuer with public keys', () => {
  let server: Server
  let url: string
  let publicKey: string
  let answer: { status: number; keys: JWK[] }
  let asked = 0
  let sign: (payload: JWTPayload, header?: object) => Promise<string>

  beforeAll(async () => {
    const pair = await generateKeyPair('ES256', { extractable: true })
    publicKey = await exportSPKI(pair.publicKey)
    answer = { status: 200, keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256' }] }
    sign = (payload, header = {}) =>
      new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'one', ...header }).sign(pair.privateKey)
    server = createServer((_req, res) => {
      asked += 1
      res
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ keys: answer.keys }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const withKeys = () => core.replica({ AUTH_JWKS_URL: url })

  test('signs in the account of its subject, with one fetch of the keys', async () => {
    const each = withKeys()
    asked = 0
    const sub = randomUUID()
    const one = await authenticateSession(each, await sign(claims({ sub })))
    const two = await authenticateSession(each, await sign(claims({ sub, jti: 'other' })))
    expect(two.userId).toBe(one.userId)
    expect(asked).toBe(1)
  })

  test('is never verified with a key from the cookie itself', async () => {
    const each = withKeys()
    const mine = await generateKeyPair('ES256', { extractable: true })
    const jwk = await exportJWK(mine.publicKey)
    const forge = (header: object) =>
      new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', ...header }).sign(mine.privateKey)
    const bad = await Promise.all([
      forge({ kid: 'one' }),
      forge({ kid: 'one', jwk }),
      forge({ kid: 'unknown' }),
      forge({ kid: '../../etc/passwd' }),
      forge({ kid: 'one', jku: `${url}?mine` }),
      forge({ kid: 'one', x5u: `${url}?mine` }),
      shared(claims(), { kid: 'one' }, publicKey),
      shared(claims()),
    ])
    for (const [index, cookie] of bad.entries())
      expect([index, await codeOf(authenticateSession(each, cookie))]).toEqual([index, 'credential_invalid'])
  })

  test('is refused as unavailable, not as invalid, while the keys cannot be fetched', async () => {
    const each = withKeys()
    answer = { ...answer, status: 500 }
    const cookie = await sign(claims())
    expect(await codeOf(authenticateSession(each, cookie))).toBe('issuer_unavailable')
    asked = 0
    await codeOf(authenticateSession(each, await sign(claims())))
    expect(asked).toBe(0)
    answer = { ...answer, status: 200 }
  })

  test('still works with the cached keys during an outage', async () => {
    const each = withKeys()
    await authenticateSession(each, await sign(claims()))
    answer = { ...answer, status: 500 }
    asked = 0
    // Past the ten minutes for which cached keys count as fresh.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    expect(await codeOf(authenticateSession(each, await sign(claims())))).toBe('ok')
    expect(await codeOf(authenticateSession(each, await sign(claims())))).toBe('ok')
    expect(asked).toBe(1)
    expect(await codeOf(authenticateSession(each, await sign(claims(), { kid: 'two' })))).toBe(
      'credential_invalid',
    )
    vi.useRealTimers()
    answer = { ...answer, status: 200 }
  })

  test('is not confused by a shared secret configured next to the keys', async () => {
    const both = core.replica({ AUTH_JWKS_URL: url, AUTH_JWT_SECRET: SECRET })
    expect(await codeOf(authenticateSession(both, await shared(claims())))).toBe('ok')
    expect(await codeOf(authenticateSession(both, await sign(claims())))).toBe('ok')
    expect(await codeOf(authenticateSession(both, await shared(claims(), {}, publicKey)))).toBe(
      'credential_invalid',
    )
  })
})
