// The app's look for changes by others: how soon, and when not. The clock is the test's own, so that a busy machine proves nothing.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lookForOthers } from '../../cli/views/app/engine.ts'
import { fakePort, openApp } from './app-fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A pipeline that others change, and what the app shows of it. */
function aBoard() {
  const seen = { shown: '', version: '1', isBusy: false, fails: 0, isAway: false }
  const failing = (): boolean => seen.fails > 0 && Boolean(seen.fails--)
  const stop = lookForOthers({
    since: () => undefined,
    isAway: () => seen.isAway,
    setAway: (isAway) => (seen.isAway = isAway),
    port: { mark: async () => (failing() ? Promise.reject(new Error('cut off')) : seen.version) },
    isBusy: () => seen.isBusy,
    catchUp: async () => void (seen.shown = seen.version),
  })
  return { seen, stop }
}

test('a change by others is shown within two seconds, at whatever moment it is made', async () => {
  const { seen, stop } = aBoard()
  for (const after of [0, 1, 700, 1_499, 1_500, 1_501]) {
    await vi.advanceTimersByTimeAsync(after)
    seen.version += '1'
    await vi.advanceTimersByTimeAsync(2_000)
    expect(seen.shown).toBe(seen.version)
  }
  stop()
})

test('a look never overtakes a change of ours, and a failed one is made up for by the next', async () => {
  const { seen, stop } = aBoard()
  await vi.advanceTimersByTimeAsync(2_000)
  seen.isBusy = true
  seen.version = '2'
  await vi.advanceTimersByTimeAsync(10_000)
  expect(seen.shown).toBe('1')
  seen.isBusy = false
  seen.fails = 1
  await vi.advanceTimersByTimeAsync(4_000)
  expect(seen.shown).toBe('2')
  stop()
  seen.version = '3'
  await vi.advanceTimersByTimeAsync(10_000)
  expect(seen.shown).toBe('2')
})

test('a screen that a failed change left wrong is read again once the server answers, though nothing changed there', async () => {
  const { seen, stop } = aBoard()
  await vi.advanceTimersByTimeAsync(2_000)
  seen.shown = 'a move that was not saved'
  seen.isAway = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(seen).toMatchObject({ shown: '1', isAway: false })
  stop()
})

test('a change after which nothing can be read is said to be made, and its form is closed', async () => {
  const port = fakePort()
  const app = await openApp({ columns: 80, rows: 24 }, port)
  Object.assign(port, { board: () => Promise.reject(new Error('cut off')) })
  await app.type('2aAcme\tChef\u0013')
  expect(app.lines().at(-1)).toBe('Done it. u undoes it.')
  expect(app.state()).toMatchObject({ mode: { kind: 'list' }, isAway: true })
  await app.type('u')
  expect(app.lines().at(-1)).toBe('Did undo.')
  expect(port.said.filter((text) => text.startsWith('run'))).toHaveLength(1)
})
