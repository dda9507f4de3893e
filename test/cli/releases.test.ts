// A home of an older version is upgraded in place, with the old data kept until crm was stopped; one of a newer version is refused.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readContainer } from '../../core/database/backup.ts'
import { connectForMaintenance } from '../../core/database/connect.ts'
import { ensureServer, stopServer } from '../../core/database/embedded.ts'
import { schemaOf } from '../../core/database/migrate.ts'
import { NURSES } from '../core/intelligence/published-files.ts'
import { LONG } from '../long.ts'
import { kept, makeHome } from '../releases/home.ts'
import { serve } from '../program.ts'
import { environment, LAUNCHER } from './process.ts'
import { crm, crmJson } from './run.ts'
import { dropDisks, smallDisk } from './small-disk.ts'

const OLD = 'schema-0045'
const folder = mkdtempSync(join(tmpdir(), 'crm-old-home-'))
const made = join(folder, 'made')
const homes: string[] = []

beforeAll(() => makeHome(made, OLD), 60_000)

afterAll(async () => {
  for (const each of homes) await stopServer(each)
  dropDisks()
  rmSync(folder, { recursive: true, force: true })
})

/** A copy of the old home, with its owners, which cpSync does not keep. */
function oldHome() {
  const home = join(folder, `home-${homes.length}`)
  homes.push(home)
  execFileSync('cp', ['-a', made, home])
  const env = { CRM_HOME: home, DATABASE_URL: '' }
  return { home, at: { env }, backup: join(home, 'postgres', 'before-schema-45.crm') }
}

const companiesIn = async (at: { env: Record<string, string> }): Promise<string[]> => {
  const { body } = await crmJson(['jobs', 'list', '--json'], at)
  return body.jobs.map((job: { company: string }) => job.company).sort()
}

const schemaOfHome = async (home: string): Promise<number> => {
  const sql = connectForMaintenance((await ensureServer(home)).address)
  return schemaOf(sql).finally(() => sql.end({ timeout: 5 }))
}
test('starting upgrades an old home in place and says so; the first clean stop removes the old data', async () => {
  const { at, backup } = oldHome()
  const served = await serve(environment(at))
  expect(existsSync(backup)).toBe(true)
  served.child.kill('SIGTERM')
  expect(await served.ended).toBe(0)
  expect(served.stderr()).toMatch(/Upgrading the data in .* from schema 45 to \d+\./)
  expect(served.stderr()).toMatch(/A backup of the old data is .*before-schema-45\.crm\./)
  expect(existsSync(backup)).toBe(false)
  expect(await companiesIn(at)).toEqual(['Acme', 'Globex'])
  const pay = await crmJson(['salary', 'show', 'registered-nurse', '--json'], at)
  expect(pay.body.data.estimate.median).toBe(NURSES.A_MEDIAN)
})

test('a backup of the old data, of their schema, outlives a crash and brings them back', async () => {
  const { home, at, backup } = oldHome()
  expect((await crm(['db', 'start'], at)).stderr).toContain('Upgrading the data')
  // A second command has nothing to upgrade.
  expect((await crm(['db', 'start'], at)).stderr).not.toContain('Upgrading')
  expect(await schemaOfHome(home)).toBeGreaterThan(45)
  const header = await readContainer(backup)
  expect(header.schemaVersion).toBe(45)
  const set = join(folder, 'set-aside.crm')
  renameSync(backup, set)
  await crm(['db', 'stop'], at)
  rmSync(join(home, 'postgres', 'data'), { recursive: true })
  expect((await crm(['db', 'restore', set, '--yes'], at)).code).toBe(0)
  expect(await companiesIn(at)).toEqual(['Acme', 'Globex'])
})

