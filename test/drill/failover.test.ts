// The failover drill: two gateways of one schema; one is killed, Postgres is restarted, then killed, all under load. Nothing
// acknowledged is lost, nothing is refused that should not be, and service comes back; the long run says how soon.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../../core/database/connect.ts'
import { addressOf, ensureServer, serverStatus, stopServer, urlOf } from '../../core/database/embedded.ts'
import { serve, type ServerProcess } from '../program.ts'
import { traffic, type Traffic } from './clients.ts'
import { expectConsistent } from './consistency.ts'
import { LONG } from '../long.ts'
import { judged, served, type Outage } from './outages.ts'
import { people } from './people.ts'

const SECRET = 'a secret of the drill, thirty-two characters or more'
const PEOPLE = LONG ? 48 : 16

const home = mkdtempSync(join(tmpdir(), 'crm-failover-'))
const running = new Set<ServerProcess>()
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await stopServer(home)
  rmSync(home, { recursive: true, force: true })
})

/** A gateway that does not look after the database, as one on another machine. */
async function gateway(): Promise<ServerProcess> {
  const env = { CRM_HOME: home, CRM_SECRET_KEY: SECRET, DATABASE_URL: urlOf(addressOf(home)) }
  const started = await serve(env)
  running.add(started)
  return started
}

async function kill(process: ServerProcess): Promise<void> {
  process.child.kill('SIGKILL')
  await process.ended
  running.delete(process)
}

async function outage({ seen }: Traffic, what: string, strike: () => Promise<unknown>): Promise<Outage> {
  const fromMs = performance.now()
  await strike()
  await ensureServer(home)
  const backMs = performance.now()
  await served(seen, backMs, PEOPLE * 6)
  return { what, fromMs, backMs }
}

test('through killed gateways and a restarted, then a killed, database nothing acknowledged is lost', async () => {
  const tokens = await people({ CRM_HOME: home, CRM_SECRET_KEY: SECRET }, PEOPLE)
  const gateways = [await gateway(), await gateway()] as [ServerProcess, ServerProcess]
  const urls = gateways.map(({ url }) => url)
  const clients = traffic(urls, tokens)
  await sleep(2_000)

  const killedMs = performance.now()
  await kill(gateways[0])
  urls[0] = urls[1]!
  const death = { what: 'kill -9 of a gateway', fromMs: killedMs, backMs: performance.now() }
  await sleep(1_000)
  const replacement = await gateway()
  urls[0] = replacement.url
  const replacedMs = performance.now()
  await sleep(2_000)

  const outages = [
    death,
    await outage(clients, 'restart of Postgres', () => stopServer(home)),
    await outage(clients, 'kill -9 of Postgres', async () => {
      process.kill((await serverStatus(home)).pid!, 'SIGKILL')
      await sleep(300)
    }),
  ]
  await clients.stop()

  const { figures, outside, refused } = judged(clients.seen, outages)
  if (LONG)
    console.log({
      requests: clients.seen.length,
      acknowledged: clients.acknowledged.length,
      replayed: clients.acknowledged.filter(({ requestId }) => requestId === null).length,
      figures,
      secondsWithOneGateway: (replacedMs - killedMs) / 1000,
      failedOutsideOutages: outside.length,
      falselyRefused: refused.length,
    })
  expect(outside).toEqual([])
  expect(refused).toEqual([])
  // The other gateway goes on as if nothing had happened; on a busy machine it may say “try again later”.
  if (LONG) expect(figures[0]?.unavailable).toBe(0)
  expect(clients.acknowledged.length).toBeGreaterThan(PEOPLE * 4)
  const sql = connect({ at: addressOf(home), poolSize: 2, name: 'drill', deadlineMs: 10_000 })
  await expectConsistent(sql, clients.acknowledged).finally(() => sql.end({ timeout: 5 }))
})
