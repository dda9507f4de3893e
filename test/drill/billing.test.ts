// However often the gateway is killed under its customers: one subscription, each thing charged once, the mirror true.
import { expect, test } from 'vitest'
import { drill } from './billing-drill.ts'

/** `npm run drill:billing` takes the long form. */
const isLong = process.env['DRILL'] === 'long'
const SIZE = isLong ? { kills: 60, people: 40 } : { kills: 2, people: 4 }

test(
  'a gateway that is killed charges nobody twice and loses nothing',
  { timeout: isLong ? 3_600_000 : 120_000 },
  async () => {
    const { kills, wrong } = await drill(SIZE)
    console.info(`${kills} kills, ${SIZE.people} people, ${wrong.length} faults.`)
    expect(wrong).toEqual([])
  },
)
