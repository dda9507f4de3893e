// Cached responses: bounded in memory, and of the present data.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createIntelligence, type Intelligence } from '../../../core/intelligence/intelligence.ts'
import { cachedResponse, createResponseCache } from '../../../core/intelligence/response-cache.ts'
import type { Context } from '../../../core/kernel/context.ts'

test('the responses kept have a bounded size, whatever their number, and those in use stay', () => {
  const cache = createResponseCache(100)
  const small = cache.put('small', { figure: 1 })
  cache.put('other', { figure: 2 })
  for (let at = 0; at < 20; at += 1) {
    cache.put(`large ${at}`, { figures: Array.from({ length: 60 }, (_, place) => place) })
    expect(cache.get('small')).toBe(small)
  }
  expect(cache.get('large 19')).toBeDefined()
  for (const gone of ['other', 'large 0', 'large 18']) expect(cache.get(gone), gone).toBeUndefined()
})

test('a response stored again takes its room once', () => {
  const cache = createResponseCache(100)
  cache.put('kept', { figure: 1 })
  for (let at = 0; at < 10; at += 1) cache.put('same', { figures: Array.from({ length: 50 }, () => at) })
  expect(cache.get('kept')).toBeDefined()
})

/** Data that another process may replace, and how often it was read. */
function importedData() {
  const state = { digest: 'one', reads: 0 }
  const imported = {
    digest: async () => state.digest,
    async imports() {
      state.reads += 1
      return []
    },
  }
  return { state, intelligence: createIntelligence({ resident: true, imported }) }
}

/** Lets a process notice that the data was replaced: it looks every two seconds. */
async function notice(intelligence: Intelligence) {
  await wait(2_100)
  await intelligence.fullDataset()
  await wait(10)
}

test('new data is read once by all requests that wait for it, and no response of the old data is served', async () => {
  const { state, intelligence } = importedData()
  await intelligence.fullDataset()
  let finish = () => {}
  const reloaded = new Promise<void>((resolve) => (finish = resolve))
  const late = cachedResponse({ intelligence, report: {} }, 'figure', () =>
    reloaded.then(() => ({ of: 'old' })),
  )
  state.digest = 'two'
  await notice(intelligence)
  const waiting = await Promise.all(Array.from({ length: 5 }, () => intelligence.fullDataset()))
  expect(new Set(waiting).size).toBe(1)
  expect(state.reads).toBe(2)
  finish()
  await late
  expect(await cachedResponse({ intelligence, report: {} }, 'figure', () => ({ of: 'new' }))).toEqual({
    of: 'new',
  })
})

test('a response can be had again without its operation until the data has changed', async () => {
  const { state, intelligence } = importedData()
  await intelligence.fullDataset()
  const report: Context['report'] = {}
  const made = await cachedResponse({ intelligence, report }, 'figure', () => ({ of: 'old' }))
  expect(report.cached?.again()).toBe(made)
  state.digest = 'two'
  // Nothing but the question itself notices the new data: first it asks for their digest, then it knows it.
  await wait(2_100)
  report.cached?.again()
  await wait(10)
  expect(report.cached?.again()).toBe(undefined)
})
