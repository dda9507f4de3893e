// Signing up, in and out, and the limits on password guessing.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { networkOf } from '../../../core/identity/sign-in-throttle.ts'
import { operations } from '../../../core/identity/operations.ts'
import { createConcurrencyLimit, passwordProblem } from '../../../core/identity/passwords.ts'
import { readEmail } from '../../../core/identity/user.ts'
import { anonymous } from '../../../core/identity/principal.ts'
import { MINUTE_MS } from '../../../core/kernel/clock.ts'
import type { Context } from '../../../core/kernel/context.ts'
import { problem } from '../../../core/kernel/errors.ts'
import { authenticateSession } from '../../../core/identity/authenticate.ts'
import type { Operation } from '../../../core/kernel/operation.ts'
import { call } from '../../harness.ts'
import {
  anEmail,
  aPerson,
  codeOf,
  failureOf,
  openIdentity,
  PASSWORD,
  request,
  type IdentityCore,
} from './identity-core.ts'

let core: IdentityCore
beforeAll(async () => void (core = await openIdentity()))
afterAll(() => core.close())

let addresses = 0
let address: string
beforeEach(() => void (address = `192.0.2.${++addresses}`))

const named = (name: string): Operation =>
  (operations as readonly Operation[]).find((op) => op.name === name)!
const nobody = (more: Partial<Context> = {}) => request(core.services, anonymous(), { address, ...more })
const signUp = (input: object, ctx = nobody()) =>
  call(named('auth.signup'), ctx, input) as Promise<{ user: { id: string } }>
const signIn = (email: string, password: string, ctx = nobody()) =>
  call(named('auth.login'), ctx, { email, password })

