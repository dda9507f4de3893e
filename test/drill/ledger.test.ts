// The model of the ledger over many sequences, with kills: a few in `npm test`, hundreds in
// `npm run test:long -- billing`, and DRILL_SEQUENCES=10000 when the ledger itself has changed.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { LONG } from '../long.ts'
import { known } from './ledger-known.ts'
import { openLane, type Lane } from './ledger-lane.ts'
import { beginning, step, type Step } from './ledger-model.ts'
import { smallest } from './smallest.ts'

const setting = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)
const SEQUENCES = setting('DRILL_SEQUENCES', LONG ? 200 : 4)
/** The first sequence to run of all that follow from the seed. */
const FROM = setting('DRILL_FROM', 0)
const LANES = setting('DRILL_LANES', LONG ? 4 : 2)
/** After so many different faults a drill ends. */
const MOST_FAULTS = setting('DRILL_FAULTS', 3)

const sequences = fc
  .tuple(beginning, fc.array(step, { minLength: 2, maxLength: 10 }))
  .map(([first, rest]): Step[] => [{ action: first, death: null }, ...rest])

let lanes: Lane[] = []

beforeAll(async () => {
  lanes = await Promise.all(Array.from({ length: LANES }, () => openLane(inject('modelUrl'))))
})

afterAll(() => Promise.all(lanes.map((lane) => lane.close())))

/** Why a sequence fails; undefined if it holds. */
const faultOf = (lane: Lane, number: number, steps: readonly Step[]): Promise<string | undefined> =>
  lane.run(number, steps).then(
    () => undefined,
    (error: unknown) => String(error),
  )

/** A fault without its figures. */
const kindOf = (fault: string | undefined): string | undefined => fault?.split('\n')[0]?.replace(/\d+/g, '')

test.each(Object.entries(known))('%s', (_, steps) => lanes[0]!.run(0, steps))

test(
  'after any sequence and any kill: charged less refunded less credit is what is held',
  { timeout: LONG ? 24 * 3_600_000 : 600_000 },
  async () => {
    const { seed } = fc.readConfigureGlobal()
    const all = fc
      .sample(sequences, { numRuns: FROM + SEQUENCES, ...(seed !== undefined && { seed }) })
      .entries()
    const faults: string[] = []
    let held = 0
    const runLane = async (lane: Lane): Promise<void> => {
      for (const [number, steps] of all) {
        if (faults.length >= MOST_FAULTS) return
        if (number < FROM) continue
        const fault = await faultOf(lane, number, steps)
        if (fault === undefined) held += 1
        else {
          const isSame = async (fewer: readonly Step[]) =>
            kindOf(await faultOf(lane, number, fewer)) === kindOf(fault)
          const least = await smallest(steps, isSame)
          const why = (await faultOf(lane, number, least)) ?? fault
          faults.push(`Sequence ${number}: ${why}\n${least.map((one) => JSON.stringify(one)).join('\n')}`)
        }
        if (LONG && held % 100 === 0) console.info(`${held} sequences held.`)
      }
    }
    await Promise.all(lanes.map(runLane))
    const deaths = lanes.reduce((sum, lane) => sum + lane.deaths(), 0)
    console.info(`${held} sequences held, with ${deaths} kills.`)
    expect(faults).toEqual([])
  },
)
