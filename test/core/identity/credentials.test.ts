// Creating, listing and revoking tokens and keys, for oneself and for others.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticateKey, authenticateToken } from '../../../core/identity/authenticate.ts'
import { localOwner } from '../../../core/identity/local-owner.ts'
import { operations } from '../../../core/identity/operations.ts'
import { DAY_MS, isoOf } from '../../../core/kernel/clock.ts'
import type { Context, Principal } from '../../../core/kernel/context.ts'
import type { Operation } from '../../../core/kernel/operation.ts'
import { call } from '../../harness.ts'
import {
  anEmail,
  aPerson,
  codeOf,
  failureOf,
  openIdentity,
  request,
  type IdentityCore,
} from './identity-core.ts'

interface Created {
  id: string
  token: string
  key: string
  tier: string
  name: string
  scope: string
}

let core: IdentityCore
let person: Principal
let admin: Principal
beforeAll(async () => {
  core = await openIdentity()
  person = (await aPerson(core.services)).principal
  admin = await localOwner(core.services)
})
afterAll(() => core.close())

const named = (name: string): Operation =>
  (operations as readonly Operation[]).find((op) => op.name === name)!
const ask = <T = Created>(
  name: string,
  principal: Principal,
  input: object = {},
  more: Partial<Context> = {},
) => call(named(name), request(core.services, principal, more), input) as Promise<T>
const repeat = (key: string, byte = 1): Partial<Context> => ({
  idempotency: { key, fingerprint: Buffer.alloc(32, byte) },
})
const auditOf = (userId: string) => core.services.sql`
  select actor_id, operation, credential_kind, changes::text as changes from audit_log
  where user_id = ${userId} order by id`

