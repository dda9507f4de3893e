// The model of the ledger over many sequences: a few in `npm test`, ten thousand in `npm run drill:billing`.
import fc from 'fast-check'
import { test } from 'vitest'
import { action, beginning, runSequence } from '../gateway/billing/ledger-model.ts'
import { useBilling } from '../gateway/billing/world.ts'

const world = useBilling()
const isLong = process.env['DRILL'] === 'long'
const RUNS = Number(process.env['DRILL_SEQUENCES'] ?? (isLong ? 10_000 : 6))

test(
  'after any sequence: charged less refunded less credit pays for what is held',
  { timeout: isLong ? 24 * 3_600_000 : 300_000 },
  async () => {
    const sequences = fc
      .tuple(beginning, fc.array(action, { minLength: 2, maxLength: 10 }))
      .map(([first, rest]) => [first, ...rest])
    await fc.assert(
      fc.asyncProperty(sequences, (actions) => runSequence(world(), actions)),
      { numRuns: RUNS, endOnFailure: !isLong },
    )
    console.info(`${RUNS} sequences held.`)
  },
)
