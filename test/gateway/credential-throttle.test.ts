// Clients that keep guessing credentials are refused without a query; valid clients at the same address are
// not.
import { describe, expect, test } from 'vitest'
import { mintSecret } from '../../core/identity/secret-text.ts'
import { operations } from '../../core/operations.ts'
import { createApp } from '../../gateway/app.ts'
import { createHttpServer, drain, listen } from '../../gateway/http/server.ts'
import { createCredentialThrottle } from '../../gateway/http/credential-throttle.ts'
import { gatewayPartsFor, useGateway } from './harness.ts'

const gateway = useGateway({ trustProxy: 1 })

function moving() {
  let nowMs = 1_000_000
  return { now: () => nowMs, advance: (ms: number) => void (nowMs += ms) }
}

describe('over HTTP', () => {
  test('a flood of unknown tokens gets 429, and a known token from the same address is served', async () => {
    const { core, caller } = gateway()
    const me = await caller()
    const throttle = createCredentialThrottle(core.services.clock, 5)
    const app = createApp(
      { services: core.services, operations, close: async () => {} },
      { ...gatewayPartsFor(core), throttle },
    )
    const server = createHttpServer(app)
    const url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
    const ask = async (token: string, from = '203.0.113.7') => {
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': from }
      const response = await fetch(`${url}/api/mcp/jobs`, { headers })
      return {
        status: response.status,
        retry: response.headers.get('retry-after'),
        body: (await response.json()) as { code: string },
      }
    }
    expect((await ask(me.token)).status).toBe(200)
    for (let n = 0; n < 5; n += 1) expect((await ask(mintSecret('ext_').text)).status).toBe(401)
    const refused = await ask(mintSecret('ext_').text)
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.retry)).toBeGreaterThan(0)
    expect((await ask(me.token)).status).toBe(200)
    expect((await ask((await caller()).token)).status).toBe(429)
    expect((await ask(mintSecret('ext_').text, '203.0.113.8')).status).toBe(401)
    await drain(server, 1_000)
  })
})

describe('the count', () => {
  const isAdmitted = (
    throttle: ReturnType<typeof createCredentialThrottle>,
    address: string,
    credential = 'x',
  ) => {
    try {
      throttle.admit(address, credential)
      return true
    } catch {
      return false
    }
  }

  test('starts again after a minute', () => {
    const clock = moving()
    const throttle = createCredentialThrottle(clock, 2)
    throttle.refused('203.0.113.7')
    throttle.refused('203.0.113.7')
    expect(isAdmitted(throttle, '203.0.113.7')).toBe(false)
    clock.advance(59_999)
    expect(isAdmitted(throttle, '203.0.113.7')).toBe(false)
    clock.advance(1)
    expect(isAdmitted(throttle, '203.0.113.7')).toBe(true)
  })

  test('is shared by all addresses of an IPv6 network', () => {
    const throttle = createCredentialThrottle(moving(), 1)
    throttle.refused('2001:db8:1:2::1')
    expect(isAdmitted(throttle, '2001:db8:1:2:ffff::9')).toBe(false)
    expect(isAdmitted(throttle, '2001:db8:1:3::1')).toBe(true)
  })

  test('knows the new secret of a grant, too', () => {
    const throttle = createCredentialThrottle(moving(), 1)
    for (const secret of ['access_11111111', 'access_22222222']) throttle.accepted('grant', secret)
    throttle.refused('203.0.113.7')
    expect(isAdmitted(throttle, '203.0.113.7', 'access_22222222')).toBe(true)
  })

  test('keeps ten thousand networks and ten thousand good credentials, and evicts the oldest', () => {
    const throttle = createCredentialThrottle(moving(), 1)
    for (let n = 0; n <= 10_000; n += 1) {
      throttle.refused(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
      throttle.accepted(`id ${n}`, `credential ${n}`)
    }
    expect(isAdmitted(throttle, '10.0.0.0')).toBe(true)
    expect(isAdmitted(throttle, '10.0.0.1')).toBe(false)
    expect(isAdmitted(throttle, '10.0.0.1', 'credential 0')).toBe(false)
    expect(isAdmitted(throttle, '10.0.0.1', 'credential 1')).toBe(true)
  })
})
