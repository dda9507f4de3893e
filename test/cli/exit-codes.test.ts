import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { urlOf } from '../../core/database/embedded.ts'
import { listen } from '../../gateway/http/server.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { crmProcess } from './process.ts'
import { crm, crmJson } from './run.ts'

let database: TestDatabase
let here: { url: string }
beforeAll(async () => {
  database = await freshDatabase()
  here = { url: database.url }
  await crm(['jobs', 'add', 'Acme', 'Engineer', '--url', 'https://acme.example/jobs/1'], here)
})
afterAll(() => database.close())

test.each([
  [0, ['jobs', 'list'], 'done'],
  [2, ['jobs', 'list', '--nonsense'], 'an unknown flag'],
  [2, ['jobs', 'show'], 'an argument that is missing'],
  [3, ['jobs', 'show', 'nobody'], 'nothing of that name'],
  [3, ['jobs', 'show', '01900000-0000-7000-8000-000000000000'], 'no such id'],
  [5, ['jobs', 'list', '--limit', '101'], 'an invalid value'],
  [5, ['jobs', 'add', 'Acme', 'Engineer', '--url', 'https://acme.example/jobs/1'], 'a conflict'],
])('exit %i: crm %j, %s', async (code, args) => {
  expect((await crm(args, here)).code).toBe(code)
})

test.each([
  ['jobs add A B --priority urgent'],
  ['jobs edit acme --priority urgent'],
  ['jobs status acme hired'],
  ['contacts add Jane --email jane'],
  ['activities log acme Called --type shout'],
  ['calendar add Onsite --at tomorrow --type party'],
  ['activities log acme Called --at tomorrow'],
  ['jobs status acme applied --at tomorrow'],
  ['jobs add A B --status applied --at tomorrow'],
  ['calendar add Onsite --at 2030-01-02 --until 2030-01-01'],
  ['webhooks add https://example.com --events job.hired'],
])('exit 5: crm %s, with --dry-run too', async (line) => {
  const real = await crm(line.split(' '), here)
  const plan = await crm([...line.split(' '), '--dry-run'], here)
  expect(real.code).toBe(5)
  expect(plan).toEqual(real)
})

test.each([
  ['jobs add A B --deadline someday', '--deadline: “someday” is not a date'],
  ['mcp --allow-write=jbos', '--allow-write: there is no jbos'],
  ['serve --port 99999', '--port must be from 0 to 65535'],
  ['jobs edit --where pay>lots -p high', '“lots” is not an amount of pay'],
  ['jobs list --idle soon', '“soon” is not a number of days'],
  ['salary show nurse --min €90k', 'dollars'],
  ['inbox add http://mail.example.com', '“http://mail.example.com” is not an IMAP address'],
])('exit 2: a value that its flag or argument does not take: crm %s', async (line, said) => {
  const { code, stderr } = await crm(line.split(' '), here)
  expect([code, stderr]).toEqual([2, expect.stringContaining(said)])
})

test.each([
  ['jobs add', 'Name the company and role: crm add COMPANY ROLE'],
  ['log acme', 'Say what happened: crm log acme "Called Jane"'],
  ['jobs show', '<job> is missing: crm jobs show <job>'],
  ['jobs attach acme', 'is missing: crm jobs attach'],
  ['tokens list a', 'Too many arguments: crm tokens list'],
  ['jobs list --nonsense', 'There is no option --nonsense.'],
  ['jobs --nonsense', 'There is no option --nonsense.'],
  ['jobs list --company', '--company <text> needs a value.'],
  // 5 is its verdict on a figure outside the bounds.
  ['salary show nurse --min lots', '--min: “lots” is not an amount of pay'],
  ['sync /etc/hostname', 'name a folder for the mirror'],
  ['sync /proc/x', 'the folder does not exist'],
  [`sync /tmp/${'x'.repeat(300)}`, 'its name is too long'],
])('exit 2: a command line that is not complete or not known: crm %s', async (line, said) => {
  const { code, stderr } = await crm(line.split(' '), here)
  expect([code, stderr]).toEqual([2, expect.stringContaining(said)])
})

test('exit 2: an argument that is not UTF-8, and nothing is stored', async () => {
  const { code, stderr } = await crm(['jobs', 'add', 'Caf\ufffd', 'Cook'], here)
  expect([code, stderr]).toEqual([2, expect.stringContaining('not valid UTF-8')])
  expect((await crmJson(['jobs', 'list', '--company', 'Caf', '--json'], here)).body.total).toBe(0)
})

