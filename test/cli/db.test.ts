import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { freshDatabase } from '../database.ts'
import { environment, LAUNCHER } from './process.ts'
import { crm, crmJson } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'crm-db-'))
/** A real embedded server in a temporary home: DATABASE_URL is empty. */
const own = { env: { CRM_HOME: join(folder, 'home'), DATABASE_URL: '' } }
const other = { env: { CRM_HOME: join(folder, 'other'), DATABASE_URL: '' } }

afterAll(async () => {
  await crm(['db', 'stop'], own)
  await crm(['db', 'stop'], other)
  rmSync(folder, { recursive: true, force: true })
})

describe('crm db with the embedded server', () => {
  test('reports a stopped server, starts it, prints its address and stops it', async () => {
    expect((await crmJson(['db', 'status', '--json'], own)).body).toMatchObject({ running: false, pid: null })
    expect((await crmJson(['db', 'start', '--json'], own)).body).toMatchObject({ started: true })
    expect((await crm(['db', 'start'], own)).stdout).toBe('The database ran already.\n')
    expect((await crmJson(['db', 'migrate', '--json'], own)).body).toEqual({ applied: [] })
    const { body: status } = await crmJson(['db', 'status', '--json'], own)
    expect(status).toMatchObject({ running: true, sharded: false, pid: expect.any(Number) as number })
    expect((await crm(['db', 'shard'], own)).code).toBe(2)
    const { stdout: url } = await crm(['db', 'url'], own)
    expect(url).toMatch(/^postgres:\/\/.*\n$/)
    expect((await crm(['jobs', 'list'], { url: url.trim() })).code).toBe(0)
    expect((await crmJson(['db', 'stop', '--json'], own)).body).toEqual({ stopped: true })
    expect((await crmJson(['db', 'stop', '--json'], own)).body).toEqual({ stopped: false })
    expect((await crmJson(['db', 'status', '--json'], own)).body).toMatchObject({ running: false, pid: null })
  })

  test('the first command starts the server, and two homes are independent', async () => {
    expect((await crm(['jobs', 'add', 'Own', 'Engineer'], own)).code).toBe(0)
    expect((await crmJson(['jobs', 'list', '--json'], own)).body.total).toBe(1)
    expect((await crmJson(['jobs', 'list', '--json'], other)).body.total).toBe(0)
  })

  test('a command that asks several things at once waits for no other crm while the server starts', async () => {
    const asks = { env: { CRM_HOME: join(folder, 'asks'), DATABASE_URL: '' } }
    await crm(['db', 'start'], asks)
    await crm(['db', 'stop'], asks)
    // A second of waiting, after which it is said, passes in a fiftieth of one.
    const uptime = process.uptime.bind(process)
    const clock = vi.spyOn(process, 'uptime').mockImplementation(() => uptime() * 50)
    const { code, stderr } = await crm(['today'], asks).finally(() => clock.mockRestore())
    await crm(['db', 'stop'], asks)
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('another crm')])
  })

  test('the first command may read stdin: nothing of it is lost while the server starts', async () => {
    await crm(['db', 'stop'], own)
    const stdin = 'registered-nurse, el-paso-tx\n'
    const { code, stdout } = await crm(['salary', 'show', '--file', '-'], { ...own, stdin })
    expect([code, stdout.split('\t')[0]]).toEqual([0, 'registered-nurse'])
  })

  test('an external server cannot be started or stopped, but its status can be read', async () => {
    const database = await freshDatabase()
    try {
      for (const verb of ['start', 'stop'])
        expect((await crm(['db', verb], { url: database.url })).code).toBe(2)
      const { body } = await crmJson(['db', 'status', '--json'], { url: database.url })
      expect(body).toMatchObject({ running: true, sharded: false, distributed: [], workers: 0 })
      const refused = await crm(['db', 'shard'], { url: database.url })
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('no Citus') as string])
      expect((await crm(['db', 'status'], { url: 'postgres://127.0.0.1:1/x' })).code).toBe(6)
    } finally {
      await database.close()
    }
  })
})

