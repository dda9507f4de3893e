// Calls that last, such as chats, are bounded per user over all gateways together.
import { expect, test } from 'vitest'
import { createOpenCalls } from '../../../core/limits/at-once.ts'
import { newId } from '../../../core/kernel/id.ts'
import { pool, useThreeGateways } from './world.ts'

const CHATS = { kind: 'chats', most: 8 }

const shared = useThreeGateways()

const three = () => shared().pools.map(createOpenCalls)

test('eight of sixty that begin at once on three gateways are open, and as many as end can begin again', async () => {
  const gateways = three()
  const user = newId()
  const begin = (most: number) =>
    Promise.all(Array.from({ length: most }, (_, n) => gateways[n % 3]!.open(CHATS, user)))
  const open = (await begin(60)).flatMap((end) => end ?? [])
  expect(open).toHaveLength(8)
  expect(await gateways[0]!.open(CHATS, newId()), 'Another user has their own.').not.toBeNull()
  for (const end of open.slice(0, 3)) {
    end()
    end()
  }
  await expect
    .poll(async () => (await shared().pools[0]!`select from open_calls where subject = ${user}`).length)
    .toBe(5)
  expect((await begin(30)).filter(Boolean)).toHaveLength(3)
  for (const gateway of gateways) gateway.close()
})

test('the calls of a gateway that died are over once it has not renewed them', async () => {
  const [dead, other] = three()
  const user = newId()
  for (let n = 0; n < 8; n += 1) expect(await dead!.open(CHATS, user)).not.toBeNull()
  expect(await other!.open(CHATS, user)).toBeNull()
  await shared().pools[0]!`update open_calls set until = now() - interval '1 second' where subject = ${user}`
  expect(await other!.open(CHATS, user)).not.toBeNull()
  const rows = await shared().pools[0]!`select from open_calls where subject = ${user}`
  expect(rows, 'Places are taken over, so that none are left behind.').toHaveLength(8)
})

test('without an answer of the database a gateway counts its own', async () => {
  const sql = pool({ ...shared().db.address, port: 1, socketFolder: '/nowhere' })
  const gateway = createOpenCalls(sql)
  const user = newId()
  const open = await Promise.all(Array.from({ length: 12 }, () => gateway.open(CHATS, user)))
  expect(open.filter(Boolean)).toHaveLength(8)
  gateway.close()
  await sql.end({ timeout: 0 })
})
