// Moving a job over HTTP: dates are kept as told, nothing lies in the future, and a repetition adds nothing.
import { describe, expect, test } from 'vitest'
import { useGateway } from './harness.ts'

const gateway = useGateway()

const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
type Line = { status: string; at: string }

async function aJob(input: object = {}) {
  const me = await gateway().caller()
  const { body } = await me.send('POST', '/api/mcp/jobs', { company: 'Acme', role: 'Cook', ...input })
  const path = `/api/mcp/jobs/${body.id}`
  return {
    me,
    path,
    id: body.id as string,
    move: (status: string, more: object = {}) => me.send('POST', `${path}/status`, { status, ...more }),
    job: async () => (await me.get(path)).body,
  }
}

describe('the history of a job', () => {
  test('an application of three days ago makes a job of today applied since then', async () => {
    const { move, job } = await aJob()
    const at = ago(3)
    expect((await move('applied', { at })).body).toMatchObject({
      status: 'applied',
      appliedAt: at,
      statusChangedAt: at,
    })
    expect((await job()).history).toEqual([
      { status: 'saved', at, note: null },
      { status: 'applied', at, note: null },
    ])
  })

  test('a screening told after the interview is kept in its place, and the job stays in interviewing', async () => {
    const { move, job } = await aJob()
    await move('applied', { at: ago(9) })
    await move('interviewing', { at: ago(1) })
    const { body } = await move('screening', { at: ago(5), note: 'phone' })
    expect(body).toMatchObject({ status: 'interviewing', appliedAt: expect.stringMatching(/Z$/) })
    const { history } = await job()
    expect(history.map(({ status }: Line) => status)).toEqual([
      'saved',
      'applied',
      'screening',
      'interviewing',
    ])
    expect(history.map(({ at }: Line) => at)).toEqual([...history.map(({ at }: Line) => at)].sort())
  })

  test('an end before a stated application is refused by name, and an earlier stage leaves its date', async () => {
    const { me, move, job } = await aJob({ status: 'applied', at: '2026-02-21T12:00:00Z' })
    const before = await job()
    const refused = await move('withdrawn', { at: '2026-01-01' })
    expect([refused.status, refused.body.error]).toEqual([
      400,
      'at is before 2026-02-21, when Acme — Cook became applied: say a later date',
    ])
    expect(await job()).toEqual(before)
    const jobIds = [before.id]
    const many = await me.send('POST', '/api/mcp/jobs/status', {
      jobIds,
      status: 'rejected',
      at: '2026-01-01',
    })
    expect(many.status).toBe(400)
    const { body } = await move('screening', { at: '2026-02-01T12:00:00Z' })
    expect(body).toMatchObject({ status: 'applied', appliedAt: before.appliedAt })
  })

  test('more than five minutes ahead is refused by name, and nothing changes', async () => {
    const { move, job } = await aJob()
    const refused = await move('applied', { at: '2062-01-01T00:00:00Z' })
    expect([refused.status, refused.body.error]).toEqual([
      400,
      expect.stringContaining('at must not be in the future'),
    ])
    expect((await move('applied', { at: new Date(Date.now() + 240_000).toISOString() })).status).toBe(200)
    expect((await job()).history).toHaveLength(2)
  })

  test('the same status again adds nothing and resets no clock; its note becomes an activity', async () => {
    const { me, move, job, id } = await aJob()
    await move('applied', { at: ago(3) })
    const before = await job()
    const again = await move('applied', { note: 'sent once more' })
    expect([again.status, again.body.statusChangedAt]).toEqual([200, before.statusChangedAt])
    expect((await job()).history).toEqual(before.history)
    const { activities } = (await me.get(`/api/mcp/activities?jobId=${id}`)).body
    expect(activities).toMatchObject([{ type: 'note', body: 'sent once more' }])
  })

  test('the same status with an earlier date corrects its entry, and is refused before the entry ahead of it', async () => {
    const { move, job } = await aJob()
    await move('applied', { at: ago(9) })
    await move('interviewing', { at: ago(2) })
    const at = ago(5)
    expect((await move('interviewing', { at })).body.statusChangedAt).toBe(at)
    const before = await job()
    const refused = await move('interviewing', { at: ago(20) })
    expect([refused.status, refused.body.error]).toEqual([
      400,
      `at is before ${ago(9).slice(0, 10)}, when Acme — Cook became applied: say a later date`,
    ])
    expect(await job()).toEqual(before)
  })

  test('undo takes an entry out of the middle and gives the first its date back', async () => {
    const { me, move, job } = await aJob()
    await move('interviewing', { at: ago(2) })
    const before = await job()
    await move('applied', { at: ago(8) })
    expect((await job()).appliedAt).not.toBeNull()
    expect((await me.send('POST', '/api/mcp/audit/undo', {})).status).toBe(200)
    const { updatedAt: _, ...after } = await job()
    expect({ ...after, updatedAt: before.updatedAt }).toEqual(before)
  })

  test('linking a contact changes both records', async () => {
    const { me, id, job } = await aJob()
    const { body: jane } = await me.send('POST', '/api/mcp/contacts', { name: 'Jane' })
    const before = (await job()).updatedAt
    await new Promise((resolve) => setTimeout(resolve, 5))
    const linked = await me.send('PATCH', `/api/mcp/contacts/${jane.id}`, { jobIds: [id] })
    expect(linked.body.updatedAt > jane.updatedAt).toBe(true)
    expect((await job()).updatedAt > before).toBe(true)
  })
})
