// Data of an earlier major version of PostgreSQL move to this one: all of them, also when the program is killed on the way, and not
// at all where the old programs cannot be had.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { load } from '../../core/database/backup/load.ts'
import { makeSchemaOf } from '../../core/database/backup/older.ts'
import { inTransaction } from '../../core/database/backup/copy.ts'
import { connectForMaintenance } from '../../core/database/connect.ts'
import { ensureServer, stopServer } from '../../core/database/embedded.ts'
import { accountFor } from '../../core/database/embedded/account.ts'
import { addressOf, layoutOf } from '../../core/database/embedded/address.ts'
import { binariesIn, runnableBinaries } from '../../core/database/embedded/binaries.ts'
import { makeCluster } from '../../core/database/embedded/cluster.ts'
import { fetchedFolder, fetchPackage, releaseOf } from '../../core/database/embedded/fetched.ts'
import { postmasterOf } from '../../core/database/embedded/processes.ts'
import { bringUp, type Plan } from '../../core/database/embedded/server.ts'
import { readContainer } from '../../core/database/backup/container.ts'
import { LONG } from '../long.ts'
import { kept } from '../releases/home.ts'
import { dropDisks, smallDisk } from './small-disk.ts'
import { crmProcess, environment, LAUNCHER } from './process.ts'
import { crm, crmJson } from './run.ts'

const OLD = 17
const RELEASE = releaseOf(OLD) ?? ''
const folder = mkdtempSync(join(tmpdir(), 'crm-major-'))
const homes: string[] = []
let unreachable: string | null = null

beforeAll(async () => {
  try {
    await makeOldHome(newHome())
  } catch (error) {
    unreachable = `The programs of PostgreSQL ${OLD} cannot be fetched: ${(error as Error).message}`
  }
})

afterAll(async () => {
  for (const home of homes) await stopServer(home)
  dropDisks()
  rmSync(folder, { recursive: true, force: true })
})

function newHome(): string {
  const home = join(folder, `home-${homes.length}`)
  homes.push(home)
  return home
}

/** The old programs, fetched, for the data of a home. */
async function oldPlan(home: string): Promise<Plan> {
  const [layout, address] = [layoutOf(home), addressOf(home)]
  const account = accountFor(layout)
  const fetched = binariesIn(await fetchPackage(layout, RELEASE, 'For the test.'))
  return { layout, address, account, binaries: await runnableBinaries(layout, account, fetched) }
}

/** A home of PostgreSQL 17 with the rows of the first release, and with its programs fetched already. */
async function makeOldHome(home: string): Promise<void> {
  // Makes the folders.
  await ensureServer(home)
  await stopServer(home)
  rmSync(layoutOf(home).data, { recursive: true })
  const plan = await oldPlan(home)
  const { address } = plan
  await makeCluster(plan)
  await bringUp(plan)
  const file = kept('schema-0045', 'backup.crm')
  const header = await readContainer(file)
  const sql = connectForMaintenance(address)
  await inTransaction(sql, '', async (tx) => {
    await makeSchemaOf(tx, header)
    await load(tx, file, header, ['schema_migrations'])
    await tx`insert into month_quotas (subject, limit_name, month, used, granted) select id, 'pipeline', date '2026-11-01', 7, 1 from users`
  }).finally(() => sql.end({ timeout: 5 }))
  await stopServer(home)
}

/** The home of the first test, as it was made. */
function copyOfOldHome(): string {
  const [first = ''] = homes
  const home = newHome()
  // With its owners, which cpSync does not keep.
  execFileSync('cp', ['-a', first, home])
  return home
}

const at = (home: string, more: Record<string, string> = {}) => ({
  env: { CRM_HOME: home, DATABASE_URL: '', ...more },
})
/** What is in the folder of a server only while its data move, and the programs of releases that are not installed. */
const leftIn = (root: string): string[] =>
  readdirSync(root).filter((name) =>
    /^(?:before-|moving|moved|fetched-|postgres-17|postgres-.*\.\w{6}$)/.test(name),
  )
const majorIn = (data: string): string => readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
const companies = async (home: string): Promise<string[]> => {
  const { body } = await crmJson(['jobs', 'list', '--json'], at(home))
  return body.jobs.map((job: { company: string }) => job.company).sort()
}

test('where the old programs cannot be had, nothing is touched and it is said what to do', async (context) => {
  context.skip(unreachable !== null, unreachable ?? '')
  const home = copyOfOldHome()
  const layout = layoutOf(home)
  rmSync(fetchedFolder(layout, RELEASE), { recursive: true })
  const before = readdirSync(layout.root).sort()
  const { code, stderr } = await crmProcess(
    ['db', 'start'],
    at(home, { npm_config_registry: 'http://127.0.0.1:1/', npm_config_cache: join(folder, 'empty') }),
  )
  expect(code).toBe(6)
  expect(stderr).toContain('were made by PostgreSQL 17, this crm has 18')
  expect(stderr).toContain(`npm install --force --prefix '${fetchedFolder(layout, RELEASE)}'`)
  expect(readdirSync(layout.root).sort()).toEqual(before)
  expect(majorIn(layout.data)).toBe('17')
})

