// The first status of a job that is added: now, or when it was.
import { expect, test } from 'vitest'
import { addJob } from '../../../core/jobs/operations.ts'
import { getJob } from '../../../core/jobs/queries.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()

test('a job may be added with the time of its first status, which has happened', async () => {
  const ctx = as(core(), await aUser(core()))
  const at = '2026-03-06T09:00:00.000Z'
  const { id } = await call(addJob, ctx, { company: 'Acme', role: 'Chef', status: 'applied', at })
  const job = await call(getJob, ctx, { id })
  expect(job).toMatchObject({ appliedAt: at, statusChangedAt: at, history: [{ status: 'applied', at }] })
  expect(job.createdAt > at).toBe(true)
  await expect(
    call(addJob, ctx, { company: 'Acme', role: 'Cook', at: '2100-01-01T00:00:00.000Z' }),
  ).rejects.toMatchObject({ code: 'invalid_input' })
})
