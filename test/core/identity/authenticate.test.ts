// Extension tokens and intelligence keys: which are accepted, which are refused, and with which error.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticateKey, authenticateToken } from '../../../core/identity/authenticate.ts'
import { revokeCredential, createToken, createKey } from '../../../core/identity/credential.ts'
import { mintSecret } from '../../../core/identity/secret-text.ts'
import { DAY_MS, isoOf, MINUTE_MS } from '../../../core/kernel/clock.ts'
import { problem } from '../../../core/kernel/errors.ts'
import type { Sql } from '../../../core/database/connect.ts'
import { aPerson, codeOf, failureOf, openIdentity, request, type IdentityCore } from './identity-core.ts'

let core: IdentityCore
beforeAll(async () => void (core = await openIdentity()))
afterAll(() => core.close())

const aToken = async (scope: 'read-only' | 'read-write' = 'read-write', expiresAt?: string) => {
  const { principal } = await aPerson(core.services)
  const ctx = request(core.services, principal)
  return { ctx, ...(await createToken(ctx, { name: 'Laptop', scope, expiresAt })) }
}

describe('an extension token', () => {
  test('identifies its owner, its scope and the user’s tier', async () => {
    const { ctx, token, id } = await aToken('read-only')
    const principal = await authenticateToken(core.services, token)
    expect(principal).toMatchObject({ userId: ctx.principal.userId, tier: 'free', admin: false })
    expect(principal.credential).toEqual({ kind: 'token', id, name: 'Laptop', scope: 'read-only' })
    expect(principal.scopes.has('jobs:read')).toBe(true)
    expect(principal.scopes.has('jobs:write')).toBe(false)
    expect(principal.scopes.has('tokens:read')).toBe(false)
  })

  test('with write scope may delete, but never change the account', async () => {
    const { token } = await aToken('read-write')
    const { scopes } = await authenticateToken(core.services, token)
    expect([scopes.has('webhooks:delete'), scopes.has('tokens:write'), scopes.has('users:read')]).toEqual([
      true,
      false,
      false,
    ])
  })

  test.each([
    [undefined, 'credential_missing'],
    ['', 'credential_missing'],
    [' ', 'credential_invalid'],
    ['ext_', 'credential_invalid'],
    ['EXT_' + '0'.repeat(49), 'credential_invalid'],
    ['ext_' + '0'.repeat(49), 'credential_mistyped'],
    ['ext_' + '0'.repeat(100_000), 'credential_invalid'],
    ['ext_\0\r\n', 'credential_invalid'],
    ['ext_🙂', 'credential_invalid'],
    ["' or 1=1 --", 'credential_invalid'],
  ])('%j is refused as %s', async (text, code) => {
    expect(await codeOf(authenticateToken(core.services, text))).toBe(code)
  })

  test('with one wrong character is reported as mistyped; a well-formed unknown one is not', async () => {
    const { token } = await aToken()
    const mistyped = token.slice(0, 10) + (token[10] === 'x' ? 'y' : 'x') + token.slice(11)
    expect(await codeOf(authenticateToken(core.services, mistyped))).toBe('credential_mistyped')
    expect(await codeOf(authenticateToken(core.services, mintSecret('ext_').text))).toBe('credential_invalid')
  })

  test('is exactly one token: with a space or a second one it is invalid', async () => {
    const { token } = await aToken()
    expect(await codeOf(authenticateToken(core.services, `${token} `))).toBe('credential_invalid')
    expect(await codeOf(authenticateToken(core.services, `${token} ${token}`))).toBe('credential_invalid')
    expect(await codeOf(authenticateToken(core.services, token.toLowerCase()))).toMatch(/invalid|mistyped/)
  })

  test('is refused where keys are expected, and vice versa, with a hint', async () => {
    const { token, ctx } = await aToken()
    const { key } = await createKey(ctx, { name: 'Sheet' })
    expect((await failureOf(authenticateKey(core.services, token))).hint).toContain('takes intelligence_')
    expect((await failureOf(authenticateToken(core.services, key))).hint).toContain('takes ext_')
  })

  test('is refused as forbidden once revoked, immediately in this process and within two seconds in others', async () => {
    const { ctx, token, id } = await aToken()
    const elsewhere = core.replica()
    await authenticateToken(core.services, token)
    await authenticateToken(elsewhere, token)
    await revokeCredential(ctx, 'token', id)
    const here = await failureOf(authenticateToken(core.services, token))
    expect([here.code, here.kind]).toEqual(['credential_revoked', 'forbidden'])
    core.wait(1_001)
    expect(await codeOf(authenticateToken(elsewhere, token))).toBe('credential_revoked')
  })

  test('is not cached again by a request in flight during its revocation', async () => {
    const { ctx, token, id } = await aToken()
    const under = authenticateToken(core.services, token)
    await revokeCredential(ctx, 'token', id)
    await under.catch(() => {})
    expect(await codeOf(authenticateToken(core.services, token))).toBe('credential_revoked')
  })

  test('expires', async () => {
    const { token } = await aToken('read-only', isoOf(core.services.clock.now() + DAY_MS))
    expect(await codeOf(authenticateToken(core.services, token))).toBe('ok')
    core.wait(DAY_MS)
    const { code, kind } = await failureOf(authenticateToken(core.services, token))
    expect([code, kind]).toEqual(['credential_expired', 'unauthenticated'])
  })

  test('records its last use, at most once a minute', async () => {
    const { token, id } = await aToken()
    const lastUse = async () => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      const [row] = await core.services.sql<{ lastUsedAt: string | null }[]>`
        select last_used_at from extension_tokens where id = ${id}`
      return row?.lastUsedAt ?? null
    }
    expect(await lastUse()).toBeNull()
    await authenticateToken(core.services, token)
    await expect.poll(lastUse).not.toBeNull()
    const first = await lastUse()
    core.wait(30_000)
    await authenticateToken(core.services, token)
    expect(await lastUse()).toBe(first)
    core.wait(MINUTE_MS)
    await authenticateToken(core.services, token)
    await expect.poll(lastUse).not.toBe(first)
  })

  test('used by a hundred concurrent requests costs one query', async () => {
    const { token } = await aToken()
    let queries = 0
    const counting = new Proxy(core.services.sql, {
      apply: (target, self, args) => {
        const query = Reflect.apply(target as never, self, args) as Promise<unknown>
        const send = query.then.bind(query)
        // A fragment of a statement is a query that is never awaited.
        query.then = (...then) => {
          queries += 1
          return send(...then)
        }
        return query
      },
    })
    const services = { ...core.replica(), sql: counting }
    await Promise.all(Array.from({ length: 100 }, () => authenticateToken(services, token)))
    // One query for the look-up, one to record the use.
    expect(queries).toBeLessThanOrEqual(2)
  })

  test('is reported as unavailable, never as invalid, when the database does not respond', async () => {
    const { token } = await aToken()
    // Fails only when awaited: fragments of a statement never are.
    const refusal = problem('database_unavailable', { reason: 'It is down.' })
    const down = (() => ({
      then: (_: unknown, not: (error: unknown) => void) => not(refusal),
    })) as unknown as Sql
    const { kind } = await failureOf(authenticateToken({ ...core.replica(), sql: down }, token))
    expect(kind).toBe('unavailable')
  })
})