describe('signing up', () => {
  test('creates a free account and signs in', async () => {
    const ctx = nobody()
    const email = anEmail()
    const { user } = await signUp(
      { email: `  ${email.toUpperCase()} `, password: PASSWORD, name: ' Ada ' },
      ctx,
    )
    expect(user).toEqual({ id: expect.any(String), email, name: 'Ada', tier: 'free', admin: false })
    const { token, expiresAt } = ctx.report.session!
    expect(Date.parse(expiresAt) - core.services.clock.now()).toBeGreaterThan(29 * 86_400_000)
    expect((await authenticateSession(core.services, token)).userId).toBe(user.id)
  })

  test('leaves one audit row without the password or its hash', async () => {
    const { user } = await signUp({ email: anEmail(), password: PASSWORD })
    const rows = await core.services
      .sql`select user_id, actor_id, operation, changes::text as changes from audit_log where user_id = ${user.id}`
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ actorId: user.id, operation: 'auth.signup' })
    expect(rows[0]!['changes']).not.toMatch(/argon2|password|violet/)
  })

  test('refuses an address in use, in any case', async () => {
    const { email } = await aPerson(core.services)
    const { code, kind } = await failureOf(signUp({ email: email.toUpperCase(), password: PASSWORD }))
    expect([code, kind]).toEqual(['email_taken', 'conflict'])
  })

  test('twice concurrently with one address creates one account', async () => {
    const email = anEmail()
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(signUp({ email, password: PASSWORD }))))
    expect(codes.sort()).toEqual(['email_taken', 'email_taken', 'ok'])
  })

  test('probing for registered addresses is throttled like guessing', async () => {
    const { email } = await aPerson(core.services)
    for (let n = 0; n < 20; n += 1)
      expect(await codeOf(signUp({ email, password: PASSWORD }))).toBe('email_taken')
    const { code, retryAfterSeconds } = await failureOf(signUp({ email, password: PASSWORD }))
    expect(code).toBe('guesses_limited')
    expect(retryAfterSeconds).toBeGreaterThan(3_500)
  })

  test.each([
    [{}, 'email'],
    [{ email: 'a@b.co' }, 'password'],
    [{ email: 'a@b.co', password: 'short' }, 'password'],
    [{ email: 'a@b.co', password: 'x'.repeat(201) }, 'password'],
    [{ email: 'a@b.co', password: 'Password123' }, 'password'],
    [{ email: 'a@b.co', password: 'zzzzzzzzzz' }, 'password'],
    [{ email: 'violet.staple@b.co', password: 'violet.staple' }, 'password'],
    [{ email: 'violet@b.co', password: 'Violet@B.co' }, 'password'],
    [{ email: 'a@b', password: PASSWORD }, 'email'],
    [{ email: 'a@b.co\0', password: PASSWORD }, 'email'],
    [{ email: `${'a'.repeat(320)}@b.co`, password: PASSWORD }, 'email'],
    [{ email: 7, password: PASSWORD }, 'email'],
    [{ email: 'a@b.co', password: ['x'] }, 'password'],
    [{ email: 'a@b.co', password: PASSWORD, name: '\0' }, 'name'],
    [{ email: 'a@b.co', password: PASSWORD, name: ' ' }, 'name'],
    [{ email: 'a@b.co', password: PASSWORD, tier: 'ultra' }, 'tier'],
    [{ email: 'a@b.co', password: PASSWORD, admin: true }, 'admin'],
  ])('%j is refused and names the field', async (input, field) => {
    const { code, issues } = await failureOf(signUp(input))
    expect(code).toBe('invalid_input')
    expect(issues.map(({ path }) => path)).toContain(field)
  })

  test('repeated with its Idempotency-Key returns the same account and signs in again', async () => {
    const idempotency = { key: 'signup-1', fingerprint: Buffer.alloc(32, 1) }
    const input = { email: anEmail(), password: PASSWORD }
    const first = await signUp(input, nobody({ idempotency }))
    const again = nobody({ idempotency })
    expect(await signUp(input, again)).toEqual(first)
    expect(again.report.replayed).toBe(true)
    expect((await authenticateSession(core.services, again.report.session!.token)).userId).toBe(first.user.id)
    const other = { key: 'signup-1', fingerprint: Buffer.alloc(32, 2) }
    expect(
      await codeOf(signUp({ ...input, password: 'another good one' }, nobody({ idempotency: other }))),
    ).toBe('email_taken')
    expect(await codeOf(signUp({ ...input, password: 'another good one' }, nobody({ idempotency })))).toBe(
      'email_taken',
    )
  })

  test('stores no fast hash of a body with a password in it', async () => {
    const fingerprint = Buffer.alloc(32, 7)
    await signUp(
      { email: anEmail(), password: PASSWORD },
      nobody({ idempotency: { key: 'signup-2', fingerprint } }),
    )
    const rows = await core.services.sql<{ fingerprint: Buffer; answer: string }[]>`
      select fingerprint, answer from idempotency_keys where key = 'signup-2'`
    expect(rows).toHaveLength(1)
    expect(rows[0]!.fingerprint.equals(fingerprint)).toBe(false)
    expect(rows[0]!.answer).not.toMatch(/violet|eyJ/)
  })
})

describe('signing in', () => {
  test('accepts the address in any case and any Unicode composition of accents', async () => {
    const email = anEmail()
    await signUp({ email, password: 'crème brûlée' })
    const ctx = nobody()
    const { user } = (await signIn(email.toUpperCase(), 'crème brûlée'.normalize('NFD'), ctx)) as {
      user: { email: string }
    }
    expect(user.email).toBe(email)
    expect(ctx.report.session?.token).toMatch(/^eyJ/)
  })

  test('gives the same error for a wrong password, an unknown address and an account without a password', async () => {
    const { email, user } = await aPerson(core.services)
    const wrong = await failureOf(signIn(email, 'wrong password'))
    const unknown = await failureOf(signIn(anEmail(), PASSWORD))
    await core.services.sql`update users set password_hash = null where id = ${user.id}`
    const without = await failureOf(signIn(email, PASSWORD))
    for (const error of [wrong, unknown, without])
      expect([error.code, error.kind, error.message]).toEqual([
        'sign_in_failed',
        'unauthenticated',
        wrong.message,
      ])
  })

  test('computes one slow hash whether the address is known or not', async () => {
    const { email } = await aPerson(core.services)
    const verified: (string | null)[] = []
    const passwords = {
      ...core.services.passwords,
      verify: (hash: string | null, password: string) => {
        verified.push(hash)
        return core.services.passwords.verify(hash, password)
      },
    }
    for (const who of [email, anEmail()])
      await signIn(who, 'wrong password', {
        ...nobody({ address: `198.51.100.${++addresses}` }),
        passwords,
      }).catch(() => {})
    expect(verified).toEqual([expect.stringMatching(/^\$argon2id\$/), null])
  })
})

