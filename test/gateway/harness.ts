// The gateway over real HTTP, on its own port.
import type { Server } from 'node:http'
import { afterAll, beforeAll } from 'vitest'
import type { Config } from '../../core/config.ts'
import { addToken } from '../../core/identity/operations.ts'
import { MINUTE_MS, type Clock } from '../../core/kernel/clock.ts'
import type { Principal } from '../../core/kernel/context.ts'
import type { Tier } from '../../core/kernel/family.ts'
import { deliveryFigures } from '../../core/webhooks/delivery-metrics.ts'
import { operations } from '../../core/operations.ts'
import { createApp, type GatewayParts } from '../../gateway/app.ts'
import { createHttpServer, drain, listen } from '../../gateway/http/server.ts'
import { createCredentialThrottle } from '../../gateway/http/credential-throttle.ts'
import { createMetrics } from '../../gateway/metrics.ts'
import { createReadiness } from '../../gateway/readiness.ts'
import { as, aUser, call, openTestCore, type Replace, type TestCore } from '../harness.ts'

export interface Answer {
  status: number
  headers: Headers
  // Tests read bodies of many shapes; each assertion states the expected one.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any
  text: string
}

export interface Caller {
  principal: Principal
  token: string
  get(path: string): Promise<Answer>
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export interface TestGateway {
  url: string
  core: TestCore
  server: Server
  /** A user with an extension token. */
  caller(role?: { tier?: Tier; scope?: string; admin?: boolean }): Promise<Caller>
  request(method: string, path: string, init?: RequestInit): Promise<Answer>
  close(): Promise<void>
}

/** Disables throttling, because tests send hundreds of bad credentials; metrics are never cached. */
export const gatewayPartsFor = ({ services }: TestCore): GatewayParts => ({
  metrics: createMetrics({ clock: ticking(), deliveries: () => deliveryFigures(services) }),
  throttle: createCredentialThrottle(services.clock, Infinity),
  readiness: createReadiness(services.clock),
})

function ticking(): Clock {
  let minutes = 0
  return { now: () => (minutes += 1) * MINUTE_MS }
}

/** Sends a request to a gateway at this address. */
export async function requestAt(
  url: string,
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  const response = await fetch(url + path, { method, redirect: 'manual', ...init })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const body = isJson && text ? JSON.parse(text) : text
  return { status: response.status, headers: response.headers, text, body }
}

export async function startTestGateway(
  changes: Partial<Config> = {},
  replace?: Replace,
): Promise<TestGateway> {
  return gatewayOver(await openTestCore(changes, replace))
}

/** A gateway of this core, with these of its routes. */
export async function gatewayOver(core: TestCore, served = operations): Promise<TestGateway> {
  const server = createHttpServer(
    createApp({ services: core.services, operations: served, close: core.close }, gatewayPartsFor(core)),
  )
  const url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`

  const request: TestGateway['request'] = (...asked) => requestAt(url, ...asked)

  return {
    url,
    core,
    server,
    request,
    async caller({ tier = 'ultra', scope = 'read-write', admin = false } = {}) {
      const principal = await aUser(core, { tier, admin })
      const { token } = await call(addToken, as(core, principal), { name: 'test', scope })
      const authorization = `Bearer ${token}`
      return {
        principal,
        token: String(token),
        get: (path) => request('GET', path, { headers: { authorization } }),
        send: (method, path, body, headers = {}) =>
          request(method, path, {
            headers: { authorization, 'content-type': 'application/json', ...headers },
            ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
          }),
      }
    },
    async close() {
      await drain(server, 1_000)
      await core.close()
    },
  }
}

/** One gateway for all tests of a file. */
export function useGateway(changes: Partial<Config> = {}, replace?: Replace): () => TestGateway {
  let gateway: TestGateway | undefined
  beforeAll(async () => {
    gateway = await startTestGateway(changes, replace)
  })
  afterAll(() => gateway?.close())
  return () => gateway!
}
