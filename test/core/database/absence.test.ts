// A server that refuses connections for a second, as during a restart, is absent and not silent: what is asked meanwhile waits for
// it, and nothing that is asked once it is back is refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openThroughProxy, type ThroughProxy } from './through-proxy.ts'

let opened: ThroughProxy
beforeAll(async () => {
  opened = await openThroughProxy('absence', { poolSize: 4, deadlineMs: 6_000 })
})
afterAll(() => opened.close())

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('statements before, during and after the absence are all answered', async () => {
  const { proxy, sql } = opened
  const asked: Promise<string>[] = []
  const ask = () => {
    asked.push(
      sql`select 1`.then(
        () => 'answered',
        (error: Error) => error.message,
      ),
    )
  }
  const askTimes = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      ask()
      await pause(20)
    }
  }
  await askTimes(10)
  await proxy.cut()
  await askTimes(50)
  await proxy.restore()
  await askTimes(20)
  expect(await Promise.all(asked)).toEqual(Array(80).fill('answered'))
})