describe('guessing', () => {
  const fail = (email: string, ctx = nobody()) => codeOf(signIn(email, 'wrong password', ctx))

  /** A network address from which nobody signed in yet. */
  const elsewhere = (n: number) => nobody({ address: `198.51.${Math.floor(n / 250)}.${n % 250}` })

  test('from a thousand addresses gets twenty tries an hour at one account, known or not', async () => {
    for (const email of [(await aPerson(core.services)).email, anEmail()]) {
      const codes = []
      for (let n = 0; n < 1_000; n += 1) codes.push(await fail(email, elsewhere(n)))
      expect(codes.slice(0, 20)).toEqual(Array(20).fill('sign_in_failed'))
      expect(new Set(codes.slice(20))).toEqual(new Set(['guesses_limited']))
      const { kind, retryAfterSeconds } = await failureOf(signIn(email, PASSWORD, elsewhere(2_000)))
      expect(kind).toBe('limited')
      expect(retryAfterSeconds).toBeGreaterThan(3_500)
      expect(retryAfterSeconds).toBeLessThanOrEqual(3_600)
    }
  })

  test('does not shut out an address that signed in before, and ends with the hour', async () => {
    const { email } = await aPerson(core.services)
    expect(await codeOf(signIn(email, PASSWORD))).toBe('ok')
    for (let n = 0; n < 25; n += 1) await fail(email, elsewhere(3_000 + n))
    expect(await codeOf(signIn(email, PASSWORD, elsewhere(3_100)))).toBe('guesses_limited')
    expect(await fail(email)).toBe('sign_in_failed')
    expect(await codeOf(signIn(email, PASSWORD))).toBe('ok')
    core.wait(60 * MINUTE_MS)
    expect(await codeOf(signIn(email, PASSWORD, elsewhere(3_100)))).toBe('ok')
  })

  test('does not shut out the address from which the account was made', async () => {
    const email = anEmail()
    await signUp({ email, password: PASSWORD })
    for (let n = 0; n < 25; n += 1) await fail(email, elsewhere(6_000 + n))
    expect(await codeOf(signIn(email, PASSWORD, elsewhere(6_100)))).toBe('guesses_limited')
    expect(await codeOf(signIn(email, PASSWORD))).toBe('ok')
  })

  test('in no hour gets more than twenty tries, however they are spread', async () => {
    const { email } = await aPerson(core.services)
    for (let n = 0; n < 20; n += 1) {
      expect(await fail(email)).toBe('sign_in_failed')
      core.wait(2 * MINUTE_MS)
    }
    expect(await fail(email)).toBe('guesses_limited')
    core.wait(20 * MINUTE_MS)
    expect([await fail(email), await fail(email)]).toEqual(['sign_in_failed', 'guesses_limited'])
  })

  test('a correct password does not count, and takes no wrong one back', async () => {
    const { email } = await aPerson(core.services)
    for (let n = 0; n < 19; n += 1) await fail(email, elsewhere(4_000))
    for (let n = 0; n < 3; n += 1) expect(await codeOf(signIn(email, PASSWORD))).toBe('ok')
    expect(await fail(email, elsewhere(4_000))).toBe('sign_in_failed')
    expect(await fail(email, elsewhere(4_000))).toBe('guesses_limited')
  })

  test('concurrent guesses get no more tries than sequential ones', async () => {
    const { email } = await aPerson(core.services)
    const codes = await Promise.all(Array.from({ length: 60 }, (_, n) => fail(email, elsewhere(5_000 + n))))
    expect(codes.filter((code) => code === 'sign_in_failed').length).toBeLessThanOrEqual(20)
    expect(await fail(email, elsewhere(5_100))).toMatch(/sign_in_failed|guesses_limited/)
  })

  test('attempts that a busy server did not check do not count', async () => {
    const { email } = await aPerson(core.services)
    const passwords = { ...core.services.passwords, verify: () => Promise.reject(problem('busy', {})) }
    for (let n = 0; n < 25; n += 1)
      expect(await codeOf(signIn(email, PASSWORD, nobody({ passwords })))).toBe('busy')
    expect(await codeOf(signIn(email, PASSWORD))).toBe('ok')
  })

  test('a hundred wrong guesses over many accounts block the network address, but not who signed in from it', async () => {
    const { email } = await aPerson(core.services)
    expect(await codeOf(signIn(email, PASSWORD))).toBe('ok')
    for (let n = 0; n < 100; n += 1) expect(await fail(anEmail())).toBe('sign_in_failed')
    expect(await fail(anEmail())).toBe('guesses_limited')
    expect(await codeOf(signIn(email, PASSWORD))).toBe('ok')
  })

  test('an IPv6 network address is a whole /64', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:0db8:1:2::9'))
    expect(networkOf('2001:db8:1:2::')).not.toBe(networkOf('2001:db8:1:3::'))
    expect(networkOf('::1')).toBe('0:0:0:0')
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0')
    expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
    expect(networkOf(undefined)).toBe('local')
  })
})

