// Every operation refuses unauthorised callers: derived from the declarations, so that new ones are included.
import { describe, expect, test } from 'vitest'
import { mintSecret } from '../../core/identity/secret-text.ts'
import { addKey, removeToken } from '../../core/identity/operations.ts'
import { familyOf, TIERS, type Tier } from '../../core/kernel/family.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { LIMITS } from '../../core/limits/limits.ts'
import { operations } from '../../core/operations.ts'
import { useGateway, type Answer } from '../gateway/harness.ts'
import { as, call } from '../harness.ts'
import { refusalOf } from './answers.ts'
import { aStranger, SAMPLE_CONFIG, sendPlain, type World } from './world.ts'

const gateway = useGateway(SAMPLE_CONFIG)

const named = (ops: readonly Operation[]) => ops.map((op) => ({ name: op.name, op }))
const closed = operations.filter(({ access }) => access !== 'public')
const byToken = closed.filter((op) => familyOf(op).credential === 'token')
const byKey = closed.filter((op) => familyOf(op).credential === 'key')
const bySession = closed.filter((op) => familyOf(op).credential === 'session')

/** An input that no operation accepts: authorisation must fail before validation. */
const NONSENSE = { id: 'nonsense', nonsense: 'nonsense' }

function expectRefusal(answer: Answer, status: number, code: string) {
  const { refused, message, requestId } = refusalOf(answer)
  expect(refused, answer.text).toEqual([status, code])
  expect(message).toMatch(/\S/)
  expect(answer.headers.get('x-request-id')).toBe(requestId)
}

const once = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

describe('without a valid credential', () => {
  test.each(named(closed))('$name responds 401', async ({ op }) => {
    const send = (headers: Record<string, string>) => sendPlain(gateway(), op, NONSENSE, headers)
    expectRefusal(await send({}), 401, 'UNAUTHORIZED')
    expect((await send({})).headers.get('www-authenticate')).toBe('Bearer realm="crm"')
    expectRefusal(await send({ authorization: 'Bearer garbage' }), 401, 'UNAUTHORIZED')
    expectRefusal(await send({ authorization: 'Basic dXNlcjpwYXNz' }), 401, 'UNAUTHORIZED')
    expectRefusal(await send({ cookie: 'sb-access-token=garbage' }), 401, 'UNAUTHORIZED')
  })

  const mistyped = once(async () => {
    const { token } = await gateway().caller()
    const last = token.at(-1) === 'a' ? 'b' : 'a'
    return token.slice(0, -1) + last
  })

  test.each(named(byToken))('$name distinguishes a mistyped token from an unknown one', async ({ op }) => {
    const send = (token: string) => sendPlain(gateway(), op, NONSENSE, { authorization: `Bearer ${token}` })
    const typo = await send(await mistyped())
    expectRefusal(typo, 401, 'UNAUTHORIZED')
    expect(refusalOf(typo).message).toContain('typing error')
    expectRefusal(await send(mintSecret('ext_').text), 401, 'UNAUTHORIZED')
    expectRefusal(await send(mintSecret('intelligence_').text), 401, 'UNAUTHORIZED')
  })
})

describe('a token that was revoked', () => {
  const revoked = once(async () => {
    const me = await gateway().caller()
    const [row] = await gateway().core.services.sql<{ id: string }[]>`
      select id from extension_tokens where user_id = ${me.principal.userId}`
    await call(removeToken, as(gateway().core, me.principal), { id: row!.id })
    return me.token
  })

  test.each(named(byToken))('is refused by $name with 403', async ({ op }) => {
    const authorization = `Bearer ${await revoked()}`
    expectRefusal(await sendPlain(gateway(), op, NONSENSE, { authorization }), 403, 'FORBIDDEN')
  })
})

describe('a read-only token', () => {
  // What reads a secret, such as the address of the calendar, needs the scope of writing.
  const readable = byToken.filter(
    ({ effect, access }) => effect === 'read' && String(access).endsWith(':read'),
  )
  const others = byToken.filter((op) => !readable.includes(op))

  test.each(named(others))('may not $name', async ({ op }) => {
    const reader = await aStranger(gateway(), { scope: 'read-only' })
    expectRefusal(await reader.send(op, NONSENSE), 403, 'FORBIDDEN')
  })

  test.each(named(readable))('may $name', async ({ op }) => {
    const reader = await aStranger(gateway(), { scope: 'read-only' })
    expect((await reader.send(op, NONSENSE)).status).not.toBe(403)
  })
})

describe('an extension token', () => {
  test.each(named(bySession))('is refused by $name: it cannot create another', async ({ op }) => {
    const { token } = await aStranger(gateway(), { admin: true })
    const answer = await sendPlain(gateway(), op, NONSENSE, { authorization: `Bearer ${token}` })
    expectRefusal(answer, 403, 'FORBIDDEN')
  })
})