test('an invalid value is reported with its flag', async () => {
  const { stderr } = await crm(['jobs', 'list', '--limit', '101'], here)
  expect(stderr).toBe('crm: --limit must be at most 100\n')
  const zone = await crm(['me', '--zone', 'Mars/Base'], here)
  expect(zone.stderr).toBe('crm: --zone is not the name of an IANA time zone\n')
  const { body } = await crmJson(['jobs', 'add', 'A', 'B', '--priority', 'urgent', '--json'], here)
  expect(body.error.message).toBe('--priority must be one of high, medium, low')
})

test('exit 1: a failure, and doctor when a check fails', async () => {
  const { code, body } = await crmJson(['doctor', '--json'])
  expect(code).toBe(1)
  expect(body).toMatchObject({ ok: false })
})

test('exit 6: the database is unreachable', async () => {
  const url = 'postgres://crm:hunter2@127.0.0.1:1/crm'
  const { code, body } = await crmJson(['jobs', 'list', '--json'], { url })
  expect(code).toBe(6)
  expect(body.error.code).toBe('UNAVAILABLE')
  expect(JSON.stringify(body)).not.toContain('hunter2')
})

test.each([
  ['nothing listens there', 'postgres://crm:hunter2@127.0.0.1:1/crm', 'ECONNREFUSED 127.0.0.1:1'],
  ['there is no such host', 'postgres://crm:hunter2@database.invalid/crm', 'database.invalid'],
  ['there is no such database', 'absent', 'database "absent" does not exist'],
])('exit 6: DATABASE_URL is wrong, because %s', async (_, address, reason) => {
  const url = address === 'absent' ? urlOf({ ...inject('address'), database: 'absent' }) : address
  // Side by side, because each waits for the database for a while.
  const commands = ['jobs list', 'db migrate', 'db backup b.crm', 'serve --port 0']
  const refused = Promise.all(commands.map((command) => crm(command.split(' '), { url })))
  const doctor = crm(['doctor'], { url })
  for (const { code, stdout, stderr } of await refused) {
    expect({ code, stdout }).toEqual({ code: 6, stdout: '' })
    expect(stderr).toContain(reason)
    expect(stderr).toContain('Check DATABASE_URL')
    expect(stderr).not.toContain('hunter2')
  }
  expect((await doctor).stdout).toContain(reason)
})

test('exit 6: what listens there accepts connections and closes them', async () => {
  const proxy = createTcpServer((socket) => socket.on('error', () => {}).end())
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  const { code, stderr } = await crm(['db', 'migrate'], { url: `postgres://crm@127.0.0.1:${port}/crm` })
  proxy.close()
  expect(code).toBe(6)
  expect(stderr).toContain('The database does not answer.')
})

test('exit 130: interrupted', async () => {
  let asked: () => void
  const waiting = new Promise<void>((resolve) => (asked = resolve))
  await withServer(
    () => asked(),
    async (server) => {
      const started = crmProcess(['jobs', 'list'], {
        ...here,
        env: { CRM_SERVER: server, CRM_TOKEN: 'ext_x' },
        signal: { name: 'SIGINT', after: waiting },
      })
      await waiting
      expect((await started).code).toBe(130)
    },
  )
})

