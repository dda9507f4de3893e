// A database that fell silent is told from a process that was too busy to read its answer.
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchHeartbeat } from '../../../core/database/guard.ts'

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const block = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until);
}
/** A new connection is answered over several turns of the event loop. */
const answersInTurns = async (): Promise<void> => {
  for (let turn = 0; turn < 6; turn += 1) await sleep(5)
}

test('a process that is busy for seconds does not take its database for silent', async () => {
  const onSilent = vi.fn()
  const heartbeat = watchHeartbeat({ ask: answersInTurns, onSilent })
  heartbeat.began()
  for (let piece = 0; piece < 14; piece += 1) {
    block(400)
    await sleep(1)
  }
  heartbeat.ended(true)
  expect(onSilent).not.toHaveBeenCalled()
})

test('one that answers nothing is silent after 1.4 seconds, and not from its next answer on', async () => {
  // From zero, so that every time is a whole number of milliseconds.
  vi.useFakeTimers({ now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  vi.spyOn(process, 'uptime').mockImplementation(() => Date.now() / 1_000)
  let hasAnswer = false
  const onSilent = vi.fn()
  const ask = () => (hasAnswer ? Promise.resolve() : new Promise<void>(() => {}))
  const heartbeat = watchHeartbeat({ ask, onSilent })
  heartbeat.began()
  await vi.advanceTimersByTimeAsync(1_390)
  expect(heartbeat.isSilent()).toBe(false)
  await vi.advanceTimersByTimeAsync(20)
  expect(heartbeat.isSilent()).toBe(true)
  hasAnswer = true
  await vi.advanceTimersByTimeAsync(310)
  expect(heartbeat.isSilent()).toBe(false)
  expect(onSilent).toHaveBeenCalledOnce()
  heartbeat.ended(true)
})
