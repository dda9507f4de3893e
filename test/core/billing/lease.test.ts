// The lease under which a user's billing changes: what an interrupted change leaves to the next one.
import { expect, test } from 'vitest'
import { claimLease, updateLease } from '../../../core/billing/store.ts'
import { newId } from '../../../core/kernel/id.ts'
import { aUser, useCore } from '../../harness.ts'

const core = useCore()

test('who takes a lease learns whether the one before it ended without a release', async () => {
  const { userId } = await aUser(core())
  const { sql } = core().services
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString()
  const claim = (holder: string, minute: number) =>
    claimLease(sql, { userId, holder, now: at(minute), until: at(minute + 1) })
  const [first, second, third] = [newId(), newId(), newId()]
  expect(await claim(first, 0)).toEqual({ previousExpired: false })
  expect(await claim(second, 0), 'the first holds it').toBeUndefined()
  expect(await claim(second, 5)).toEqual({ previousExpired: true })
  await updateLease(sql, { userId, holder: second, until: null })
  expect(await claim(third, 10)).toEqual({ previousExpired: false })
})
