// Shutdown: requests in flight complete, load balancers are warned, and a second signal exits immediately.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spawn } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve, type ServerProcess } from '../program.ts'
import { useGateway, type Caller } from './harness.ts'

/** Creates users; the processes under test share its database and its secret. */
const helper = useGateway()
const home = mkdtempSync(join(tmpdir(), 'crm-shutdown-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const settings = () => ({
  CRM_HOME: home,
  DATABASE_URL: helper().core.database.url,
  CRM_SECRET_KEY: helper().core.services.config.secretKey!,
})

const start = (env: Record<string, string> = {}): Promise<ServerProcess> => serve({ ...env, ...settings() })

let me: Caller
beforeAll(async () => {
  me = await helper().caller()
})

const statusOf = (url: string): Promise<number | 'refused'> =>
  fetch(url, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => 'refused',
  )

/** Waits until a process that is shutting down refuses new connections. */
const closed = ({ url }: ServerProcess) => expect.poll(() => statusOf(`${url}/healthz`)).toBe('refused')

/** A request whose body is still being sent; the gateway has its headers, as it has sent 100 Continue. */
async function halfSent(url: string): Promise<{ socket: Socket; finish(): Promise<string> }> {
  const body = JSON.stringify({ company: 'Acme', role: 'Engineer' })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(
    `POST /api/mcp/jobs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${me.token}\r\nExpect: 100-continue\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  expect(String(await new Promise((resolve) => socket.once('data', resolve)))).toMatch(/^HTTP\/1\.1 100 /)
  socket.write(body.slice(0, 5))
  return {
    socket,
    finish: () =>
      new Promise((resolve) => {
        let text = ''
        socket.on('data', (chunk) => void (text += String(chunk)))
        socket.on('close', () => resolve(text))
        socket.write(body.slice(5))
      }),
  }
}

describe('SIGTERM', () => {
  test('lets a request in flight finish, closes idle connections, and exits with 0', async () => {
    const gateway = await start()
    await fetch(`${gateway.url}/healthz`)
    const request = await halfSent(gateway.url)
    gateway.child.kill('SIGTERM')
    await closed(gateway)
    expect(await request.finish()).toMatch(/^HTTP\/1\.1 201 /)
    expect(await gateway.ended).toBe(0)
    const { total } = (await me.get('/api/mcp/jobs')).body
    expect(total).toBe(1)
  })

  test('makes /readyz fail first, and serves requests for five more seconds', async () => {
    const gateway = await start()
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200)
    const signalled = performance.now()
    gateway.child.kill('SIGTERM')
    await expect.poll(() => statusOf(`${gateway.url}/readyz`)).toBe(503)
    const ready = await fetch(`${gateway.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'leaving', database: 'ready' }])
    const job = await fetch(`${gateway.url}/api/mcp/jobs`, {
      headers: { authorization: `Bearer ${me.token}` },
    })
    expect(job.status).toBe(200)
    expect(await gateway.ended).toBe(0)
    expect(performance.now() - signalled).toBeGreaterThan(4_500)
  })

  test('twice exits immediately; the log has its requests, with secrets redacted', async () => {
    const gateway = await start({ LOG_LEVEL: 'info' })
    const { socket } = await halfSent(gateway.url)
    socket.on('error', () => {})
    const secret = `cal_${'A1b2'.repeat(10)}`
    await fetch(`${gateway.url}/calendar/${secret}.ics`)
    gateway.child.kill('SIGTERM')
    await closed(gateway)
    gateway.child.kill('SIGTERM')
    expect(await gateway.ended).toBe(143)
    const lines = gateway.stderr().trim().split('\n')
    const paths = lines.map((line) => (JSON.parse(line) as { path?: string }).path)
    expect(paths.filter(Boolean)).toContain('/calendar/[secret].ics')
    expect(gateway.stderr()).not.toContain(secret)
  })

  test('sent to npm start reaches the gateway, which completes and exits with 0', async () => {
    const npm = spawn('npm', ['start', '--', '--port', '0'], {
      cwd: join(import.meta.dirname, '..', '..'),
      env: { ...process.env, ...settings() },
    })
    let out = ''
    const url = await new Promise<string>((resolve, reject) => {
      npm.stdout.on('data', (chunk) => {
        out += String(chunk)
        const found = /running at (\S+)[^]*Ctrl-C/.exec(out)?.[1]
        if (found) resolve(found)
      })
      npm.once('close', () => reject(new Error(`npm start ended: ${out}`)))
    })
    const ended = new Promise((resolve) => npm.once('close', resolve))
    npm.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(await statusOf(`${url}/healthz`)).toBe('refused')
  })
})
