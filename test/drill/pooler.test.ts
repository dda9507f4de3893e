// The gateway behind PgBouncer in transaction mode, with nothing but DATABASE_URL: the same requests as over a direct
// connection, none refused, none lost. Skipped where PgBouncer is not installed.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { inject } from 'vitest'
import { sessionsAt } from '../../core/database/connect.ts'
import { urlOf } from '../../core/database/embedded.ts'
import { addToken } from '../../core/identity/operations.ts'
import { as, aUser, call, openTestCore, type TestCore } from '../harness.ts'
import { hasPooler, openPooler, type Pooler } from '../pooler.ts'
import { serve } from '../program.ts'
import { crm } from '../cli/run.ts'
import { expectRecorded } from './consistency.ts'
import { everyRequest } from './requests.ts'

const SECRET = 'a secret of the tests, thirty-two characters or more'

describe.skipIf(!hasPooler())('through PgBouncer', () => {
  let pooler: Pooler
  let core: TestCore
  let url: string
  beforeAll(async () => {
    pooler = await openPooler(inject('address'))
    core = await openTestCore()
    url = pooler.urlOf(core.database.address.database)
  })
  afterAll(async () => {
    await pooler.close()
    await core.close()
  })

  test('a pooler is told from Postgres itself', async () => {
    expect((await sessionsAt(url)).lasting).toBe(false)
    expect(await sessionsAt(urlOf(core.database.address))).toEqual({ lasting: true, prepared: true })
    const lenient = await openPooler(inject('address'), {
      ignore_startup_parameters: 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
    })
    try {
      expect((await sessionsAt(lenient.urlOf(core.database.address.database))).lasting).toBe(false)
    } finally {
      await lenient.close()
    }
  })

  test('two gateways answer every request of thirty people at once, and keep what they acknowledge', async () => {
    const env = { CRM_HOME: '/nonexistent/crm', DATABASE_URL: url, CRM_SECRET_KEY: SECRET }
    const gateways = await Promise.all([serve(env), serve(env)])
    onTestFinished(() => gateways.forEach(({ child }) => child.kill('SIGKILL')))
    const tokens: string[] = []
    for (let n = 0; n < 30; n += 1)
      tokens.push(
        String(
          (await call(addToken, as(core, await aUser(core)), { name: 'drill', scope: 'read-write' })).token,
        ),
      )
    const rounds = tokens.map((token, n) => everyRequest(gateways[n % 2]!.url, token))
    const done = (await Promise.all(rounds)).flat()
    expect(done.filter(({ ok }) => !ok)).toEqual([])
    expect(done.length).toBeGreaterThan(30 * 10)
    for (const { child, ended, stderr } of gateways) {
      child.kill('SIGTERM')
      expect(await ended, stderr()).toBe(0)
    }
    await expectRecorded(
      core.database.sql,
      done.flatMap(({ written }) => (written ? [written] : [])),
    )
  })

  test('the terminal works, its first command included', async () => {
    const added = await crm(['jobs', 'add', 'Acme', 'Engineer', '--json'], { url })
    expect(added.code, added.stdout + added.stderr).toBe(0)
    const listed = await crm(['jobs', 'list', '--json'], { url })
    expect(JSON.parse(listed.stdout)).toMatchObject({ total: 1 })
  })
})
