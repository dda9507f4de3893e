// What a command says and does about its home: it looks without touching, waits for a database that pauses, does a write once when
// the database is taken from under it, and names the cause when the system refuses something.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stopServer } from '../../core/database/embedded.ts'
import {
  crmProcess as crm,
  crmProcessJson as crmJson,
  environment,
  LAUNCHER,
  type ProcessOptions,
} from './process.ts'
import { dropDisks, smallDisk } from './small-disk.ts'

const folder = mkdtempSync(join(tmpdir(), 'crm-home-'))
const home = join(folder, 'home')
const own = { env: { CRM_HOME: home, DATABASE_URL: '' } }
const backup = join(folder, 'backup.crm')

beforeAll(async () => {
  await crm(['jobs', 'add', 'Kept', 'Engineer'], own)
  await crm(['db', 'backup', backup], own)
})

afterAll(async () => {
  await stopServer(home)
  dropDisks()
  rmSync(folder, { recursive: true, force: true })
})

/** `crm …` below limits of the shell. */
const limited = (limits: string, args: string[], options: ProcessOptions) =>
  crm([], {
    ...options,
    program: ['-e', PROGRAM, limits, LAUNCHER, ...args],
  })
const PROGRAM = `
  const { spawnSync } = require('node:child_process')
  const [limits, ...args] = process.argv.slice(1)
  const done = spawnSync('bash', ['-c', limits + '; exec "$0" "$@"', process.execPath, ...args], { stdio: 'inherit' })
  process.exit(done.status ?? 1)`

const serverOf = (of: string): number =>
  Number.parseInt(readFileSync(join(of, 'postgres', 'data', 'postmaster.pid'), 'utf8'), 10)

const doctorOf = async (options: ProcessOptions): Promise<string> => {
  const { body } = await crmJson(['doctor', '--json'], options)
  return body.checks.find(({ check }: { check: string }) => check === 'database').detail as string
}

test('doctor and status say the state, and neither create nor start anything', async () => {
  const none = { env: { CRM_HOME: join(folder, 'none'), DATABASE_URL: '' } }
  expect(await doctorOf(none)).toMatch(/^absent/)
  expect((await crmJson(['db', 'status', '--json'], none)).body).toMatchObject({
    state: 'absent',
    by: null,
  })
  expect(existsSync(join(folder, 'none', 'postgres'))).toBe(false)
  expect(await doctorOf(own)).toMatch(/^ready, PostgreSQL .* schema current/)
  await crm(['db', 'stop'], own)
  expect(await doctorOf(own)).toMatch(/^stopped/)
  expect((await crmJson(['db', 'status', '--json'], own)).body).toMatchObject({
    state: 'stopped',
    running: false,
  })
  writeFileSync(join(home, 'postgres', 'state'), '{"state":"upgrading"}\n')
  expect(await doctorOf(own)).toMatch(/^upgrading \(interrupted: the next command finishes it\)/)
  expect((await crmJson(['jobs', 'list', '--json'], own)).body.total).toBe(1)
  expect(await doctorOf(own)).toMatch(/^ready/)
  // The server may run on when its starter is killed between the last migration and the note of it.
  writeFileSync(join(home, 'postgres', 'state'), '{"state":"upgrading"}\n')
  expect((await crmJson(['jobs', 'list', '--json'], own)).body.total).toBe(1)
  expect(await doctorOf(own)).toMatch(/^ready/)
})

test('a lock that a dead process left is no hindrance, whoever has its number now', async () => {
  await crm(['db', 'stop'], own)
  const lock = join(home, 'postgres', 'start.lock')
  const namespace = existsSync('/proc/self/ns/pid') ? readlinkSync('/proc/self/ns/pid') : ''
  for (const left of [
    `${process.pid} 1-of-another-boot ${namespace} x`,
    `4194304 1 ${namespace} x`,
    'nonsense',
  ]) {
    symlinkSync(left, lock)
    expect((await crm(['jobs', 'list'], own)).code).toBe(0)
    await crm(['db', 'stop'], own)
  }
  expect(readdirSync(join(home, 'postgres')).filter((name) => name.includes('lock'))).toEqual([])
})