describe('an intelligence key', () => {
  test('has the lower of its own tier and its user’s', async () => {
    const { principal } = await aPerson(core.services)
    const { sql } = core.services
    await sql`update users set tier = 'ultra' where id = ${principal.userId}`
    const { key } = await createKey(request(core.services, principal), { name: 'Sheet', tier: 'pro' })
    expect((await authenticateKey(core.services, key)).tier).toBe('pro')
    await sql`update users set tier = 'free' where id = ${principal.userId}`
    core.wait(1_001)
    expect((await authenticateKey(core.services, key)).tier).toBe('free')
  })

  test('has all scopes unless it was restricted', async () => {
    const { principal } = await aPerson(core.services)
    await core.services.sql`update users set tier = 'pro' where id = ${principal.userId}`
    const ctx = request(core.services, principal)
    const whole = await createKey(ctx, { name: 'All' })
    const less = await createKey(ctx, { name: 'Some', scopes: ['intelligence:read', 'intelligence:read'] })
    expect(less.scopes).toEqual(['intelligence:read'])
    expect((await authenticateKey(core.services, whole.key)).scopes.has('intelligence:write')).toBe(true)
    const restricted = await authenticateKey(core.services, less.key)
    expect([...restricted.scopes]).toEqual(['intelligence:read'])
    expect(restricted.credential).toMatchObject({ kind: 'key', scope: 'intelligence:read' })
  })

  test('is refused once revoked', async () => {
    const { principal } = await aPerson(core.services)
    const ctx = request(core.services, principal)
    const { key, id } = await createKey(ctx, { name: 'Sheet' })
    await revokeCredential(ctx, 'key', id)
    expect(await codeOf(authenticateKey(core.services, key))).toBe('credential_revoked')
  })
})
