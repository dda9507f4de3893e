// One delivery attempt: it reaches no internal host, ends in time, and reports a failure in one sentence.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openDialler } from '../../../core/outbound/dial.ts'
import { deliver, type Outcome } from '../../../core/webhooks/http-call.ts'
import { hostileAddresses, hostileAnswers } from '../outbound/hostile-addresses.ts'

const servers: Server[] = []
afterAll(() => servers.forEach((server) => server.close()))

async function listening<S extends Server>(server: S, host = '127.0.0.1'): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}

const never = new AbortController().signal
const signed = {
  ...{ deliveryId: 'd1', event: 'job.created', timestampSeconds: 1_800_000_000 },
  ...{ body: '{"event":"job.created"}', secret: 'a secret' },
}

/** One attempt with these hosts exempt, on any port. */
async function attempt(url: string, { exempt = [], resolve, signal = never }: Reach = {}): Promise<Outcome> {
  const rules = { allowPrivateHosts: exempt, mayUsePort: () => true }
  const dialler = await openDialler(rules, { resolve })
  try {
    return await deliver(dialler, url, signed, signal)
  } finally {
    await dialler.destroy()
  }
}

interface Reach {
  exempt?: string[]
  resolve?: () => Promise<string[]>
  signal?: AbortSignal
}

/** An attempt at a receiver with this response. */
async function answered(answer: (res: ServerResponse) => void, signal?: AbortSignal): Promise<Outcome> {
  const server = createServer((req, res) => {
    req.resume()
    req.once('end', () => answer(res))
  })
  const host = `127.0.0.1:${await listening(server)}`
  const outcome = await attempt(`http://${host}/`, { exempt: [host], ...(signal && { signal }) })
  server.closeAllConnections()
  return outcome
}

test('no internal host is reached, directly, through a redirect or by a name', async () => {
  let reached = 0
  const canary = createTcpServer((socket) => {
    reached += 1
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  })
  const port = await listening(canary, '::').catch(() => listening(canary))
  for (const address of hostileAddresses(port)) {
    const { delivered, problem } = await attempt(address)
    expect([delivered, problem], address).toEqual([
      false,
      'The address does not exist, or cannot be reached.',
    ])
  }
  const led = await answered((res) => res.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end())
  expect(led).toMatchObject({ delivered: false, status: 307 })
  for (const addresses of Object.values(hostileAnswers)) {
    const resolve = () => Promise.resolve(addresses)
    expect((await attempt(`http://rebinder.example:${port}/`, { resolve })).delivered).toBe(false)
  }
  expect(reached).toBe(0)
  await attempt(`http://127.0.0.1:${port}/`, { exempt: [`127.0.0.1:${port}`] })
  expect(reached).toBe(1)
})

describe.concurrent('an attempt ends', () => {
  test('after ten seconds without a response', async () => {
    const began = performance.now()
    const outcome = await answered(() => {})
    expect(outcome).toMatchObject({
      delivered: false,
      status: null,
      problem: 'No answer within ten seconds.',
    })
    expect(performance.now() - began).toBeGreaterThan(9_900)
  })

  test('when the status is known but the body trickles, keeping what was received', async () => {
    const outcome = await answered((res) => {
      res.writeHead(200).write('so far')
      const drip = setInterval(() => res.write('.'), 100)
      res.once('close', () => clearInterval(drip))
    })
    expect(outcome).toMatchObject({
      delivered: true,
      status: 200,
      body: expect.stringMatching(/^so far\.+$/),
    })
  })

  test('when the process shuts down', async () => {
    const outcome = await answered(() => {}, AbortSignal.timeout(100))
    expect(outcome).toMatchObject({ delivered: false, status: null })
  })

  test('with the final response after an early hint', async () => {
    const outcome = await answered((res) => {
      res.writeEarlyHints({ link: '</style.css>; rel=preload' })
      res.writeHead(429, { 'retry-after': '30' }).end()
    })
    expect(outcome).toMatchObject({ delivered: false, status: 429, retryAfter: '30' })
  })
})

const hasOpenssl = !spawnSync('openssl', ['version']).error

test.skipIf(!hasOpenssl)('an untrusted certificate is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crm-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'],
    ...['-keyout', key, '-out', cert],
  ])
  let asked = 0
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, res) => {
    asked += 1
    res.end()
  })
  rmSync(folder, { recursive: true })
  const host = `localhost:${await listening(server)}`
  const outcome = await attempt(`https://${host}/`, { exempt: [host] })
  expect(outcome).toMatchObject({ delivered: false, problem: 'The TLS certificate is not accepted.' })
  expect(asked).toBe(0)
})
