// The promotion drill: the machine of the primary dies under load, its synchronous standby is promoted, and the address of the
// database leads there, at first while it still only reads. Nothing acknowledged is lost, and service comes back; the long run says how soon.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../../core/database/connect.ts'
import { serve, type ServerProcess } from '../program.ts'
import { openProxy, type Proxy } from '../proxy.ts'
import { traffic } from './clients.ts'
import { expectConsistent } from './consistency.ts'
import { LONG } from '../long.ts'
import { judged, served } from './outages.ts'
import { people } from './people.ts'
import { openPair, type Pair } from './standby.ts'

const SECRET = 'a secret of the drill, thirty-two characters or more'
const PEOPLE = LONG ? 48 : 16

const folder = mkdtempSync(join(tmpdir(), 'crm-promotion-'))
// The account that runs PostgreSQL enters it.
chmodSync(folder, 0o711)
const gateways: ServerProcess[] = []
let pair: Pair | undefined
let door: Proxy | undefined

afterAll(async () => {
  for (const { child } of gateways) child.kill('SIGKILL')
  await door?.close()
  await pair?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('through the promotion of a standby nothing acknowledged is lost', async () => {
  pair = await openPair(folder)
  door = await openProxy(pair.primary)
  const env = { CRM_HOME: join(folder, 'none'), CRM_SECRET_KEY: SECRET, DATABASE_URL: door.url }
  const tokens = await people(env, PEOPLE)
  gateways.push(await serve(env), await serve(env))
  const clients = traffic(
    gateways.map(({ url }) => url),
    tokens,
  )
  await expect.poll(() => clients.acknowledged.length).toBeGreaterThan(PEOPLE * 3)

  const fromMs = performance.now()
  await pair.killPrimary()
  await door.cut()
  await door.restore(pair.standby)
  // As long as something needs to notice: until then the gateways are refused every write.
  await sleep(1_000)
  await pair.promote()
  const backMs = performance.now()
  await served(clients.seen, backMs, PEOPLE * 6)
  await clients.stop()

  const outage = { what: 'promotion of the standby', fromMs, backMs }
  const { figures, outside, refused } = judged(clients.seen, [outage])
  if (LONG)
    console.log({
      requests: clients.seen.length,
      acknowledged: clients.acknowledged.length,
      replayed: clients.acknowledged.filter(({ requestId }) => requestId === null).length,
      ...{ figures, failedOutsideOutages: outside.length, falselyRefused: refused.length },
    })
  expect(outside).toEqual([])
  expect(refused).toEqual([])
  expect(clients.seen.filter(({ atMs, status }) => atMs > backMs && status === 201).length).toBeGreaterThan(
    PEOPLE,
  )
  const sql = connect({ at: pair.standby, poolSize: 2, name: 'drill', deadlineMs: 10_000 })
  await expectConsistent(sql, clients.acknowledged).finally(() => sql.end({ timeout: 5 }))
})
