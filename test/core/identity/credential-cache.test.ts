// Cached credentials live for one second at most, and never outlive a revocation.
import { expect, test } from 'vitest'
import { createCredentialCache, TTL_MS, MAX_ENTRIES } from '../../../core/identity/credential-cache.ts'

const aCache = () => {
  let now = 1_000_000
  const cache = createCredentialCache({ now: () => now })
  let finds = 0
  const find = async () => ++finds
  return { cache, find, move: (ms: number) => void (now += ms), finds: () => finds }
}

test('a result is cached for less than a second', async () => {
  const { cache, find, move } = aCache()
  expect(await cache.getOrLoad('a', find)).toBe(1)
  move(TTL_MS - 1)
  expect(await cache.getOrLoad('a', find)).toBe(1)
  move(1)
  expect(await cache.getOrLoad('a', find)).toBe(2)
})

test('a cleared result is not used again', async () => {
  const { cache, find } = aCache()
  await cache.getOrLoad('a', find)
  cache.clear()
  expect(await cache.getOrLoad('a', find)).toBe(2)
})

test('concurrent requests share one look-up', async () => {
  const { cache, find } = aCache()
  expect(await Promise.all([cache.getOrLoad('a', find), cache.getOrLoad('a', find)])).toEqual([1, 1])
})

test('a refusal is not cached', async () => {
  const { cache, find } = aCache()
  await expect(cache.getOrLoad('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await cache.getOrLoad('a', find)).toBe(1)
})

test('a look-up that started before the cache was cleared is not cached', async () => {
  const { cache, find } = aCache()
  let answer: (value: string) => void = () => {}
  const slow = cache.getOrLoad('a', () => new Promise<string>((resolve) => void (answer = resolve)))
  cache.clear()
  const after = await cache.getOrLoad<number | string>('a', find)
  answer('old')
  expect([await slow, after, await cache.getOrLoad<number | string>('a', find)]).toEqual(['old', 1, 1])
})

test('a clock set back does not prolong an entry', async () => {
  const { cache, find, move } = aCache()
  await cache.getOrLoad('a', find)
  move(-60_000)
  expect(await cache.getOrLoad('a', find)).toBe(2)
})

test('the oldest entries are evicted', async () => {
  const { cache, find, finds } = aCache()
  for (let n = 0; n <= MAX_ENTRIES; n += 1) await cache.getOrLoad(`k${n}`, find)
  const before = finds()
  await cache.getOrLoad(`k${MAX_ENTRIES}`, find)
  expect(finds()).toBe(before)
  await cache.getOrLoad('k0', find)
  expect(finds()).toBe(before + 1)
})