describe.each([
  {
    noun: 'tokens',
    secret: 'token',
    input: { name: 'Laptop', scope: 'read-only' },
    authenticate: authenticateToken,
  },
  { noun: 'keys', secret: 'key', input: { name: 'Laptop' }, authenticate: authenticateKey },
] as const)('$noun', ({ noun, secret, input, authenticate }) => {
  test('are shown once and listed without their secret, newest first', async () => {
    const { principal } = await aPerson(core.services)
    const first = await ask(`${noun}.create`, principal, input)
    const second = await ask(`${noun}.create`, principal, { ...input, name: 'Agent' })
    const list = await ask<{ total: number; nextCursor: string | null } & Record<string, Created[]>>(
      `${noun}.list`,
      principal,
    )
    expect(list[noun]!.map(({ id }) => id)).toEqual([second.id, first.id])
    expect([list.total, list.nextCursor]).toEqual([2, null])
    const { [secret]: text, ...record } = first
    expect(list[noun]![1]).toEqual(record)
    expect(text.endsWith((record as unknown as { lastFour: string }).lastFour)).toBe(true)
    expect(JSON.stringify(list)).not.toContain(text)
  })

  test('are paged', async () => {
    const { principal } = await aPerson(core.services)
    const made = []
    for (let n = 0; n < 5; n += 1) made.unshift((await ask(`${noun}.create`, principal, input)).id)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await ask<Record<string, Created[]> & { nextCursor: string | null }>(
        `${noun}.list`,
        principal,
        { limit: 2, ...(cursor && { cursor }) },
      )
      seen.push(...page[noun]!.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(made)
    expect(await codeOf(ask(`${noun}.list`, principal, { cursor: 'forged' }))).toBe('invalid_cursor')
  })

  test('are revoked permanently; revoking again is not an error', async () => {
    const { principal } = await aPerson(core.services)
    const made = await ask(`${noun}.create`, principal, input)
    const gone = { deleted: true, id: made.id }
    expect(await ask(`${noun}.revoke`, principal, { id: made.id.toUpperCase() })).toEqual(gone)
    expect(await ask(`${noun}.revoke`, principal, { id: made.id })).toEqual(gone)
    expect(await codeOf(authenticate(core.services, made[secret]))).toBe('credential_revoked')
    expect((await auditOf(principal.userId)).map(({ operation }) => operation)).toEqual([
      'auth.signup',
      `${noun}.create`,
      `${noun}.revoke`,
    ])
  })

  test('of other users are not found', async () => {
    const { id } = await ask(`${noun}.create`, person, input)
    const stranger = (await aPerson(core.services)).principal
    const code = noun === 'tokens' ? 'token_not_found' : 'key_not_found'
    for (const wrong of [id, 'x', '', '00000000-0000-0000-0000-000000000000', `{${id}}`])
      expect(await codeOf(ask(`${noun}.revoke`, stranger, { id: wrong }))).toBe(code)
    expect(await ask<{ total: number }>(`${noun}.list`, stranger)).toMatchObject({ total: 0 })
  })

  test('leave an audit row without the secret or its hash', async () => {
    const { principal } = await aPerson(core.services)
    const made = await ask(`${noun}.create`, principal, input)
    const rows = await auditOf(principal.userId)
    expect(rows.at(-1)!['changes']).toContain(made.id)
    expect(rows.at(-1)!['changes']).not.toMatch(new RegExp(`${made[secret]}|hash`))
  })

  test('repeated with one Idempotency-Key return the first response with its secret, though no secret is stored', async () => {
    const { principal } = await aPerson(core.services)
    const first = await ask(`${noun}.create`, principal, input, repeat('same'))
    expect(await ask(`${noun}.create`, principal, input, repeat('same'))).toEqual(first)
    expect(await codeOf(authenticate(core.services, first[secret]))).toBe('ok')
    expect(await ask<{ total: number }>(`${noun}.list`, principal)).toMatchObject({ total: 1 })
    const [stored] = await core.services.sql<{ answer: string }[]>`
      select answer from idempotency_keys where user_id = ${principal.userId}`
    expect(stored!.answer).toContain(first.id)
    expect(stored!.answer).not.toContain(first[secret])
    expect(await codeOf(ask(`${noun}.create`, principal, input, repeat('same', 2)))).toBe(
      'idempotency_mismatch',
    )
    core.wait(DAY_MS + 1)
    const later = await ask(`${noun}.create`, principal, input, repeat('same'))
    expect(later[secret]).not.toBe(first[secret])
  })

  test('created concurrently with one Idempotency-Key are one', async () => {
    const { principal } = await aPerson(core.services)
    const made = await Promise.all(
      [1, 2, 3, 4].map(() => ask(`${noun}.create`, principal, input, repeat('burst'))),
    )
    expect(new Set(made.map((each) => each[secret])).size).toBe(1)
  })

  test('are limited to a hundred', async () => {
    const { principal } = await aPerson(core.services)
    let last = await ask(`${noun}.create`, principal, input)
    for (let n = 1; n < 100; n += 1) last = await ask(`${noun}.create`, principal, input)
    const { code, kind } = await failureOf(ask(`${noun}.create`, principal, input))
    expect([code, kind]).toEqual(['credentials_full', 'conflict'])
    await ask(`${noun}.revoke`, principal, { id: last.id })
    expect(await codeOf(ask(`${noun}.create`, principal, input))).toBe('ok')
  })

  test.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'a\0' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'x', expiresAt: '2020-01-01' }, 'expiresAt'],
    [{ name: 'x', expiresAt: 'soon' }, 'expiresAt'],
    [{ name: 'x', hash: 'x' }, 'hash'],
    [{ name: 'x', scope: 'everything' }, 'scope'],
  ])('refuse %j and name the field', async (wrong, field) => {
    const whole = noun === 'tokens' ? { scope: 'read-only', ...wrong } : wrong
    const { issues } = await failureOf(ask(`${noun}.create`, person, whole))
    expect(issues.map(({ path }) => path)).toContain(field)
  })

  test('cannot be created with a token', async () => {
    const { token } = await ask('tokens.create', person, { name: 'Agent', scope: 'read-write' })
    const principal = await authenticateToken(core.services, token)
    expect(await codeOf(ask(`${noun}.create`, principal, input))).toBe('scope_missing')
    expect(await codeOf(ask(`${noun}.list`, principal))).toBe('scope_missing')
  })
})

describe('a key', () => {
  test('has its user’s plan unless a lower one is given', async () => {
    const { principal } = await aPerson(core.services)
    expect((await ask('keys.create', principal, { name: 'x' })).tier).toBe('free')
    const { code, kind } = await failureOf(ask('keys.create', principal, { name: 'x', tier: 'pro' }))
    expect([code, kind]).toEqual(['plan_required', 'forbidden'])
    expect((await ask('keys.create', admin, { name: 'x' })).tier).toBe('ultra')
    expect((await ask('keys.create', admin, { name: 'x', tier: 'free' })).tier).toBe('free')
  })

  test('can be restricted from pro on', async () => {
    const scopes = ['intelligence:read']
    expect(await codeOf(ask('keys.create', person, { name: 'x', scopes }))).toBe('plan_required')
    expect(await codeOf(ask('keys.create', admin, { name: 'x', scopes, tier: 'pro' }))).toBe('ok')
    expect(await codeOf(ask('keys.create', admin, { name: 'x', scopes: [] }))).toBe('invalid_input')
    expect(await codeOf(ask('keys.create', admin, { name: 'x', scopes: ['jobs:read'] }))).toBe(
      'invalid_input',
    )
  })
})

