// A server that refuses connections for a second, as during a restart, is absent and not silent: what is asked meanwhile waits for
// it, and nothing that is asked once it is back is refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Sql } from '../../../core/database/connect.ts'
import { openProxy, type Proxy } from '../../proxy.ts'
import { freshDatabase, type TestDatabase } from '../../database.ts'

let db: TestDatabase
let proxy: Proxy
let sql: Sql
beforeAll(async () => {
  db = await freshDatabase()
  proxy = await openProxy(db.address)
  sql = connect({ at: proxy.url, poolSize: 4, name: 'absence', deadlineMs: 6_000 })
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await proxy.close()
  await db.close()
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('statements before, during and after the absence are all answered', async () => {
  const asked: Promise<string>[] = []
  const ask = () => {
    asked.push(
      sql`select 1`.then(
        () => 'answered',
        (error: Error) => error.message,
      ),
    )
  }
  const timer = setInterval(ask, 20)
  await pause(200)
  await proxy.cut()
  await pause(1_050)
  await proxy.restore()
  await pause(800)
  clearInterval(timer)
  const answers = await Promise.all(asked)
  expect(answers.length).toBeGreaterThan(50)
  expect(answers.filter((answer) => answer !== 'answered')).toEqual([])
})