describe('crm db backup and restore', () => {
  const file = join(folder, 'copy.gz')

  test('restores everything on another machine', async () => {
    await crm(['jobs', 'status', 'Own', 'interviewing', '--note', 'onsite'], own)
    await crm(['jobs', 'add', '株式会社メルカリ', 'Tabs\tand\nlines', '--notes', '\\N'], own)
    await crm(['webhooks', 'add', 'https://8.8.8.8/hook', '--events', 'job.created'], own)
    const { body: kept } = await crmJson(['db', 'backup', file, '--json'], own)
    expect(kept).toMatchObject({ file, bytes: statSync(file).size, rows: expect.any(Number) as number })
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const look = await crm(['db', 'restore', file, '--dry-run'], other)
    expect(look.stdout).toMatch(
      /^Would restore the backup of \w{3} \d+ \w{3} \d{4} \d\d:\d\d UTC \(\d+ rows\)\.\n$/,
    )
    expect((await crmJson(['jobs', 'list', '--json'], other)).body.total).toBe(0)
    const otherKey = {
      env: { ...other.env, CRM_SECRET_KEY: 'another secret of thirty-two characters or more' },
    }
    const back = await crm(['db', 'restore', file], otherKey)
    expect(back.code).toBe(0)
    expect(back.stderr).toMatch(/^1 stored secret in it was encrypted with another key .* secret\.key .*\n$/)
    for (const args of [
      ['jobs', 'list', '--json'],
      ['jobs', 'show', 'Own', '--json'],
      ['call', 'pipeline.get'],
    ])
      expect(await crm(args, other)).toEqual(await crm(args, own))
    expect((await crm(['jobs', 'status', 'Own', 'offer'], other)).code).toBe(0)
    expect((await crm(['jobs', 'add', 'New', 'Engineer'], other)).code).toBe(0)
  })

  test('restore replaces existing data only with --yes', async () => {
    const refused = await crmJson(['db', 'restore', file, '--json'], other)
    expect(refused).toMatchObject({
      code: 2,
      body: { error: { message: expect.stringContaining('--yes') as string } },
    })
    expect((await crmJson(['jobs', 'list', '--json'], other)).body.total).toBe(3)
    expect((await crm(['db', 'restore', file, '--replace', '--yes'], other)).code).toBe(0)
    expect((await crmJson(['jobs', 'list', '--json'], other)).body.total).toBe(2)
  })

  test.each([
    [['call', 'me.action', '--input', '-'], '{"action": "mood-check-in", "mood": "hopeful"}'],
    [['seats', 'invite', 'ada@example.com'], ''],
  ])('restore asks also where there are no jobs, but other data of the user: %j', async (args, stdin) => {
    const database = await freshDatabase()
    try {
      expect((await crm(args, { url: database.url, stdin })).code).toBe(0)
      expect((await crm(['db', 'restore', file, '--json'], { url: database.url })).code).toBe(2)
    } finally {
      await database.close()
    }
  })

  test('- means stdout and stdin', async () => {
    const env = environment(own)
    const copied = await new Promise<Buffer>((resolve) => {
      const parts: Buffer[] = []
      const child = spawn(process.execPath, [LAUNCHER, 'db', 'backup', '-'], { env })
      child.stdout.on('data', (part: Buffer) => parts.push(part))
      child.once('close', () => resolve(Buffer.concat(parts)))
    })
    const piped = join(folder, 'piped.gz')
    writeFileSync(piped, copied)
    expect((await crm(['db', 'restore', piped, '--dry-run'], other)).code).toBe(0)
    const code = await new Promise((resolve) => {
      const child = spawn(process.execPath, [LAUNCHER, 'db', 'restore', '-', '--yes'], {
        env: environment(other),
      })
      child.stdin.end(readFileSync(piped))
      child.once('close', resolve)
    })
    expect(code).toBe(0)
    expect((await crm(['db', 'backup', '-', '--json'], own)).code).toBe(2)
  })

  test('a file that is not a backup, is missing or cannot be written is reported in one sentence', async () => {
    writeFileSync(join(folder, 'no.gz'), 'nothing of ours')
    for (const [expected, ...args] of [
      [1, 'restore', join(folder, 'no.gz'), '--yes'],
      [2, 'restore', join(folder, 'none.gz'), '--yes'],
      [2, 'restore', folder, '--yes'],
      [1, 'backup', join(folder, 'no', 'where.gz')],
    ] as const) {
      const { code, stderr } = await crm(['db', ...args], own)
      expect(code).toBe(expected)
      expect(stderr).toMatch(/^crm: .*\.\n/)
      expect(stderr).not.toContain('went wrong on our side')
    }
    expect(existsSync(join(folder, 'no'))).toBe(false)
  })

  test('replaces an earlier backup when told to, but no other file and no pipe', async () => {
    expect((await crm(['db', 'backup', file], own)).code).toBe(2)
    expect((await crm(['db', 'backup', file, '--force'], own)).code).toBe(0)
    const notes = join(folder, 'notes.txt')
    writeFileSync(notes, 'Call Jane on Monday.')
    const refused = await crm(['db', 'backup', notes], own)
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('is not a backup') as string })
    expect(readFileSync(notes, 'utf8')).toBe('Call Jane on Monday.')
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const counted = once(spawn('wc', ['-c', pipe]).stdout, 'data')
    expect((await crm(['db', 'backup', pipe], own)).code).toBe(0)
    expect(Number.parseInt(String(await counted), 10)).toBeGreaterThan(500)
    expect(statSync(pipe).isFIFO()).toBe(true)
  })
})