async function withServer(listener: RequestListener, work: (url: string) => Promise<void>): Promise<void> {
  const server: Server = createServer(listener)
  const url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
  try {
    await work(url)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('a remote server', () => {
  const remote = (server: string) => ({ ...here, env: { CRM_SERVER: server, CRM_TOKEN: 'ext_nothing' } })

  test.each([
    [4, 401, 'UNAUTHORIZED'],
    [4, 403, 'FORBIDDEN'],
    [3, 404, 'NOT_FOUND'],
    [5, 409, 'CONFLICT'],
    [7, 429, 'RATE_LIMITED'],
    [1, 500, 'INTERNAL_ERROR'],
    [6, 502, 'UNAVAILABLE'],
  ])('exit %i when it responds %i, with or without a body', async (code, status, wire) => {
    for (const said of [JSON.stringify({ error: 'No.', code: wire }), '<html>no</html>'])
      await withServer(
        (_, res) => void res.writeHead(status, { 'X-Request-Id': 'req_1', 'Retry-After': '60' }).end(said),
        async (server) => {
          const answer = await crmJson(['jobs', 'list', '--json'], remote(server))
          expect(answer.code).toBe(code)
          expect(answer.body.error).toMatchObject({ code: wire, requestId: 'req_1' })
        },
      )
  })

  test('exit 6, naming the host, when the connection is refused or the name unknown', async () => {
    for (const host of ['127.0.0.1:1', 'nowhere.invalid']) {
      const { code, stderr } = await crm(['jobs', 'list'], remote(`http://${host}`))
      expect(code).toBe(6)
      expect(stderr).toContain(host)
    }
  })

  test.each([
    ['a page of something else', 200, {}, 'is not crm'],
    ['a redirect', 301, { Location: 'https://crm.example.com/' }, 'redirects to https://crm.example.com/'],
  ])('exit 6 when it responds with %s', async (_, status, headers, said) => {
    await withServer(
      (_req, res) => void res.writeHead(status, headers).end('<html>Welcome</html>'),
      async (server) => {
        const { code, body } = await crmJson(['jobs', 'list', '--json'], remote(server))
        expect(code).toBe(6)
        expect(body.error).toMatchObject({ code: 'UNAVAILABLE', hint: expect.stringContaining('crm doctor') })
        expect(body.error.message).toContain(said)
      },
    )
  })

  test('a write whose connection is lost is sent again with the same Idempotency-Key, a deletion is not', async () => {
    const keys: unknown[] = []
    await withServer(
      (req, res) => {
        keys.push(req.headers['idempotency-key'])
        if (keys.length !== 2) return void req.socket.destroy()
        res.end('{"id":"00000000-0000-7000-8000-000000000000","company":"A","role":"B","status":"saved"}')
      },
      async (server) => {
        expect((await crm(['jobs', 'add', 'A', 'B'], remote(server))).code).toBe(0)
        expect(keys).toHaveLength(2)
        expect(keys[0]).toBe(keys[1])
        const gone = '00000000-0000-7000-8000-000000000000'
        expect((await crm(['call', 'jobs.delete', '--id', gone], remote(server))).code).toBe(6)
        expect(keys).toHaveLength(3)
      },
    )
  })

  test.each([429, 503])('status %i is retried after Retry-After', async (status) => {
    let [calls, began] = [0, 0]
    await withServer(
      (_, res) => {
        calls += 1
        if (calls === 1) began = performance.now()
        if (calls < 2) return void res.writeHead(status, { 'Retry-After': '1' }).end('{}')
        res.end('{"jobs":[],"nextCursor":null,"total":0}')
      },
      async (server) => {
        expect((await crm(['jobs', 'list'], remote(server))).code).toBe(0)
        expect(performance.now() - began).toBeGreaterThan(900)
        expect(calls).toBe(2)
      },
    )
  })

  test.each([
    ['creation', ['jobs', 'add', 'A', 'B']],
    ['change', ['call', 'jobs.update', '--id', '00000000-0000-7000-8000-000000000000', '--notes', 'n']],
  ])('a retried %s sends the same Idempotency-Key', async (_, args) => {
    const keys: unknown[] = []
    await withServer(
      (req, res) => {
        keys.push(req.headers['idempotency-key'])
        res.writeHead(503, { 'Retry-After': '0' }).end('{}')
      },
      async (server) => {
        expect((await crm(args, remote(server))).code).toBe(6)
      },
    )
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
    expect(keys[0]).toBeTypeOf('string')
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  })
})

test('exit 5: an address that is none is the person’s, and no fault of ours', async () => {
  const { code, stderr } = await crm(['jobs', 'add', 'https://a b'], here)
  expect([code, stderr]).toEqual([5, expect.stringContaining('is not a web address')])
})

test('an event over the end of tomorrow is shown once', async () => {
  await crm(['calendar', 'add', 'Late', '--type', 'call', '--at', 'tomorrow 23:00', '--for', '3h'], here)
  const { body } = await crmJson(['today', '--json'], here)
  expect(body.events.map(({ title }: { title: string }) => title)).toEqual(['Late'])
})

test('exit 5: a scope that the core refuses, with those that there are', async () => {
  const { code, stderr } = await crm(['tokens', 'create', '--name', 'x', '--scope', 'jobs:writ'], here)
  expect([code, stderr]).toEqual([5, expect.stringContaining(', ai')])
})
