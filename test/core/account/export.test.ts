// The export of an account holds all of it, and nothing of another's.
import { expect, test } from 'vitest'
import { exportData } from '../../../core/account/operations.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()

test('an export is whole, however many rows a table has', async () => {
  const [me, other] = [as(core(), await aUser(core())), as(core(), await aUser(core()))]
  const rows = 100_050
  const { sql } = core().database
  await sql`
    insert into mood_check_ins (user_id, id, mood, at)
    select ${me.principal.userId}, gen_random_uuid(), 'good', now() from generate_series(1, ${rows})`
  await sql`
    insert into mood_check_ins (user_id, id, mood, at)
    values (${other.principal.userId}, gen_random_uuid(), 'tired', now())`
  const { tables } = await call(exportData, me, {})
  expect(tables['mood_check_ins']).toHaveLength(rows)
  const theirs = await call(exportData, other, {})
  expect(theirs.tables['mood_check_ins']).toMatchObject([{ mood: 'tired' }])
})
