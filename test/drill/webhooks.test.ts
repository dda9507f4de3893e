// A short webhook drill; `npm run drill:webhooks` is the full one.
import { expect, test } from 'vitest'
import { runDrill } from './deliveries.ts'

test('despite kills, every acknowledged event arrives, no rolled-back one does, and few arrive twice', async () => {
  const figures = await runDrill({
    events: 400,
    perSecond: 60,
    people: 4,
    workers: 2,
    workerKills: 4,
    postgresKills: 1,
    failsOneIn: 20,
    say: () => {},
  })
  expect(figures).toMatchObject({ lost: 0, phantoms: 0, strangeIds: 0, badSignatures: 0 })
  expect(figures.acknowledged).toBeGreaterThanOrEqual(400)
  // A kill repeats the calls in flight, which are a larger share of so few events.
  expect(figures.duplicates).toBeLessThan(60)
}, 180_000)
