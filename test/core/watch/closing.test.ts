// The last day to apply of a posting becomes the deadline of the job, however the posting arrives.
import { expect, test } from 'vitest'
import { getJob } from '../../../core/jobs/queries.ts'
import { DAY_MS, isoOf } from '../../../core/kernel/clock.ts'
import { accept, clipPage, listPostings } from '../../../core/watch/operations.ts'
import { call } from '../../harness.ts'
import { run, useWatching, watch } from './fixture.ts'

const all = useWatching()
const DAY = isoOf(Date.now() + 30 * DAY_MS).slice(0, 10)

test.each([
  ['its field', { closes: `${DAY}T12:30:00-05:00` }, `${DAY}T17:30:00.000Z`],
  ['its text', { text: `<p>Keep the books.</p><p>Apply by ${DAY}.</p>` }, DAY],
  ['neither', {}, null],
])('a board’s posting that says it in %s', async (_, said, deadline) => {
  const ctx = await all().user()
  const board = `greenhouse:closes${Object.keys(said).join('')}`
  all().boards.post(board, [{ id: '744001', title: 'Clerk', ...said }])
  await watch(ctx, board)
  await run(ctx)
  const { postings } = await call(listPostings, ctx, {})
  const { jobId } = await call(accept, ctx, { id: postings[0]!.id })
  const job = await call(getJob, ctx, { id: jobId! })
  expect(job.deadline).toEqual(deadline === null ? null : expect.stringContaining(deadline))
})

test('a clipped page and a pasted text', async () => {
  const ctx = await all().user()
  const data = JSON.stringify({ '@type': 'JobPosting', title: 'Clerk', validThrough: `${DAY}T17:30:00Z` })
  const page = { text: `<html><script type="application/ld+json">${data}</script><p>Keep the books.</p>` }
  expect(await call(clipPage, ctx, page)).toMatchObject({ role: 'Clerk', deadline: `${DAY}T17:30:00.000Z` })
  const pasted = await call(clipPage, ctx, { text: `Clerk\nClosing date: ${DAY}` })
  expect(pasted.deadline).toContain(DAY)
})

test('a clipped page with several postings is the one at its address', async () => {
  const ctx = await all().user()
  const url = 'https://acme.example/jobs/2'
  const data = ['/jobs/1', '/jobs/2'].map((at) => ({ '@type': 'JobPosting', title: `Clerk ${at}`, url: at }))
  const text = `<html><script type="application/ld+json">${JSON.stringify(data)}</script><p>Books.</p>`
  expect(await call(clipPage, ctx, { url, text })).toMatchObject({ role: 'Clerk /jobs/2', notes: '' })
})

test('the job of a remote posting with an office is remote, too', async () => {
  const ctx = await all().user()
  all().boards.post('ashby:faroff', [{ id: '744001', title: 'Clerk', workplace: 'remote' }])
  await watch(ctx, 'ashby:faroff')
  await run(ctx)
  const { postings } = await call(listPostings, ctx, {})
  expect(postings[0]).toMatchObject({ remote: true, location: expect.stringMatching(/^Oslo/) })
  const { jobId } = await call(accept, ctx, { id: postings[0]!.id })
  expect((await call(getJob, ctx, { id: jobId! })).location).toMatch(/^Remote \(Oslo/)
})

test('a clipped posting for several places shows the pay of the first that has data', async () => {
  const ctx = await all().user()
  const at = async (places: string) => {
    const text = `Job Title: Software Engineer\nEmployer: Acme\nLocation: ${places}`
    return (await call(clipPage, ctx, { text })).estimate?.place
  }
  expect(await at('Berlin, Germany; Austin, TX')).toBe('Austin, TX')
  expect(await at('Remote (Canada; United States)')).toBe('United States')
  expect(await at('Remote (Canada)')).toBeUndefined()
})

test('the notes of an accepted posting say what of its pay is not counted', async () => {
  const ctx = await all().user()
  const text = '<p>Keep the books.</p><p>Salary: €3,000 net per month. OTE: €60,000</p>'
  all().boards.post('greenhouse:netpay', [{ id: '744001', title: 'Clerk', text }])
  await watch(ctx, 'greenhouse:netpay')
  await run(ctx)
  const { postings } = await call(listPostings, ctx, {})
  const { jobId } = await call(accept, ctx, { id: postings[0]!.id })
  const { salary, notes } = await call(getJob, ctx, { id: jobId! })
  expect(salary).toBe('EUR 3,000 a month')
  expect(notes).toMatch(/net \(means after tax.*\n.*OTE: €60,000.* \(is target pay, not base pay\)\.$/)
})
