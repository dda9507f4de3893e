// However often the gateway is killed: one subscription, every item charged once, and a correct mirror.
import { expect, test } from 'vitest'
import { LONG } from '../long.ts'
import { drill, everyMoment, KINDS, type Try } from './billing-drill.ts'

/** The long form: every moment of every step, so often. */
const ROUNDS = Number(process.env['DRILL_ROUNDS'] ?? 1)
const LANES = Number(process.env['DRILL_LANES'] ?? 4)

/** One kill of each kind, at the steps with the highest risk. */
const SHORT: readonly Try[] = [
  { kind: 'charge', step: 0, nth: 4 },
  { kind: 'commit', step: 1, nth: 6 },
  { kind: 'webhook', step: 0, nth: 4 },
]

test(
  'a killed gateway charges no user twice and loses nothing',
  { timeout: LONG ? 3_600_000 : 600_000 },
  async () => {
    const tries = LONG ? everyMoment(ROUNDS) : SHORT.values()
    const { kills, seconds, wrong } = await drill(tries, LONG ? LANES : 3)
    const total = KINDS.reduce((sum, kind) => sum + kills[kind], 0)
    const figures = KINDS.map((kind) => `${kills[kind]} at ${kind}`).join(', ')
    console.info(`${total} kills in ${seconds} s: ${figures}; ${wrong.length} faults.`)
    expect(wrong).toEqual([])
    expect(total).toBeGreaterThanOrEqual(LONG ? 100 * ROUNDS : SHORT.length)
  },
)
