// The webhook drill in short; `npm run drill:webhooks` is the whole of it.
import { expect, test } from 'vitest'
import { runDrill } from './deliveries.ts'

test('whatever is killed, every acknowledged event arrives, none that was rolled back does, and few arrive twice', async () => {
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
  // A kill repeats what was in flight: of so few events that is more of them.
  expect(figures.duplicates).toBeLessThan(60)
}, 180_000)
