// The crash drill: the gateway, then Postgres, is killed during writes. Every acknowledged write is there
// with its history, audit row and event; every other write is there completely or not at all.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { connect } from '../../core/database/connect.ts'
import { addressOf, ensureServer, serverStatus, stopServer } from '../../core/database/embedded.ts'
import type { Services } from '../../core/kernel/context.ts'
import { addToken } from '../../core/identity/operations.ts'
import { openReadyCore } from '../../core/index.ts'
import { readConfig } from '../../core/config.ts'
import { lineLog } from '../../core/kernel/log.ts'
import { as, aUser, call } from '../harness.ts'
import { serve } from '../program.ts'
import { expectConsistent } from './consistency.ts'
import { writers, type Acknowledged, type Writing } from './writers.ts'

const SECRET = 'a secret of the drill, thirty-two characters or more'
const homes: string[] = []
afterAll(async () => {
  for (const home of homes) {
    await stopServer(home)
    rmSync(home, { recursive: true, force: true })
  }
})

/** A home with its own database, and users with tokens, each limited to sixty writes a minute. */
async function aHome(people: number) {
  const home = mkdtempSync(join(tmpdir(), 'crm-drill-'))
  homes.push(home)
  const config = { ...readConfig({ CRM_HOME: home, CRM_SECRET_KEY: SECRET }), home, secretKey: SECRET }
  const core = await openReadyCore(config, { log: lineLog('silent', () => {}) })
  const test = { services: core.services as Services } as Parameters<typeof aUser>[0]
  const tokens: string[] = []
  for (let n = 0; n < people; n += 1) {
    const principal = await aUser(test)
    tokens.push(
      String((await call(addToken, as(test, principal), { name: 'drill', scope: 'read-write' })).token),
    )
  }
  await core.close()
  return { home, tokens, env: { CRM_HOME: home, CRM_SECRET_KEY: SECRET } }
}

async function prove(home: string, acknowledged: Acknowledged[]) {
  await ensureServer(home)
  const sql = connect({ at: addressOf(home), poolSize: 2, name: 'drill', deadlineMs: 10_000 })
  try {
    await expectConsistent(sql, acknowledged)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until every kind of write was acknowledged several times, however slow the machine. */
const underWay = (writing: Writing) => expect.poll(() => writing.acknowledged().length).toBeGreaterThan(100)

describe('kill -9', () => {
  test('of the gateway loses no acknowledged write, and leaves none incomplete', async () => {
    const { home, tokens, env } = await aHome(24)
    const gateway = await serve(env)
    const writing = writers(gateway.url, tokens)
    await underWay(writing)
    gateway.child.kill('SIGKILL')
    expect(await gateway.ended).toBe('SIGKILL')
    const acknowledged = await writing.stop()
    const again = await serve(env)
    const after = writers(again.url, tokens)
    await pause(500)
    again.child.kill('SIGTERM')
    await again.ended
    await prove(home, [...acknowledged, ...(await after.stop())])
  })

  test('of Postgres loses no acknowledged write, leaves none incomplete, and the gateway starts it again', async () => {
    const { home, tokens, env } = await aHome(24)
    const gateway = await serve(env)
    const writing = writers(gateway.url, tokens)
    await underWay(writing)
    const { pid } = await serverStatus(home)
    process.kill(pid!, 'SIGKILL')
    await expect.poll(() => serverStatus(home)).toMatchObject({ running: true })
    const before = writing.acknowledged().length
    await expect.poll(() => writing.acknowledged().length).toBeGreaterThan(before)
    const acknowledged = await writing.stop()
    gateway.child.kill('SIGTERM')
    await gateway.ended
    await prove(home, acknowledged)
  })
})