describe('signing out', () => {
  test('works without a session too', async () => {
    const ctx = nobody()
    expect(await call(named('auth.logout'), ctx, {})).toEqual({ signedOut: true })
    expect(ctx.report.session).toBeNull()
  })

  test('ends the session', async () => {
    const { principal, user } = await aPerson(core.services)
    expect(await call(named('auth.session'), request(core.services, principal), {})).toEqual({ user })
    expect(await call(named('auth.session'), nobody(), {})).toEqual({ user: null })
  })
})

describe('hashing', () => {
  test('runs two jobs, queues twenty, and refuses the next with a retry hint', async () => {
    const gate = createConcurrencyLimit(2, 20)
    let running = 0
    let max = 0
    const work = () =>
      gate(async () => {
        max = Math.max(max, ++running)
        await new Promise((resolve) => setTimeout(resolve, 2))
        running -= 1
      })
    const codes = await Promise.all(Array.from({ length: 30 }, () => codeOf(work())))
    expect(codes.filter((code) => code === 'busy')).toHaveLength(8)
    expect(max).toBe(2)
    await work()
  })

  test('continues after a job that failed', async () => {
    const gate = createConcurrencyLimit(1, 1)
    await expect(gate(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await gate(async () => 7)).toBe(7)
  })

  test('passes the slot of a failed job to a waiting one', async () => {
    const gate = createConcurrencyLimit(1, 1)
    const first = gate(() => Promise.reject(new Error('no')))
    const second = gate(async () => 7)
    await expect(first).rejects.toThrow('no')
    expect(await second).toBe(7)
  })

  test('never matches an account without a password', async () => {
    expect(await core.services.passwords.verify(null, PASSWORD)).toBe(false)
  })
})

test('a password is refused for being easy, never for lacking a special character', () => {
  expect(passwordProblem('correct horse', 'a@b.co')).toBeUndefined()
  expect(passwordProblem('кошка на крыше', 'a@b.co')).toBeUndefined()
  expect(passwordProblem('ILOVEYOU', 'a@b.co')).toMatch(/guesser/)
})

test.each([
  ['Ada@Example.ORG', 'ada@example.org'],
  [' ada+jobs@example.co.uk ', 'ada+jobs@example.co.uk'],
  ['ünï@exämple.de', 'ünï@exämple.de'],
  ['ada', null],
  ['ada@', null],
  ['@example.org', null],
  ['a@b@example.org', null],
  ['a b@example.org', null],
  ['a@example..org', null],
  ['a@example.org.', null],
  ['a\u202e@example.org', null],
  ['a@example.org\0', null],
])('the address %j is normalised to %j', (text, email) => {
  expect(readEmail(text)).toBe(email)
})