describe('an administrator', () => {
  test('creates users, with and without a password, and finds them', async () => {
    const email = anEmail()
    const made = await ask<Created & { email: string }>('users.create', admin, {
      email,
      tier: 'pro',
      password: 'a fine password',
    })
    expect(made).toMatchObject({ email, tier: 'pro', admin: false, name: null })
    expect(await codeOf(ask('auth.login', admin, { email, password: 'a fine password' }))).toBe('ok')
    expect(await ask('users.get', admin, { id: made.id })).toEqual(made)
    expect(await ask('users.list', admin, { email: email.toUpperCase() })).toEqual({
      users: [made],
      total: 1,
      nextCursor: null,
    })
    const { users, total } = await ask<{ users: unknown[]; total: number }>('users.list', admin)
    expect(users).toHaveLength(Math.min(total, 50))
    expect(await codeOf(ask('users.create', admin, { email }))).toBe('email_taken')
  })

  test('changes a plan with immediate effect', async () => {
    const { principal, cookie: _ } = await aPerson(core.services)
    const { token } = await ask('tokens.create', principal, { name: 'x', scope: 'read-only' })
    expect((await authenticateToken(core.services, token)).tier).toBe('free')
    expect((await ask('users.update', admin, { id: principal.userId, tier: 'ultra' })).tier).toBe('ultra')
    expect((await authenticateToken(core.services, token)).tier).toBe('ultra')
    const rows = await auditOf(principal.userId)
    expect(rows.at(-1)).toMatchObject({
      actorId: admin.userId,
      operation: 'users.update',
      credentialKind: 'local',
    })
  })

  test('has ultra on any plan, and the paid plan again once demoted', async () => {
    const { principal } = await aPerson(core.services)
    const id = principal.userId
    expect(await ask('users.update', admin, { id, admin: true, tier: 'pro' })).toMatchObject({
      tier: 'ultra',
      admin: true,
    })
    expect(await ask('users.update', admin, { id, admin: false })).toMatchObject({
      tier: 'pro',
      admin: false,
    })
  })

  test('creates tokens and keys for others, audited for them with the administrator’s name', async () => {
    const { principal } = await aPerson(core.services)
    const id = principal.userId
    const made = await ask(
      'users.createToken',
      admin,
      { id, name: 'For you', scope: 'read-only' },
      repeat('for'),
    )
    expect((await authenticateToken(core.services, made.token)).userId).toBe(id)
    expect(
      await ask('users.createToken', admin, { id, name: 'For you', scope: 'read-only' }, repeat('for')),
    ).toEqual(made)
    const key = await ask('users.createKey', admin, { id, name: 'For you' })
    expect((await authenticateKey(core.services, key.key)).tier).toBe('free')
    expect(await codeOf(ask('users.createKey', admin, { id, name: 'Too much', tier: 'ultra' }))).toBe(
      'plan_required',
    )
    const rows = await auditOf(id)
    expect(rows.slice(1).map(({ actorId }) => actorId)).toEqual([admin.userId, admin.userId])
  })

  test('cannot demote the owner of the installation', async () => {
    expect(await codeOf(ask('users.update', admin, { id: admin.userId, admin: false }))).toBe('invalid_input')
    expect(await codeOf(ask('users.update', admin, { id: admin.userId, tier: 'free' }))).toBe('invalid_input')
  })

  test('gets a not-found error for an unknown user', async () => {
    for (const id of ['x', '00000000-0000-0000-0000-000000000000']) {
      expect(await codeOf(ask('users.get', admin, { id }))).toBe('user_not_found')
      expect(await codeOf(ask('users.update', admin, { id, tier: 'pro' }))).toBe('user_not_found')
      expect(await codeOf(ask('users.createKey', admin, { id, name: 'x' }))).toBe('user_not_found')
    }
  })

  test('is the only one who can reach other users', async () => {
    for (const name of [
      'users.list',
      'users.get',
      'users.create',
      'users.update',
      'users.createToken',
      'users.createKey',
    ])
      expect(await codeOf(ask(name, person, { id: admin.userId }))).toBe('scope_missing')
  })
})

describe('the local owner', () => {
  test('is created once, however many terminals start concurrently', async () => {
    const fresh = await openIdentity()
    try {
      const owners = await Promise.all(Array.from({ length: 6 }, () => localOwner(fresh.replica())))
      expect(new Set(owners.map(({ userId }) => userId)).size).toBe(1)
      expect(owners[0]).toMatchObject({ tier: 'ultra', admin: true, credential: { kind: 'local' } })
      const [audit] = await fresh.services.sql<
        { count: number }[]
      >`select count(*)::int as count from audit_log`
      expect(audit!.count).toBe(1)
    } finally {
      await fresh.close()
    }
  })

  test('is found with one query', async () => {
    let queries = 0
    const sql = new Proxy(core.services.sql, {
      apply: (target, self, args) => {
        queries += 1
        return Reflect.apply(target as never, self, args) as unknown
      },
    })
    await localOwner({ ...core.services, sql })
    expect(queries).toBe(1)
  })
})

test('a token may have an expiry time', async () => {
  const expiresAt = isoOf(core.services.clock.now() + DAY_MS)
  expect(await ask('tokens.create', person, { name: 'x', scope: 'read-only', expiresAt })).toMatchObject({
    expiresAt,
  })
})
