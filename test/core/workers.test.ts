import { expect, test } from 'vitest'
import { eachInTurn, startWorkers, type Worker } from '../../core/background/worker.ts'
import { startAllWorkers } from '../../core/index.ts'
import { useCore } from '../harness.ts'

const core = useCore()

const worker = (name: string, run: Worker['run'], everyMs = 60_000): Worker => ({ name, everyMs, run })

test('a worker that did work runs again immediately, an idle one after its interval', async () => {
  const runs = { busy: 0, idle: 0 }
  const running = startWorkers(core().services, [
    worker('busy', () => Promise.resolve((runs.busy += 1) < 5 ? 1 : 0)),
    worker('idle', () => Promise.resolve(((runs.idle += 1), 0))),
  ])
  await expect.poll(() => runs.busy).toBe(5)
  expect(runs.idle).toBe(1)
  await running.stop()
})

test('an exception in a worker is logged, does not affect other workers, and the worker is retried', async () => {
  let [tries, others] = [0, 0]
  const running = startWorkers(core().services, [
    worker('unlucky', async () => {
      if ((tries += 1) < 3) throw new Error('The database is down.')
      return 0
    }),
    worker('other', () => Promise.resolve(((others += 1), 0)), 1),
  ])
  await expect.poll(() => tries).toBe(3)
  expect(others).toBeGreaterThan(3)
  expect(core().logged.filter((line) => line.includes('unlucky') && line.includes('is down'))).toHaveLength(2)
  await running.stop()
})

test('stopping waits for the current run and starts no new one', async () => {
  const order: string[] = []
  let release = () => {}
  const running = startWorkers(core().services, [
    worker('slow', async (_, signal) => {
      order.push('begun')
      await new Promise<void>((resolve) => (release = resolve))
      order.push(signal.aborted ? 'finished' : 'too early')
      return 1
    }),
  ])
  await expect.poll(() => order).toEqual(['begun'])
  const stopped = running.stop().then(() => order.push('stopped'))
  release()
  await stopped
  expect(order).toEqual(['begun', 'finished', 'stopped'])
})

test('a step of housekeeping that fails stops no other', async () => {
  const { services } = core()
  const done: string[] = []
  const sql = new Proxy(services.sql, {
    apply(target, self, given: unknown[]) {
      const text = Array.isArray(given[0]) ? given[0].join('?') : ''
      if (text.includes('delete from idempotency_keys where created_at'))
        return Promise.reject(new Error('Too late.'))
      done.push(text)
      return Reflect.apply(target, self, given)
    },
  })
  const running = startAllWorkers({ ...core(), operations: [], services: { ...services, sql } })
  await expect.poll(() => done.some((text) => text.includes('delete from record_changes'))).toBe(true)
  await running.stop()
})

test('an item that fails stops no other, and its error is thrown at the end', async () => {
  const [done, stopping] = [[] as number[], new AbortController()]
  const work = async (item: number) => {
    if (item === 2) throw new Error('Not this one.')
    if (item === 4) stopping.abort()
    done.push(item)
  }
  await expect(eachInTurn([1, 2, 3, 4, 5], stopping.signal, work)).rejects.toThrow('Not this one.')
  expect(done).toEqual([1, 3, 4])
  await eachInTurn([], stopping.signal, work)
})
