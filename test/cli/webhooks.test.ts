// Webhooks through the built program: a separate worker delivers the events that commands write.
import { spawn, type ChildProcess } from 'node:child_process'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { openReceiver, type Receiver } from '../core/webhooks/receiver.ts'
import { environment, LAUNCHER } from './process.ts'
import { crm, crmJson, type RunOptions } from './run.ts'

let database: TestDatabase
let receiver: Receiver
let here: RunOptions
const children: ChildProcess[] = []

beforeAll(async () => {
  database = await freshDatabase()
  receiver = await openReceiver((path, res) => res.writeHead(path === '/bad' ? 500 : 200).end('thanks'))
  here = { url: database.url, env: { CRM_ALLOW_PRIVATE_HOSTS: receiver.host, NO_COLOR: '1' } }
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await receiver.close()
  await database.close()
})

const run = (...args: string[]) => crm(args, here)
const json = async (...args: string[]) => (await crmJson([...args, '--json'], here)).body
const received = (path: string) => receiver.received.filter((one) => one.path === path)

/** A long-running process, with its output so far and its exit. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    env: environment(here),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const said = { out: '', err: '' }
  child.stdout.on('data', (part) => void (said.out += String(part)))
  child.stderr.on('data', (part) => void (said.err += String(part)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, said, ended }
}

test('a worker without a gateway delivers, reports outcomes, replays, and stops on a signal', async () => {
  const worker = start('serve', '--workers-only')
  await expect.poll(() => worker.said.out).toContain('in the background')
  const { id, secret } = await json(
    'webhooks',
    'add',
    `http://${receiver.host}/hook`,
    '--events',
    'job.created',
  )
  await run('jobs', 'add', 'Acme', 'Chef')
  await expect.poll(() => received('/hook').length).toBe(1)
  const [{ body, headers }] = received('/hook') as unknown as [
    { body: string; headers: Record<string, string> },
  ]
  new Webhook(secret).verify(body, headers)
  await expect.poll(async () => (await json('webhooks', 'list')).webhooks[0].health.state).toBe('healthy')
  const { deliveries, total } = await json('webhooks', 'deliveries', 'hook')
  expect([total, deliveries[0]]).toMatchObject([
    1,
    { webhookId: id, event: 'job.created', status: 'delivered' },
  ])
  const shown = await json('webhooks', 'delivery', deliveries[0].id.slice(-8))
  expect(shown).toMatchObject({
    payload: body,
    attemptLog: [{ number: 1, responseStatus: 200, responseBody: 'thanks' }],
  })
  expect((await run('webhooks', 'replay', deliveries[0].id)).code).toBe(0)
  await expect.poll(() => received('/hook').length).toBe(2)
  expect(await json('webhooks', 'replay', 'hook', '--since', '-1h', '--all')).toMatchObject({ replayed: 1 })
  expect((await run('webhooks', 'delivery', 'ffffffff')).code).toBe(3)
  worker.child.kill('SIGTERM')
  expect(await worker.ended).toBe(0)
})

test('a secret is rotated, a webhook disabled and enabled again', async () => {
  const { id, secret } = await json(
    'webhooks',
    'add',
    `http://${receiver.host}/other`,
    '--events',
    'contact.created',
  )
  const next = await json('webhooks', 'rotate', id, '--overlap', '2h')
  expect(next.secret).not.toBe(secret)
  expect(Date.parse(next.previousSecretUntil) - Date.now()).toBeGreaterThan(7_000_000)
  expect(await json('webhooks', 'disable', id)).toMatchObject({ disabledReason: 'You disabled it.' })
  expect(await json('webhooks', 'enable', id)).toMatchObject({ disabledAt: null })
})

test('listen shows events as they arrive and forwards them, signed with the secret it prints', async () => {
  const listening = start(
    'webhooks',
    'listen',
    '--forward-to',
    `http://${receiver.host}/local`,
    '--events',
    'job.created',
  )
  await expect.poll(() => listening.said.err).toContain('Listening')
  const [secret] = /whsec_\S+/.exec(listening.said.err)!
  // The feed starts at the current time, which it requests only after printing “Listening”.
  await expect
    .poll(
      async () => {
        await run('jobs', 'add', 'Globex', 'Cook', '--allow-duplicate')
        return received('/local').length
      },
      { interval: 1_500 },
    )
    .toBeGreaterThan(0)
  const { body, headers } = received('/local')[0] as unknown as {
    body: string
    headers: Record<string, string>
  }
  new Webhook(secret).verify(body, headers)
  await expect.poll(() => listening.said.out).toMatch(/job\.created {2}Globex — Cook {2}→ 200 in \d+ ms/)
  listening.child.kill('SIGINT')
  expect(await listening.ended).toBe(130)
})

test('a calendar feed is opened, shown, rotated and closed', async () => {
  const first = (await run('calendar', 'feed')).stdout.trim()
  expect(first).toMatch(/^http:\/\/127\.0\.0\.1:8787\/calendar\/cal_\w{49}\.ics$/)
  expect((await run('calendar', 'feed')).stdout.trim()).toBe(first)
  expect((await run('calendar', 'feed', '--rotate')).code).toBe(2)
  expect((await run('calendar', 'feed', '--rotate', '--yes')).stdout.trim()).not.toBe(first)
  expect(await json('calendar', 'feed', '--revoke', '--yes')).toMatchObject({ deleted: true })
  expect((await run('calendar', 'feed', '--revoke', '--yes')).code).toBe(3)
})

test('an event is moved and cancelled by part of its title', async () => {
  await run(
    'calendar',
    'add',
    'Onsite',
    '--at',
    '2031-05-06 10:00',
    '--for',
    '90m',
    '--zone',
    'Europe/Berlin',
  )
  const moved = await json('calendar', 'edit', 'onsite', '--at', '2031-05-07 14:00')
  expect(moved).toMatchObject({ startsAt: '2031-05-07T12:00:00.000Z', endsAt: '2031-05-07T13:30:00.000Z' })
  expect((await run('calendar', 'rm', 'onsite')).code).toBe(2)
  expect(await json('calendar', 'rm', 'onsite', '--yes')).toEqual({ deleted: true, id: moved.id })
})