test('a database that pauses is waited for, which is said, and the write is done once', async () => {
  await crm(['db', 'start'], own)
  const pid = serverOf(home)
  process.kill(pid, 'SIGSTOP')
  const adding = spawn(process.execPath, [LAUNCHER, 'jobs', 'add', 'Paused', 'Engineer'], {
    env: environment(own),
  })
  let said = ''
  adding.stderr.on('data', (part) => (said += String(part)))
  const ended = once(adding, 'close')
  await expect.poll(() => said).toContain('Waiting for the database')
  process.kill(pid, 'SIGCONT')
  expect(await ended).toEqual([0, null])
  const { body } = await crmJson(['jobs', 'list', '--company', 'Paused', '--json'], own)
  expect(body.total).toBe(1)
})

test('writes beside stops and kills of the database are each done once', async () => {
  const names = Array.from({ length: 6 }, (_, n) => `Beside ${n}`)
  const disturbing = (async () => {
    await crm(['db', 'stop'], own)
    await crm(['db', 'start'], own)
    process.kill(serverOf(home), 'SIGKILL')
    await crm(['db', 'stop'], own)
  })()
  const all = await Promise.all(names.map((name) => crm(['jobs', 'add', name, 'Engineer'], own)))
  await disturbing
  expect(all.map(({ code, stderr }) => [code, stderr])).toEqual(all.map(() => [0, expect.any(String)]))
  const { body } = await crmJson(['jobs', 'list', '--company', 'Beside', '--all', '--json'], own)
  expect(body.jobs.map((job: { company: string }) => job.company).sort()).toEqual(names)
})

test('undo says that a restore cannot be undone, and leaves what is older alone', async () => {
  expect((await crm(['db', 'restore', backup, '--yes'], own)).code).toBe(0)
  const refused = await crm(['undo'], own)
  expect(refused.code).not.toBe(0)
  // The instant is said as a person reads it.
  expect(refused.stderr).toMatch(/The last change restored a backup, at \w{3} \d+ \w{3} \d{4} \d\d:\d\d/)
  expect((await crmJson(['jobs', 'list', '--json'], own)).body.total).toBe(1)
  await crm(['jobs', 'add', 'Newer', 'Engineer'], own)
  expect((await crm(['undo', '--since', '-1d'], own)).stdout).toContain('Newer')
  expect((await crmJson(['jobs', 'list', '--json'], own)).body.total).toBe(1)
  const { body } = await crmJson(['call', 'audit.list'], own)
  expect(body.entries.map(({ operation }: { operation: string }) => operation)).toContain('db.restore')
})

test('restores at the same time come one after another', async () => {
  const all = await Promise.all([1, 2, 3].map(() => crm(['db', 'restore', backup, '--yes'], own)))
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0])
  expect((await crmJson(['jobs', 'list', '--json'], own)).body.total).toBe(1)
})

test('a limit on the size of files is named before anything is started, and ends with it', async () => {
  await crm(['db', 'stop'], own)
  const { code, stderr } = await limited('ulimit -f 2000', ['jobs', 'list'], own)
  expect([code, stderr]).toEqual([
    6,
    expect.stringMatching(/Files may have at most \d+ kB here \(ulimit -f\)/),
  ])
  expect((await crm(['jobs', 'list'], own)).code).toBe(0)
})

test('too many open files are not told as damage', async () => {
  await crm(['db', 'stop'], own)
  const { code, stderr } = await limited('ulimit -n 40', ['jobs', 'list'], own)
  expect(code).not.toBe(0)
  expect(stderr).toMatch(/Too many files are open/)
  expect(stderr).not.toMatch(/damaged: |our side/)
  expect((await crm(['jobs', 'list'], own)).code).toBe(0)
})

test('a full folder for temporary files is named', async (context) => {
  const full = join(folder, 'full')
  const disk = smallDisk(full)
  context.skip(disk === null, 'Only root can mount a small disk.')
  disk?.leave(1)
  expect(() => writeFileSync(join(full, 'filler'), Buffer.alloc(2_000_000))).toThrow('ENOSPC')
  const child = spawn(process.execPath, [LAUNCHER, 'db', 'backup', '-'], {
    env: { ...environment(own), TMPDIR: full },
  })
  let said = ''
  child.stderr.on('data', (part) => void (said += String(part)))
  child.stdout.resume()
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect([code, said]).toEqual([1, expect.stringMatching(/is full|disk is full/)])
  expect(said).not.toContain('our side')
})