describe('crm serve', () => {
  interface Serving {
    child: ChildProcess
    url: string
    ended: Promise<number | null>
  }
  const serve = async (args: string[] = []): Promise<Serving> => {
    const child = spawn(process.execPath, [LAUNCHER, 'serve', '--port', '0', ...args], {
      env: environment(own),
    })
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const url = await new Promise<string>((resolve, reject) => {
      let said = ''
      child.stdout.on('data', (part: Buffer) => {
        said += part.toString()
        const [found] = /http:\/\/[\d.:]+/.exec(said) ?? []
        if (found) resolve(found)
      })
      child.once('close', (code) => reject(new Error(`ended with ${code}`)))
    })
    return { child, url, ended }
  }

  test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it cleanly, but not the database', async (signal) => {
    const { child, url, ended } = await serve()
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    child.kill(signal)
    expect(await ended).toBe(0)
    expect((await crmJson(['db', 'status', '--json'], own)).body.running).toBe(true)
  })

  test('a port in use is reported with a remedy', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    const { port } = await new Promise<{ port: number }>((resolve) =>
      holder.once('listening', () => resolve(holder.address() as { port: number })),
    )
    const { code, stderr } = await crm(['serve', '--port', String(port)], own)
    holder.close()
    expect(code).toBe(1)
    expect(stderr).toContain(`Port ${port} is taken.`)
    expect(stderr).toContain('--port')
  })

  test('an invalid port is a usage error', async () => {
    expect((await crm(['serve', '--port', 'abc'], own)).code).toBe(2)
  })

  test('--welcome shows credentials once, and how to create more', async () => {
    const first = await greeting()
    expect(first).toMatch(/Token\s+ext_\w+/)
    expect(first).toMatch(/Key\s+intelligence_\w+/)
    expect(first).toContain('crm tokens create')
    const second = await greeting()
    expect(second).not.toMatch(/ext_\w{10}|intelligence_\w{10}/)
    expect(second).toContain('crm keys create')
  })

  /** What `npm start` prints until it is ready. */
  async function greeting(): Promise<string> {
    const child = spawn(process.execPath, [LAUNCHER, 'serve', '--port', '0', '--welcome'], {
      env: environment(own),
    })
    let text = ''
    await new Promise<void>((resolve) =>
      child.stdout.on('data', (part: Buffer) => {
        text += part.toString()
        if (text.includes('Ctrl-C')) resolve()
      }),
    )
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    await ended
    return text
  }
})
