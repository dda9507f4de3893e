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
  const timer = setInterval(ask, 20)
  await pause(200)
  await proxy.cut()
  await pause(600)
  await proxy.restore()
  await pause(400)
  clearInterval(timer)
  const answers = await Promise.all(asked)
  expect(answers.length).toBeGreaterThan(5)
  expect(answers.filter((answer) => answer !== 'answered')).toEqual([])
})