test('killed at any moment, an upgrade is finished by the next command, with one copy until crm is stopped', async () => {
  for (const afterMs of LONG ? [350, 700, 1_100, 1_500, 2_000] : [900]) {
    const { home, at } = oldHome()
    const child = spawn(process.execPath, [LAUNCHER, 'db', 'start'], {
      env: environment(at),
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await sleep(afterMs)
    child.kill('SIGKILL')
    await ended
    expect(await companiesIn(at)).toEqual(['Acme', 'Globex'])
    const copies = () => readdirSync(join(home, 'postgres')).filter((name) => name.startsWith('before-'))
    // One that was being written at the kill stays until the stop as well.
    writeFileSync(join(home, 'postgres', 'before-schema-45.crm.4386b016.partial'), '')
    expect(copies().filter((name) => !name.endsWith('.partial'))).toEqual(['before-schema-45.crm'])
    await crm(['db', 'stop'], at)
    expect(copies()).toEqual([])
  }
})

test('what was upgraded halfway is not backed up in the place of the data as they were', async () => {
  const { home, at, backup } = oldHome()
  const first = join(home, 'postgres', 'before-schema-30.crm')
  writeFileSync(first, '')
  mkdirSync(join(home, 'postgres', 'before-postgres-17'))
  writeFileSync(join(home, 'postgres', 'before-schema-9.crm'), '')
  writeFileSync(join(home, 'postgres', 'state'), '{"state":"upgrading"}\n')
  expect((await crm(['db', 'start'], at)).stderr).toContain(`are in ${first} already`)
  expect(existsSync(backup)).toBe(false)
  await crm(['db', 'stop'], at)
  expect(existsSync(first)).toBe(false)
})

test('on a disk without the space an upgrade says so and loses nothing; with it the home is upgraded', async (context) => {
  const home = join(folder, `home-${homes.length}`)
  homes.push(home)
  const disk = smallDisk(home)
  context.skip(disk === null, 'Only root can mount a small disk.')
  execFileSync('cp', ['-a', `${made}/.`, home])
  const at = { env: { CRM_HOME: home, DATABASE_URL: '' } }
  disk?.leave(1)
  const { code, stderr } = await crm(['jobs', 'list'], at)
  expect(code, stderr).toBe(6)
  expect(stderr).toMatch(/disk .*full/)
  disk?.leave(500)
  expect(await companiesIn(at)).toEqual(['Acme', 'Globex'])
  await crm(['db', 'stop'], at)
})

test('several that start an old home together upgrade it once', async () => {
  const { at, backup } = oldHome()
  const all = await Promise.all([1, 2, 3].map(() => crm(['jobs', 'list', '--json'], at)))
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0])
  const told = all.map(({ stderr }) => stderr)
  expect(
    told.filter((text) => text.includes('Upgrading')),
    told.join('---\n'),
  ).toHaveLength(1)
  await crm(['db', 'stop'], at)
  expect(existsSync(backup)).toBe(false)
})

test('a home of a newer version is refused by the name of the version that wrote it', async () => {
  const { home, at } = oldHome()
  await crm(['db', 'start'], at)
  const sql = connectForMaintenance((await ensureServer(home)).address)
  await sql`insert into schema_migrations (number, name, version) values (9001, 'future', '9.9.9')`
  await sql.end({ timeout: 5 })
  for (const command of [
    ['jobs', 'list'],
    ['db', 'migrate'],
    ['serve', '--port', '0'],
  ]) {
    const { code, stderr } = await crm(command, at)
    expect([command[0], code]).toEqual([command[0], 6])
    expect(stderr).toMatch(/crm 9\.9\.9 wrote its schema 9001/)
  }
})

test('exports of an old version are imported', async () => {
  const fresh = { env: { CRM_HOME: join(folder, 'fresh'), DATABASE_URL: '' } }
  homes.push(fresh.env.CRM_HOME)
  expect((await crm(['jobs', 'import', kept(OLD, 'jobs.json')], fresh)).code).toBe(0)
  const again = await crm(['jobs', 'import', kept(OLD, 'jobs.csv')], fresh)
  expect(again.code).toBe(0)
  const { body } = await crmJson(['jobs', 'list', '--json'], fresh)
  expect(
    body.jobs.map((job: { company: string; status: string }) => `${job.company} ${job.status}`).sort(),
  ).toEqual(['Acme offer', 'Globex saved'])
})
