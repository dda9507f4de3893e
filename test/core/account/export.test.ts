// The export of an account holds all of it, and nothing of another's, in parts that fit into memory.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { Export } from '../../../core/account/export.ts'
import { exportData } from '../../../core/account/operations.ts'
import { isJsonText } from '../../../core/kernel/json-text.ts'
import { as, aUser, call, useCore } from '../../harness.ts'
import { exported } from './exported.ts'

const core = useCore()

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const liveBytes = (): number => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const moods = (userId: string, rows: number, note: string | null) => core().database.sql`
  insert into mood_check_ins (user_id, id, mood, note, at)
  select ${userId}, gen_random_uuid(), 'good', ${note}, now() from generate_series(1, ${rows})`

test('an export is whole, however many rows a table has', async () => {
  const [me, other] = [as(core(), await aUser(core())), as(core(), await aUser(core()))]
  await moods(me.principal.userId, 20_050, null)
  await moods(other.principal.userId, 1, 'Theirs.')
  const rows = (await exported(me))['mood_check_ins']!
  expect(rows).toHaveLength(20_050)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(20_050)
  expect((await exported(other))['mood_check_ins']).toMatchObject([{ note: 'Theirs.' }])
})

test('an export of 60 MB needs no more memory than one of 6', async () => {
  const peakOf = async (rows: number) => {
    const me = as(core(), await aUser(core()))
    await moods(me.principal.userId, rows, 'x'.repeat(3_000))
    const before = liveBytes()
    let [peak, bytes, pieces] = [0, 0, 0]
    for await (const piece of await call(exportData, me, {})) {
      bytes += piece.length
      if (pieces++ % 8 === 0) peak = Math.max(peak, liveBytes() - before)
    }
    expect(bytes).toBeGreaterThan(rows * 3_000)
    return peak
  }
  const small = await peakOf(2_000)
  // What a run compiles and has not collected differs by some megabytes; held as a whole, it would be 54 more.
  expect((await peakOf(20_000)) - small).toBeLessThan(25_000_000)
})

test('the schema describes what is written', async () => {
  expect(isJsonText(await call(exportData, as(core(), await aUser(core())), {}))).toBe(true)
  expect(Export().safeParse({}).success).toBe(false)
})
