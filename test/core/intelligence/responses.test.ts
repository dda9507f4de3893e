// Cached responses: bounded in memory, and of the present data.
import { expect, onTestFinished, test } from 'vitest'
import { compilePayFile } from '../../../core/intelligence/file/compile.ts'
import type { PayFile } from '../../../core/intelligence/file/pay-file.ts'
import { overlaid } from '../../../core/intelligence/imports/overlay.ts'
import {
  createIntelligence,
  type Intelligence,
  type Overlays,
} from '../../../core/intelligence/intelligence.ts'
import { cachedResponse, createResponseCache } from '../../../core/intelligence/response-cache.ts'

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

/** An installation whose imports another process changes, and how often an overlay was read. */
function anInstallation() {
  const state = { name: null as string | null, reads: 0 }
  const open = (shipped: PayFile) => {
    state.reads += 1
    const rows = [[String(state.reads), '0', '0']]
    return overlaid(
      shipped,
      compilePayFile([{ name: 'remote_pay', columns: ['year', 'differential', 'offers'], key: 0, rows }]),
    )
  }
  const overlays: Overlays = {
    inUse: (shipped) => (state.name === null ? null : { name: state.name, open: () => open(shipped) }),
  }
  const intelligence = createIntelligence({ resident: true, overlays })
  onTestFinished(() => intelligence.close())
  return { state, intelligence }
}

const yearsIn = async (intelligence: Intelligence) =>
  (await intelligence.fullDataset()).references.remotePay().map(({ year }) => year)

test('an overlay is taken up and read once, and no response of the old data is served', async () => {
  const { state, intelligence } = anInstallation()
  const shipped = await yearsIn(intelligence)
  let finish = () => {}
  const reloaded = new Promise<void>((resolve) => (finish = resolve))
  const late = cachedResponse({ intelligence }, 'figure', () => reloaded.then(() => ({ of: 'old' })))
  state.name = 'one'
  await expect.poll(() => yearsIn(intelligence), { interval: 20 }).toEqual([1])
  expect(state.reads).toBe(1)
  finish()
  await late
  const after = await cachedResponse({ intelligence }, 'figure', () => ({ of: 'new' }))
  expect(after).toEqual({ of: 'new' })
  state.name = null
  await expect.poll(() => yearsIn(intelligence), { interval: 20 }).toEqual(shipped)
})
