// Scout's actions: a direct endpoint for what the chat can do.
import { describe, expect, test } from 'vitest'
import { listJobs } from '../../../core/jobs/queries.ts'
import { invokeWithin } from '../../../core/kernel/invoke.ts'
import { as } from '../../harness.ts'
import { useAsking, type Somebody } from './fixture.ts'

const asking = useAsking()

const jobsOf = async ({ principal }: Somebody) =>
  (await invokeWithin(listJobs, as(asking().gateway.core, principal), {})).jobs

describe('an action', () => {
  const act = (me: Somebody, action: string, params: unknown, headers = {}) =>
    me.ask(
      '/api/scout-actions',
      { action, params },
      { 'x-ai-provider': undefined, 'x-user-api-key': undefined, ...headers },
    )

  test('takes a record by its name, and lists the candidates of an unclear one', async () => {
    const me = await asking().somebody()
    await act(me, 'saveJob', { company: 'Acme', role: 'Engineer' })
    await act(me, 'saveJob', { company: 'Globex', role: 'Engineer' })
    const { body } = await act(me, 'updateJob', { jobId: 'globex', notes: 'Call.' })
    expect(body).toMatchObject({ success: true, data: { company: 'Globex', notes: 'Call.' } })
    const unclear = await act(me, 'updateJob', { id: 'engineer', notes: 'Call.' })
    expect(unclear.body).toMatchObject({ success: false, error: expect.stringContaining('Acme — Engineer') })
  })

  test('of each kind has the same effect as in the pipeline, on any plan', async () => {
    const me = await asking().somebody({ tier: 'free' })
    const job = await act(me, 'saveJob', {
      company: 'Acme',
      role: 'Engineer',
      status: 'applied',
      tags: ['rust'],
    })
    expect(job.body).toMatchObject({
      success: true,
      error: '',
      data: { company: 'Acme', status: 'applied', tags: ['rust'] },
    })
    const { id } = job.body.data
    expect((await act(me, 'updateJob', { id, notes: 'Call.' })).body.data.notes).toBe('Call.')
    expect((await act(me, 'updateJob', { jobId: id, status: 'offer' })).body.data.status).toBe('offer')
    const contact = (await act(me, 'saveContact', { name: 'Sam', jobIds: [id] })).body.data
    expect((await act(me, 'updateContact', { contactId: contact.id, title: 'CTO' })).body.data.title).toBe(
      'CTO',
    )
    const activity = (
      await act(me, 'addActivity', { jobId: id, contactId: contact.id, title: 'Called', type: 'call' })
    ).body
    expect(activity).toMatchObject({ success: true, data: { title: 'Called' } })
    expect((await act(me, 'getJobs', { status: 'offer,saved' })).body.data).toMatchObject({
      total: 1,
      jobs: [{ id }],
    })
    expect((await act(me, 'getContacts', {})).body.data).toMatchObject({ total: 1 })
    expect((await act(me, 'getActivities', { type: 'call' })).body.data).toMatchObject({ total: 1 })
  })

  test.each([
    ['saveJob', { role: 'Engineer' }, /company/],
    ['saveJob', { company: 'Acme', role: 'x'.repeat(201) }, /role/],
    ['saveJob', { company: 'Acme', role: 'Engineer', status: 'offer' }, /status/],
    [
      'saveJob',
      { company: 'Acme', role: 'Engineer', tags: Array.from({ length: 11 }, (_, at) => `t${at}`) },
      /tags/,
    ],
    ['updateJob', { id: '01999999-9999-7999-8999-999999999999', notes: 'x' }, /no job/],
    ['updateJob', { notes: 'x' }, /id/],
    ['getJobs', { status: 'dreaming' }, /status/],
  ])('%s of %j fails with 200 and says why', async (action, params, why) => {
    const { status, body } = await act(await asking().somebody(), action, params)
    expect([status, body.success, body.data]).toEqual([200, false, {}])
    expect(body.error).toMatch(why)
  })

  test.each([
    [{}],
    [{ action: 'dropDatabase', params: {} }],
    [{ action: 'saveJob' }],
    [{ action: 'saveJob', params: [] }],
  ])('%j is not an action', async (body) => {
    const answer = await (await asking().somebody()).ask('/api/scout-actions', body)
    expect([answer.status, answer.body.success, answer.body.code], answer.text).toEqual([
      400,
      false,
      'VALIDATION_ERROR',
    ])
  })

  test('cannot reach another user’s rows', async () => {
    const [owner, other] = [await asking().somebody(), await asking().somebody()]
    const { id } = (await act(owner, 'saveJob', { company: 'Acme', role: 'Engineer' })).body.data
    expect((await act(other, 'updateJob', { id, notes: 'mine' })).body).toMatchObject({ success: false })
    expect((await act(other, 'getJobs', {})).body.data.total).toBe(0)
  })

  test('with an Idempotency-Key has one effect', async () => {
    const me = await asking().somebody()
    const send = (company: string) =>
      act(me, 'saveJob', { company, role: 'Engineer' }, { 'idempotency-key': 'once' })
    const [first, again] = [await send('Acme'), await send('Acme')]
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await send('Other')).status).toBe(409)
    expect(await jobsOf(me)).toHaveLength(1)
  })
})