test('killed at any moment, the next start finishes, and nothing is lost', async (context) => {
  context.skip(unreachable !== null, unreachable ?? '')
  const home = copyOfOldHome()
  const { data, root } = layoutOf(home)
  for (const afterMs of LONG ? [300, 700, 1_100, 1_600, 2_200, 2_900] : [1_100]) {
    const child = spawn(process.execPath, [LAUNCHER, 'db', 'start'], {
      env: environment(at(home)),
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await sleep(afterMs)
    child.kill('SIGKILL')
    await ended
  }
  expect(await crm(['db', 'start'], at(home))).toMatchObject({ code: 0 })
  expect(majorIn(data)).toBe('18')
  expect(await companies(home)).toEqual(['Acme', 'Globex'])
  await crm(['db', 'stop'], at(home))
  expect(leftIn(root)).toEqual([])
})

test.runIf(LONG).for(['moving', 'moved-data'])(
  'between the two renames, the next start finishes the move, and clears away what it took: %s',
  async (made, context) => {
    context.skip(unreachable !== null, unreachable ?? '')
    const home = copyOfOldHome()
    const { data, root } = layoutOf(home)
    expect(await crm(['db', 'start'], at(home))).toMatchObject({ code: 0 })
    await crm(['db', 'stop'], at(home))
    renameSync(data, join(root, made))
    expect(await companies(home)).toEqual(['Acme', 'Globex'])
    await crm(['db', 'stop'], at(home))
    expect(leftIn(root)).toEqual([])
  },
)

test.runIf(LONG)(
  'what a kill at the end of a move or an upgrade left is cleared away by the next start and stop',
  async (context) => {
    context.skip(unreachable !== null, unreachable ?? '')
    const home = newHome()
    await ensureServer(home)
    await stopServer(home)
    const { root } = layoutOf(home)
    const left = [
      `fetched-${RELEASE}`,
      `fetched-${RELEASE}.aB3xYz`,
      `postgres-${RELEASE}`,
      'postgres-18.0.0.q1W2e3',
      'before-schema-45.crm.1f2e.partial',
      'before-schema-45',
      `before-postgres-${OLD}`,
    ]
    for (const name of left) mkdirSync(join(root, name, 'data'), { recursive: true })
    expect(await crm(['db', 'start'], at(home))).toMatchObject({ code: 0 })
    expect(leftIn(root).sort()).toEqual([`before-postgres-${OLD}`, 'before-schema-45'])
    await crm(['db', 'stop'], at(home))
    expect(leftIn(root)).toEqual([])
  },
)

test.runIf(LONG)(
  'the data of a server that was killed move, and so do those of a folder that was copied while it ran',
  async (context) => {
    context.skip(unreachable !== null, unreachable ?? '')
    const [killed, copied] = [copyOfOldHome(), newHome()]
    await bringUp(await oldPlan(killed))
    execFileSync('cp', ['-a', killed, copied])
    const pid = postmasterOf(layoutOf(killed).data) ?? 0
    expect(pid).toBeGreaterThan(1)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
    for (const home of [killed, copied]) {
      expect(existsSync(join(layoutOf(home).data, 'postmaster.pid'))).toBe(true)
      expect(await crm(['db', 'start'], at(home))).toMatchObject({ code: 0 })
      expect(majorIn(layoutOf(home).data)).toBe('18')
      expect(await companies(home)).toEqual(['Acme', 'Globex'])
      await crm(['db', 'stop'], at(home))
    }
  },
)

test.runIf(LONG)(
  'on a disk without the space nothing is touched and the space is named; with it the data move',
  async (context) => {
    context.skip(unreachable !== null, unreachable ?? '')
    const home = newHome()
    const disk = smallDisk(home)
    context.skip(disk === null, 'Only root can mount a small disk.')
    const [first = ''] = homes
    execFileSync('cp', ['-a', `${first}/.`, home])
    const { data } = layoutOf(home)
    disk?.leave(30)
    const refused = await crm(['db', 'start'], at(home))
    expect(refused.code).toBe(6)
    expect(refused.stderr).toMatch(
      /Moving the data to another version of PostgreSQL needs \d+ MB, and the disk has \d+ MB free/,
    )
    expect(refused.stderr).toContain('Nothing was changed.')
    expect(majorIn(data)).toBe('17')
    disk?.leave(500)
    expect(await crm(['db', 'start'], at(home))).toMatchObject({ code: 0 })
    expect(await companies(home)).toEqual(['Acme', 'Globex'])
    await crm(['db', 'stop'], at(home))
  },
)

test('the data move in place, with what is counted, and the old ones stay until the first clean stop', async (context) => {
  context.skip(unreachable !== null, unreachable ?? '')
  const [home = ''] = homes
  const { data, root } = layoutOf(home)
  const started = await crm(['db', 'start'], at(home))
  expect(started).toMatchObject({ code: 0 })
  expect(started.stderr).toMatch(
    /Moving the data from PostgreSQL 17\. A copy of the old data \(\d+ MB\) will be in .*before-postgres-17/,
  )
  expect(majorIn(data)).toBe('18')
  expect(majorIn(join(root, 'before-postgres-17', 'data'))).toBe('17')
  expect(await companies(home)).toEqual(['Acme', 'Globex'])
  const sql = connectForMaintenance((await ensureServer(home)).address)
  const [row] = await sql<{ used: string }[]>`select sum(used)::text as used from month_quotas`
  await sql.end({ timeout: 5 })
  expect(row?.used).toBe('14')
  await crm(['db', 'stop'], at(home))
  expect(existsSync(join(root, 'before-postgres-17'))).toBe(false)
})
