// The clients in docs/api.md, run as printed: a mirror, a webhook receiver and a salary gate, each as short as it is said.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addKey } from '../../core/identity/operations.ts'
import { deliveryWorker } from '../../core/webhooks/worker.ts'
import { startWorkers } from '../../core/background/worker.ts'
import { as, call } from '../harness.ts'
import { useGateway } from './harness.ts'

const gateway = useGateway({ allowPrivateHosts: ['127.0.0.1'] })
const folder = mkdtempSync(join(tmpdir(), 'crm-clients-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'api.md'), 'utf8')

/** The code under a heading, as a file. */
function printed(heading: string, mostLines: number): string {
  const code = new RegExp(`### ${heading}\n[^]*?\`\`\`js\n([^]*?)\`\`\``).exec(guide)![1]!
  expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(mostLines)
  const file = join(folder, `${heading.replace(/\W/g, '-')}.mjs`)
  writeFileSync(file, code)
  return file
}

/** Starts a client in the folder. */
function start(file: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...env },
  })
  let said = ''
  child.stdout.on('data', (part) => (said += String(part)))
  child.stderr.on('data', (part) => (said += String(part)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended, said: () => said }
}

test('the mirror equals the records each time it has run', async () => {
  const file = printed('A mirror', 30)
  const me = await gateway().caller()
  const env = { CRM_URL: gateway().url, CRM_TOKEN: me.token }
  const run = async (): Promise<Record<string, unknown>> => {
    const { ended, said } = start(file, env)
    expect([await ended, said()]).toEqual([0, ''])
    return (
      JSON.parse(readFileSync(join(folder, 'mirror.json'), 'utf8')) as { records: Record<string, unknown> }
    ).records
  }
  const { body: one } = await me.send('POST', '/api/mcp/jobs', { company: 'Acme', role: 'Engineer' })
  const { body: two } = await me.send('POST', '/api/mcp/jobs', { company: 'Beta', role: 'Writer' })
  expect(await run()).toEqual({ [`job/${one.id}`]: one, [`job/${two.id}`]: two })
  await me.send('DELETE', `/api/mcp/jobs/${one.id}`)
  const { body: changed } = await me.send('PATCH', `/api/mcp/jobs/${two.id}`, { notes: 'n' })
  expect(await run()).toEqual({ [`job/${two.id}`]: changed })
})

test('the receiver takes what is signed, and nothing else', async () => {
  const file = printed('A webhook receiver', 20)
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => holder.once('listening', resolve))
  const { port } = holder.address() as AddressInfo
  await new Promise((resolve) => holder.close(resolve))
  const secret = 'a secret that both sides know'
  const receiver = start(file, { HOOK_SECRET: secret, PORT: String(port) })
  const url = `http://127.0.0.1:${port}/`
  const forge = () =>
    fetch(url, { method: 'POST', body: '{"event":"x"}' }).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(forge).toBe(401)
  const me = await gateway().caller()
  await me.send('POST', '/api/mcp/webhooks', { url, secret, events: ['job.created'] })
  const workers = startWorkers(gateway().core.services, [deliveryWorker])
  await me.send('POST', '/api/mcp/jobs', { company: 'Acme', role: 'Engineer' })
  await expect.poll(receiver.said).toBe('job.created Acme\n')
  await workers.stop()
  receiver.child.kill()
  await receiver.ended
})

test('the gate lets a salary of the market through, and fails for one under it', async () => {
  const file = printed('A salary gate in CI', 5)
  const me = await gateway().caller({ tier: 'pro' })
  const { key } = await call(addKey, as(gateway().core, me.principal), { name: 'ci' })
  const env = {
    CRM_URL: gateway().url,
    CRM_INTELLIGENCE_KEY: String(key),
    ROLE: 'registered nurse',
    CITY: 'Seattle',
  }
  const gate = async (more: Record<string, string>) => {
    const { ended, said } = start(file, { ...env, ...more })
    return [await ended, said()] as const
  }
  expect(await gate({ SALARY: '400000' })).toEqual([0, ''])
  const [code, said] = await gate({ SALARY: '30000' })
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/30000 is under the market, which begins at \d{5,}/),
  ])
  expect((await gate({ SALARY: '400000', CITY: 'Nowhere at all' }))[0]).toBe(1)
})
