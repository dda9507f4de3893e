// The drill of an upgrade without downtime: OLDER names a built checkout of an earlier version. Its gateway goes on while the one of
// this version migrates the database under it; both serve the same people; then the older one is stopped. No request fails.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../../core/database/connect.ts'
import { addressOf, ensureServer, stopServer, urlOf } from '../../core/database/embedded.ts'
import { schemaOf } from '../../core/database/migrate.ts'
import { serve, type ServerProcess } from '../program.ts'
import { traffic, type Traffic } from './clients.ts'
import { expectConsistent } from './consistency.ts'
import { judged } from './outages.ts'
import { people } from './people.ts'
import { everyRequest } from './requests.ts'

const OLDER = process.env['OLDER'] ?? ''
const home = mkdtempSync(join(tmpdir(), 'crm-versions-'))
const gateways: ServerProcess[] = []
afterAll(async () => {
  for (const { child } of gateways) child.kill('SIGKILL')
  await stopServer(home)
  rmSync(home, { recursive: true, force: true })
})

const expectAllAnswered = ({ seen }: Traffic) => {
  const { outside, refused } = judged(seen, [])
  expect([...outside, ...refused]).toEqual([])
}

test.skipIf(!OLDER)('two versions serve one database, and no request fails', async () => {
  await ensureServer(home)
  const DATABASE_URL = urlOf(addressOf(home))
  const env = {
    CRM_HOME: home,
    CRM_SECRET_KEY: 'a secret of the drill, thirty-two characters or more',
    DATABASE_URL,
  }
  const launcher = join(OLDER, 'cli', 'launch.cjs')
  const older = await serve(env, launcher)
  gateways.push(older)
  const added = execFileSync(
    process.execPath,
    [launcher, 'tokens', 'create', '--name', 'drill', '--scope', 'read-write', '--json'],
    {
      env: { ...env, PATH: process.env['PATH'] },
    },
  )
  const { token } = JSON.parse(String(added)) as { token: string }
  const sql = connect({ at: addressOf(home), poolSize: 2, name: 'drill', deadlineMs: 10_000 })
  const before = await schemaOf(sql)

  const owner = traffic([older.url], [token])
  await sleep(2_000)
  const newer = await serve(env)
  gateways.push(newer)
  const after = await schemaOf(sql)
  const tokens = await people(env, 16)
  const both = traffic([older.url, newer.url], tokens)
  await sleep(8_000)
  await Promise.all([owner.stop(), both.stop()])
  expectAllAnswered(owner)
  expectAllAnswered(both)
  expect(after).toBeGreaterThan(before)
  const acknowledged = [...owner.acknowledged, ...both.acknowledged]
  await expectConsistent(sql, acknowledged)

  const urls = [older.url, newer.url]
  const rounds = (await people(env, 4)).map((one, n) => everyRequest(urls[n % 2] ?? newer.url, one))
  const done = (await Promise.all(rounds)).flat()
  expect(done.filter(({ ok }) => !ok)).toEqual([])
  older.child.kill('SIGTERM')
  expect(await older.ended, older.stderr()).toBe(0)
  await sql.end({ timeout: 5 })
  const requests = owner.seen.length + both.seen.length + done.length
  console.log({ before, after, requests, acknowledged: acknowledged.length })
})