describe('a session', () => {
  const left = byToken.filter(({ sessionPlan }) => sessionPlan)
  const ignoring = byToken.filter(({ sessionPlan }) => !sessionPlan)
  test.each(named(ignoring))('is refused by $name: the pipeline ignores cookies', async ({ op }) => {
    const { cookie } = await aStranger(gateway())
    expectRefusal(await sendPlain(gateway(), op, NONSENSE, { cookie }), 401, 'UNAUTHORIZED')
  })

  test.each(named(left))('on any plan may $name, from its own site only', async ({ op }) => {
    const { cookie } = await aStranger(gateway(), { tier: 'free' })
    expect((await sendPlain(gateway(), op, NONSENSE, { cookie })).status).not.toBe(403)
    if (op.effect === 'read') return
    const foreign = { cookie, origin: 'https://elsewhere.example' }
    expectRefusal(await sendPlain(gateway(), op, NONSENSE, foreign), 403, 'FORBIDDEN')
  })

  const administrative = bySession.filter((op) => familyOf(op).name === 'admin')
  test.each(named(administrative))('of an ordinary user is refused by $name', async ({ op }) => {
    const me = await aStranger(gateway())
    expectRefusal(await me.send(op, NONSENSE), 403, 'FORBIDDEN')
  })
})

describe('an intelligence key', () => {
  test.each(named(byKey))('restricted to the other scope is refused by $name', async ({ op }) => {
    const me = await aStranger(gateway())
    const other = op.access === 'intelligence:read' ? 'intelligence:write' : 'intelligence:read'
    const { key } = await call(addKey, as(gateway().core, me.principal), { name: 'x', scopes: [other] })
    const answer = await sendPlain(gateway(), op, NONSENSE, { authorization: `Bearer ${key}` })
    expectRefusal(answer, 403, 'FORBIDDEN')
  })
})

const planOf = (op: Operation): Tier => op.plan ?? familyOf(op).plan

describe('a smaller plan', () => {
  const withPlan = closed.filter((op) => planOf(op) !== 'free')
  test.each(named(withPlan))('does not include $name', async ({ op }) => {
    for (const tier of TIERS.slice(0, TIERS.indexOf(planOf(op)))) {
      const me = await aStranger(gateway(), { tier })
      const answer = await me.send(op, NONSENSE)
      expectRefusal(answer, 403, 'FORBIDDEN')
      expect(refusalOf(answer).message).toContain(planOf(op))
    }
  })
})

describe('over the limit', () => {
  const exhausted = once(async (): Promise<World> => {
    const me = await aStranger(gateway())
    const { limiter } = gateway().core.services
    for (let n = 0; n < 60; n += 1) await limiter.spend('pipeline', me.principal.userId)
    return me
  })

  test.each(named(operations.filter((op) => familyOf(op).limit === 'pipeline')))(
    '$name responds 429',
    async ({ op }) => {
      const answer = await (await exhausted()).send(op, NONSENSE)
      expectRefusal(answer, 429, 'RATE_LIMITED')
      const { headers } = answer
      expect(headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
      expect(headers.get('x-ratelimit-limit')).toBe('60')
      expect(headers.get('x-ratelimit-remaining')).toBe('0')
      expect(headers.get('x-ratelimit-monthly-limit')).toBe('50000')
      expect(Number(headers.get('x-ratelimit-monthly-remaining'))).toBeGreaterThan(49_800)
    },
  )

  /** A user on the free plan, then on the others: each test uses the lowest plan with access. */
  const spent = Object.fromEntries(
    TIERS.map((tier) => [
      tier,
      once(async (): Promise<World> => {
        const me = await aStranger(gateway(), { tier })
        const { limiter } = gateway().core.services
        const { minute } = LIMITS[`intelligence-${tier}`]
        for (let n = 0; n < minute; n += 1) await limiter.spend(`intelligence-${tier}`, me.principal.userId)
        return me
      }),
    ]),
  ) as Record<Tier, () => Promise<World>>

  const own = closed.filter((op) => familyOf(op).limit === 'own')
  test.each(named(own))('$name responds 429 at its own limit', async ({ op }) => {
    const me = await aStranger(gateway(), { admin: true })
    const name = op.name as keyof typeof LIMITS
    const { limiter } = gateway().core.services
    for (let n = 0; n < LIMITS[name].minute; n += 1) await limiter.spend(name, me.principal.userId)
    const answer = await me.send(op, NONSENSE)
    expectRefusal(answer, 429, 'RATE_LIMITED')
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
    expect(answer.headers.get('x-ratelimit-limit')).toBe(String(LIMITS[name].minute))
  })

  const keyed = operations.filter((op) => familyOf(op).limit === 'intelligence')
  test.each(named(keyed))('$name responds 429 at the limit of its account', async ({ op }) => {
    const tier = planOf(op)
    const answer = await (await spent[tier]()).send(op, NONSENSE)
    expectRefusal(answer, 429, 'RATE_LIMITED')
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(answer.headers.get('x-ratelimit-tier')).toBe(tier)
  })
})
