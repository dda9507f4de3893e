// Imports of jobs that were merged, also of those whose merge partner was deleted since.
import { expect, test } from 'vitest'
import { addJob, importJobs, mergeJob, removeJob } from '../../../core/jobs/operations.ts'
import { exportJobs, getJob } from '../../../core/jobs/queries.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()

test('a merge may give more tags than fit, and its export brings all of them back', async () => {
  const ctx = as(core(), await aUser(core()))
  const add = (role: string, tags: string[]) => call(addJob, ctx, { company: 'Acme', role, tags })
  const [kept, other] = [await add('Chef', [...'abcdefghi']), await add('Cook', [...'hijkl'])]
  await call(mergeJob, ctx, { id: kept.id, from: other.id })
  const { jobs } = await call(exportJobs, ctx, {})
  const rows = jobs.map((job) => ({ values: { ...job, tags: [...job.tags, 'm'] } }))
  for (const outcome of ['updated', 'created']) {
    expect((await call(importJobs, ctx, { rows })).rows).toMatchObject([{ outcome, id: kept.id }])
    expect((await call(getJob, ctx, { id: kept.id })).tags).toEqual([...'abcdefghijklm'])
    await call(removeJob, ctx, { id: kept.id })
  }
})

test('a merged job that was deleted since comes back from its export, and from another file', async () => {
  const ctx = as(core(), await aUser(core()))
  const values = { company: 'Acme', role: 'Chef' }
  const [kept, other] = [await call(addJob, ctx, values), await call(addJob, ctx, values)]
  await call(mergeJob, ctx, { id: kept.id, from: other.id })
  const rows = (await call(exportJobs, ctx, {})).jobs.map((job) => ({ values: job }))
  await call(removeJob, ctx, { id: kept.id })
  expect((await call(importJobs, ctx, { rows })).rows).toMatchObject([{ outcome: 'created', id: kept.id }])
  await call(removeJob, ctx, { id: kept.id })
  expect((await call(importJobs, ctx, { rows: [{ values }] })).created).toBe(1)
})

test('a job that was merged into a deleted one comes back not with the file, either', async () => {
  const ctx = as(core(), await aUser(core()))
  const rows = ['Chef', 'Baker', 'Driver', 'Painter'].map((Role) => ({ values: { Company: 'Acme', Role } }))
  const [a, b, c] = (await call(importJobs, ctx, { rows })).rows.map(({ id }) => id!)
  await call(mergeJob, ctx, { id: b!, from: a! })
  await call(mergeJob, ctx, { id: c!, from: b! })
  await call(removeJob, ctx, { id: c! })
  const { rows: again } = await call(importJobs, ctx, { rows })
  const gone = ['skipped', expect.stringContaining('It was deleted since')]
  expect(again.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ...[gone, gone, gone],
    ['skipped', 'Already there.'],
  ])
})
