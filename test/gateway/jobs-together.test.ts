// Several jobs in one change: moved together, listed by groups of statuses, and two entries of one job merged.
import { describe, expect, test } from 'vitest'
import { useGateway } from './harness.ts'

const gateway = useGateway()

async function aSearch() {
  const me = await gateway().caller()
  const add = async (company: string, more: object = {}) =>
    (await me.send('POST', '/api/mcp/jobs', { company, role: 'Cook', ...more })).body.id as string
  return { me, add }
}

describe('jobs together', () => {
  test('are moved in one change, all or none, and one undo takes it back', async () => {
    const { me, add } = await aSearch()
    const [acme, globex] = [await add('Acme'), await add('Globex')]
    const move = (jobIds: string[]) => me.send('POST', '/api/mcp/jobs/status', { jobIds, status: 'rejected' })
    const missing = '01900000-0000-7000-8000-000000000000'
    expect((await move([acme, missing])).status).toBe(404)
    const { body } = await move([globex, acme])
    expect(body.jobs.map(({ status }: { status: string }) => status)).toEqual(['rejected', 'rejected'])
    expect((await me.get('/api/mcp/jobs?status=closed')).body.total).toBe(2)
    expect((await me.get('/api/mcp/jobs?status=open')).body.total).toBe(0)
    await me.send('POST', '/api/mcp/audit/undo', {})
    expect((await me.get('/api/mcp/jobs?status=saved')).body.total).toBe(2)
  })

  test('are put in order by a year of pay, status and deadline', async () => {
    const { me, add } = await aSearch()
    await add('Hourly', { salary: '$60/hr', status: 'applied' })
    await add('Yearly', { salary: '$120k' })
    const last = await add('Unsaid')
    await me.send('POST', '/api/mcp/calendar', {
      jobId: last,
      type: 'deadline',
      title: 'Apply',
      startsAt: '2100-01-01T10:00:00Z',
    })
    const order = async (sort: string) =>
      (await me.get(`/api/mcp/jobs?sort=${sort}`)).body.jobs.map(
        ({ company }: { company: string }) => company,
      )
    expect(await order('-salary')).toEqual(['Hourly', 'Yearly', 'Unsaid'])
    expect((await order('-status'))[0]).toBe('Hourly')
    expect((await order('deadline'))[0]).toBe('Unsaid')
    const tagged = await add('Tagged', { tags: ['remote', 'rust'] })
    expect((await me.get('/api/mcp/jobs?tag=rust,remote')).body.jobs).toMatchObject([{ id: tagged }])
    expect((await me.get('/api/mcp/jobs?tag=rust,onsite')).body.total).toBe(0)
  })

  test('that are one are merged with all that belongs to them, and separated by undo', async () => {
    const { me, add } = await aSearch()
    const [kept, other] = [
      await add('Acme', { notes: 'mine' }),
      await add('Acme', { salary: '$100k', tags: ['x'], url: 'https://acme.example/jobs/71' }),
    ]
    await me.send('POST', `/api/mcp/jobs/${other}/status`, { status: 'applied' })
    await me.send('POST', '/api/mcp/activities', { jobId: other, title: 'Talked' })
    const { body: jane } = await me.send('POST', '/api/mcp/contacts', { name: 'Jane', jobIds: [other] })
    // What comes back has a new version.
    const unversioned = (records: object[]) => records.map((record) => ({ ...record, updatedAt: '' }))
    const look = async () => ({
      jobs: unversioned((await me.get('/api/mcp/jobs?sort=createdAt')).body.jobs),
      activities: unversioned((await me.get('/api/mcp/activities')).body.activities),
      figures: (await me.get('/api/mcp/pipeline')).body.summary,
    })
    const before = await look()
    const merged = await me.send('POST', `/api/mcp/jobs/${kept}/merge`, { from: other })
    expect(merged.body).toMatchObject({
      id: kept,
      notes: 'mine',
      salary: '$100k',
      tags: ['x'],
      status: 'applied',
      contactIds: [jane.id],
    })
    const [moved] = await gateway().core.services.sql<{ payload: string }[]>`
      select payload from outbox_events
      where user_id = ${me.principal.userId} and name = 'job.status_changed' order by at desc, id desc limit 1`
    expect(JSON.parse(moved!.payload).data).toMatchObject({
      ...{ jobId: kept, company: 'Acme', role: 'Cook', previousStatus: 'saved', newStatus: 'applied' },
    })
    expect((await me.get(`/api/mcp/activities?jobId=${kept}`)).body.total).toBe(1)
    expect((await me.get(`/api/mcp/jobs/${other}`)).status).toBe(404)
    const undone = await me.send('POST', '/api/mcp/audit/undo', {})
    expect(undone.body.notUndone, undone.text).toEqual([])
    expect(await look()).toEqual(before)
    const again = { company: 'Acme', role: 'Cook', url: 'https://acme.example/jobs/71' }
    expect((await me.send('POST', '/api/mcp/jobs', again)).status).toBe(409)
  })

  test('get no more tags than a job may have', async () => {
    const { me, add } = await aSearch()
    const [full, bare] = [await add('Acme', { tags: [...'abcdefghij'] }), await add('Globex')]
    const tag = (more: object) =>
      me.send('POST', '/api/mcp/jobs/update', { jobIds: [full, bare], change: {}, ...more })
    const refused = await tag({ addTags: ['k'] })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('tags has more than 10 items')
    expect((await me.get(`/api/mcp/jobs/${bare}`)).body.tags).toEqual([])
    expect((await tag({ addTags: ['k'], removeTags: ['A'] })).body.jobs).toMatchObject([
      { tags: [...'bcdefghijk'] },
      { tags: ['k'] },
    ])
    const cleared = await tag({ change: { tags: null }, addTags: ['new'] })
    expect(cleared.body.jobs).toMatchObject([{ tags: ['new'] }, { tags: ['new'] }])
    const parted = await tag({ addTags: ['x, y'], removeTags: ['new, X'] })
    expect(parted.body.jobs).toMatchObject([{ tags: ['y'] }, { tags: ['y'] }])
  })

  test('that were merged may lose one of too many tags, but get no more', async () => {
    const { me, add } = await aSearch()
    const [kept, from] = [
      await add('Acme', { tags: [...'abcdefghij'] }),
      await add('Acme', { tags: [...'klm'] }),
    ]
    await me.send('POST', `/api/mcp/jobs/${kept}/merge`, { from })
    const tag = (tags: string[]) => me.send('PATCH', `/api/mcp/jobs/${kept}`, { tags })
    expect((await tag([...'abcdefghijkl'])).body.tags).toHaveLength(12)
    expect((await tag([...'abcdefghijklm'])).text).toContain('tags has more than 10 items')
    expect((await tag(['a,b,c,d', ...'efghijklm'])).status).toBe(400)
    expect((await tag([...'abc'])).body.tags).toEqual([...'abc'])
    expect((await tag([...'abcdefghijk'])).status).toBe(400)
  })

  test('that get one address at the same time are told which of them has it', async () => {
    const { me, add } = await aSearch()
    const ids = [await add('Acme'), await add('Globex')]
    for (let round = 0; round < 10; round += 1) {
      const url = `https://acme.example/jobs/${round}`
      const answers = await Promise.all(ids.map((id) => me.send('PATCH', `/api/mcp/jobs/${id}`, { url })))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.text).toContain('already tracked')
    }
  })

  test('that are one hold the address of their posting as one job, also if it was there twice', async () => {
    const { me, add } = await aSearch()
    const url = 'https://acme.example/jobs/71'
    const [kept, first] = [await add('Acme'), await add('Acme', { url })]
    const second = await add('Acme', { url, allowDuplicate: true })
    for (const from of [second, first])
      expect((await me.send('POST', `/api/mcp/jobs/${kept}/merge`, { from })).status).toBe(200)
    const again = await me.send('POST', '/api/mcp/jobs', { company: 'Acme', role: 'Cook', url })
    expect(again.status).toBe(409)
  })

  test('that are one keep the furthest they came: being added once more moves nothing back', async () => {
    const { me, add } = await aSearch()
    const kept = await add('Acme')
    await me.send('POST', `/api/mcp/jobs/${kept}/status`, { status: 'applied' })
    const other = await add('Acme')
    const history = async (id: string) => (await me.get(`/api/mcp/jobs/${id}`)).body.history
    const before = [await history(kept), await history(other)]
    await me.send('POST', `/api/mcp/jobs/${kept}/merge`, { from: other })
    expect((await me.get(`/api/mcp/jobs/${kept}`)).body).toMatchObject({
      status: 'applied',
      history: [{ status: 'saved' }, { status: 'applied' }],
    })
    await me.send('POST', '/api/mcp/audit/undo', {})
    expect([await history(kept), await history(other)]).toEqual(before)
  })

  test('that are one keep in their notes what only the merged entry said, and stay as quiet as they were', async () => {
    const { me } = await aSearch()
    const rows = [
      { company: 'Acme', role: 'Cook', status: 'applied', appliedAt: '2026-01-02', salary: '$90k', deadline: '2031-03-04' }, // prettier-ignore
      { company: 'Acme Inc', role: 'Cook', location: 'Austin, TX', salary: '$80k', notes: 'theirs', deadline: '2031-03-12' }, // prettier-ignore
    ]
    const report = await me.send('POST', '/api/mcp/jobs/import', {
      rows: rows.map((row) => ({ values: { location: 'Austin', ...row } })),
    })
    expect(report.status, report.text).toBe(200)
    const { jobs } = (await me.get('/api/mcp/jobs?sort=company')).body
    const [kept, other] = jobs.map(({ id }: { id: string }) => id)
    const due = async () =>
      (await me.get('/api/mcp/suggestions')).body.suggestions.map(({ id }: { id: string }) => id)
    const before = await due()
    expect(before).toContain(`close:${kept}`)
    const { body } = await me.send('POST', `/api/mcp/jobs/${kept}/merge`, { from: other })
    expect(body).toMatchObject({ salary: '$90k', location: 'Austin', status: 'applied' })
    expect(body.notes).toMatch(
      /^theirs\n\nThe entry that was merged into this one said:\ncompany: Acme Inc\nlocation: Austin, TX\nsalary: \$80k\ndeadline: \w{3} 1[123] Mar 2031[^Z]*$/,
    )
    expect(await due()).toEqual(before)
    await me.send('POST', '/api/mcp/audit/undo', {})
    expect(await due()).toEqual(before)
  })

  test('that are one and were both only saved have one beginning, which a back-dated application moves', async () => {
    const { me, add } = await aSearch()
    const [other, kept] = [await add('Acme'), await add('Acme')]
    const before = (await me.get(`/api/mcp/jobs/${kept}`)).body.history
    await me.send('POST', `/api/mcp/jobs/${kept}/merge`, { from: other })
    await me.send('POST', `/api/mcp/jobs/${kept}/status`, { status: 'applied', at: '2026-01-05' })
    expect((await me.get(`/api/mcp/jobs/${kept}`)).body).toMatchObject({
      status: 'applied',
      history: [{ status: 'saved' }, { status: 'applied' }],
    })
    await me.send('POST', '/api/mcp/audit/undo', {})
    await me.send('POST', '/api/mcp/audit/undo', {})
    expect((await me.get(`/api/mcp/jobs/${kept}`)).body.history).toEqual(before)
  })

  test('that are one keep in the notes another currency, and a posting cut between two characters', async () => {
    const { me, add } = await aSearch()
    const notes = 'Both say this.'
    const kept = await add('Acme', { salary: '$120k', nextStep: '👍', description: 'Cook.', notes })
    const description = `${'x'.repeat(498)}${'😀'.repeat(9)}`
    const other = await add('Acme', { salary: '£120k', nextStep: '👎', description, notes })
    const { status, body } = await me.send('POST', `/api/mcp/jobs/${kept}/merge`, { from: other })
    expect(status).toBe(200)
    expect(body.notes.split('\n').filter(Boolean).sort()).toEqual([
      'Both say this.',
      'The entry that was merged into this one said:',
      `description: ${'x'.repeat(498)}…`,
      'next step: 👎',
      'salary: £120k',
    ])
  })
})
