// The webhook drill, short, and at length in the long run: ten thousand events, three workers killed twenty times, Postgres five times.
import { expect, test } from 'vitest'
import { LONG } from '../long.ts'
import { runDrill } from './deliveries.ts'

const SIZE = LONG
  ? { events: 10_000, perSecond: 150, people: 20, workers: 3, workerKills: 20, postgresKills: 5 }
  : { events: 250, perSecond: 60, people: 4, workers: 2, workerKills: 3, postgresKills: 1 }

test('despite kills, every acknowledged event arrives, no rolled-back one does, and few arrive twice', async () => {
  const say = LONG ? console.info : () => {}
  const figures = await runDrill({ ...SIZE, failsOneIn: 20, say })
  say(JSON.stringify(figures))
  expect(figures).toMatchObject({ lost: 0, phantoms: 0, strangeIds: 0, badSignatures: 0 })
  expect(figures.acknowledged).toBeGreaterThanOrEqual(SIZE.events)
  // A kill repeats the calls in flight, which are a larger share of so few events.
  expect(figures.duplicatePercent).toBeLessThan(LONG ? 5 : 20)
}, 1_800_000)
