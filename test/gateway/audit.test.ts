// The audit trail and undo over HTTP.
import { describe, expect, test } from 'vitest'
import { addToken } from '../../core/identity/operations.ts'
import { useGateway, type Caller } from './harness.ts'
import { as, call } from '../harness.ts'

const gateway = useGateway()

async function withJob() {
  const me = await gateway().caller()
  const { body: job } = await me.send('POST', '/api/mcp/jobs', {
    company: 'Acme',
    role: 'Chef',
    notes: 'one',
  })
  return { me, job, id: job.id as string }
}

const undo = (me: Caller, input: object = {}) => me.send('POST', '/api/mcp/audit/undo', input)
const trail = async (me: Caller, query = '') => (await me.get(`/api/mcp/audit${query}`)).body.entries

describe('the audit trail', () => {
  test('shows who changed what, with which program and token, before and after', async () => {
    const { me, id } = await withJob()
    await me.send('PATCH', `/api/mcp/jobs/${id}`, { notes: 'two' }, { 'user-agent': 'agent/7' })
    const [entry] = await trail(me)
    expect(entry).toMatchObject({
      operation: 'jobs.update',
      client: 'agent/7',
      credential: { kind: 'token', name: 'test' },
      undoable: true,
      undoneBy: null,
      changeCount: 1,
      changes: [{ noun: 'job', id, name: 'Acme — Chef', did: 'updated', fields: ['notes'] }],
    })
    const { body } = await me.get(`/api/mcp/audit/${entry.id}`)
    expect(body.changes).toMatchObject([{ before: { notes: 'one' }, after: { notes: 'two' } }])
  })

  test('has no entry, and no event is sent, for a PATCH that changes nothing', async () => {
    const { me, id } = await withJob()
    const contact = (await me.send('POST', '/api/mcp/contacts', { name: 'Ann', jobIds: [id] })).body
    const job = (await me.get(`/api/mcp/jobs/${id}`)).body
    const event = (await me.send('POST', '/api/mcp/calendar', { title: 'Talk', startsAt: '2100-01-01' })).body
    const { nextCursor } = (await me.get('/api/mcp/webhooks/events')).body
    const before = await trail(me)
    const same = {
      [`jobs/${id}`]: { company: ' Acme', notes: 'one', status: 'saved', tags: [] },
      [`contacts/${contact.id}`]: { name: 'Ann', jobIds: [id], email: null },
      [`calendar/${event.id}`]: { title: 'Talk', startsAt: '2100-01-01T00:00:00Z' },
    }
    for (const [path, fields] of Object.entries(same))
      for (const body of [fields, {}]) {
        const answer = await me.send('PATCH', `/api/mcp/${path}`, body)
        expect(answer.status, answer.text).toBe(200)
      }
    const jobs = await me.get(`/api/mcp/jobs/${id}`)
    expect(jobs.body.updatedAt).toBe(job.updatedAt)
    expect(await trail(me)).toEqual(before)
    expect((await me.get(`/api/mcp/webhooks/events?cursor=${nextCursor}`)).body.events).toEqual([])
  })

  test('is filtered and paged', async () => {
    const { me, id } = await withJob()
    for (const notes of ['a', 'b', 'c'])
      await me.send('PATCH', `/api/mcp/jobs/${id}`, { notes }, { 'user-agent': 'agent/7' })
    expect(await trail(me, '?client=AGENT')).toHaveLength(3)
    expect(await trail(me, '?operation=jobs.create')).toHaveLength(1)
    expect(await trail(me, '?noun=contact')).toHaveLength(0)
    const first = (await me.get('/api/mcp/audit?limit=3')).body
    expect(first.total).toBe(4)
    const rest = (await me.get(`/api/mcp/audit?limit=3&cursor=${first.nextCursor}`)).body
    expect(rest.entries.map((entry: { operation: string }) => entry.operation)).toEqual(['jobs.create'])
  })

  test('shows a token no account changes', async () => {
    const me = await gateway().caller()
    const { sql } = gateway().core.services
    const [count] = await sql`select count(*)::int as n from audit_log where user_id = ${me.principal.userId}`
    expect(count!['n']).toBeGreaterThan(0)
    expect(await trail(me)).toEqual([])
  })

  test('shows a token only the records that it may read', async () => {
    const { me, id } = await withJob()
    await me.send('POST', '/api/mcp/contacts', { name: 'Ann' })
    await me.send('POST', '/api/mcp/activities', { title: 'Private words', jobId: id })
    await me.send('DELETE', `/api/mcp/jobs/${id}`)
    const ctx = as(gateway().core, me.principal)
    const { token } = await call(addToken, ctx, { name: 'narrow', scope: 'jobs:read jobs:write' })
    const get = (path: string) =>
      gateway().request('GET', path, { headers: { authorization: `Bearer ${token}` } })
    const seen = await get('/api/mcp/audit')
    const entries = seen.body.entries as { id: string; operation: string; changes: { noun: string }[] }[]
    expect(entries.map(({ operation }) => operation)).toEqual(['jobs.delete', 'jobs.create'])
    expect(entries[0]!.changes.map(({ noun }) => noun)).toEqual(['job'])
    const whole = await get(`/api/mcp/audit/${entries[0]!.id}`)
    for (const { text } of [seen, whole]) expect(text).not.toMatch(/Ann|Private words/)
  })

  test('never shows a webhook’s secret, sealed or not', async () => {
    const me = await gateway().caller()
    const { body: hook } = await me.send('POST', '/api/mcp/webhooks', {
      url: 'https://example.com/h',
      events: ['*'],
    })
    await me.send('PATCH', `/api/mcp/webhooks/${hook.id}`, { disabled: true })
    await me.send('DELETE', `/api/mcp/webhooks?id=${hook.id}`)
    const [entry] = await trail(me)
    const { text } = await me.get(`/api/mcp/audit/${entry.id}`)
    expect(text).not.toContain('sealedSecret')
    expect((await undo(me)).body.rows).toMatchObject([{ noun: 'webhook', did: 'restored' }])
    expect((await me.get('/api/mcp/webhooks')).body.webhooks).toMatchObject([
      { id: hook.id, disabledReason: 'You disabled it.', health: { state: 'disabled' } },
    ])
  })
})

describe('undo', () => {
  test('reverts one change after another, and undoing an undo reapplies the change', async () => {
    const { me, id } = await withJob()
    await me.send('PATCH', `/api/mcp/jobs/${id}`, { notes: 'two' })
    await me.send('POST', `/api/mcp/jobs/${id}/status`, { status: 'offer' })
    const { body: first } = await undo(me)
    expect(first.rows).toMatchObject([{ noun: 'job', id, did: 'changed' }])
    expect(first.notUndone).toEqual([])
    const job = (await me.get(`/api/mcp/jobs/${id}`)).body
    expect([job.status, job.notes, job.history.length]).toEqual(['saved', 'two', 1])
    await undo(me)
    expect((await me.get(`/api/mcp/jobs/${id}`)).body.notes).toBe('one')
    await undo(me)
    expect((await me.get(`/api/mcp/jobs/${id}`)).status).toBe(404)
    expect((await undo(me)).body.code).toBe('NOT_FOUND')
    const again = await undo(me, { id: first.undo })
    expect(again.body.code, 'The job is gone: nothing to move.').toBe('CONFLICT')
  })

  test('restores a deleted job completely: history, activities, events, contacts, tallies', async () => {
    const { me, id } = await withJob()
    const { body: contact } = await me.send('POST', '/api/mcp/contacts', { name: 'Jane', jobIds: [id] })
    await me.send('POST', `/api/mcp/jobs/${id}/status`, { status: 'interviewing', note: 'called' })
    await me.send('POST', '/api/mcp/activities', { jobId: id, contactId: contact.id, title: 'Talked' })
    await me.send('POST', '/api/mcp/calendar', {
      jobId: id,
      title: 'Onsite',
      startsAt: '2100-01-01T10:00:00Z',
    })
    // What comes back has a new version.
    const unversioned = (records: object[]) => records.map((record) => ({ ...record, updatedAt: '' }))
    const look = async () => ({
      job: { ...(await me.get(`/api/mcp/jobs/${id}`)).body, updatedAt: '' },
      activities: unversioned((await me.get(`/api/mcp/activities?jobId=${id}`)).body.activities),
      events: unversioned((await me.get('/api/mcp/calendar')).body.events),
      summary: (await me.get('/api/mcp/pipeline')).body.summary,
      contact: { ...(await me.get(`/api/mcp/contacts/${contact.id}`)).body, updatedAt: '' },
    })
    const before = await look()
    expect((await me.send('DELETE', `/api/mcp/jobs/${id}`)).status).toBe(200)
    expect((await undo(me)).body.notUndone).toEqual([])
    expect(await look()).toEqual(before)
  })

  test('keeps fields that were changed since, and says so', async () => {
    const { me, id } = await withJob()
    await me.send('PATCH', `/api/mcp/jobs/${id}`, { notes: 'two', salary: '$100k' })
    const [entry] = await trail(me)
    await me.send('PATCH', `/api/mcp/jobs/${id}`, { notes: 'three' })
    const { body } = await undo(me, { id: entry.id })
    expect(body.rows).toMatchObject([{ did: 'changed', fields: ['salary'] }])
    expect(body.notUndone).toMatchObject([{ noun: 'job', id, reason: 'its notes changed since' }])
    const job = (await me.get(`/api/mcp/jobs/${id}`)).body
    expect([job.notes, job.salary]).toEqual(['three', null])
  })

  test('does not delete what others have built on since', async () => {
    const { me, id } = await withJob()
    const [entry] = await trail(me)
    await me.send('POST', '/api/mcp/activities', { jobId: id, title: 'Talked' })
    const { status, body } = await undo(me, { id: entry.id })
    expect([status, body.code]).toEqual([409, 'CONFLICT'])
    expect(body.error).toContain('it has 1 activity by now')
  })

  test('reverts a program’s last session, and no other work', async () => {
    const { me, id } = await withJob()
    const agent = { 'user-agent': 'claude-code/2' }
    await me.send('PATCH', `/api/mcp/jobs/${id}`, { notes: 'agent' }, agent)
    await me.send('PATCH', `/api/mcp/jobs/${id}`, { location: 'Berlin' })
    await me.send('POST', '/api/mcp/contacts', { name: 'Jane' }, agent)
    const dry = (await undo(me, { session: 'claude', dryRun: true })).body
    expect([dry.undo, dry.rows.length]).toEqual([null, 2])
    expect((await me.get(`/api/mcp/jobs/${id}`)).body.notes).toBe('agent')
    const { body } = await undo(me, { session: 'claude' })
    expect(body.rows).toEqual(dry.rows)
    const job = (await me.get(`/api/mcp/jobs/${id}`)).body
    expect([job.notes, job.location]).toEqual(['one', 'Berlin'])
    expect((await me.get('/api/mcp/contacts')).body.total).toBe(0)
    expect((await undo(me, { session: 'claude' })).status).toBe(404)
  })

  test('reverts one kind of record of a program’s last session, and not what it did before', async () => {
    const { me, id } = await withJob()
    const agent = { 'user-agent': 'claude-code/2' }
    await me.send('PATCH', `/api/mcp/jobs/${id}`, { notes: 'before' }, agent)
    await gateway().core.services.sql`
      update audit_log set at = at - interval '1 hour' where user_id = ${me.principal.userId}`
    await me.send('PATCH', `/api/mcp/jobs/${id}`, { location: 'Berlin' }, agent)
    await me.send('POST', '/api/mcp/contacts', { name: 'Jane' }, agent)
    const { body } = await undo(me, { session: 'claude', noun: 'job' })
    expect(body.rows).toMatchObject([{ noun: 'job', id, fields: ['location'] }])
    expect((await undo(me, { session: 'claude', noun: 'job' })).status).toBe(404)
    expect((await me.get(`/api/mcp/jobs/${id}`)).body.notes).toBe('before')
    expect((await me.get('/api/mcp/contacts')).body.total).toBe(1)
  })

  test('reverts one kind of record of a session that made more than two hundred changes', async () => {
    const { me, id } = await withJob()
    const agent = { 'user-agent': 'claude-code/2' }
    await me.send('PATCH', `/api/mcp/jobs/${id}`, { location: 'Berlin' }, agent)
    await gateway().core.services.sql`
      insert into audit_log (user_id, id, at, actor_id, credential_kind, client, operation, request_id, changes)
      select user_id, gen_random_uuid(), at + n * interval '1 ms', actor_id, credential_kind, client, 'contacts.update', 'r',
        '[{"noun": "contact", "id": "x", "before": {"name": "a"}, "after": {"name": "b"}}]'
      from audit_log, generate_series(1, 250) n
      where user_id = ${me.principal.userId} and operation = 'jobs.update'`
    const { body } = await undo(me, { session: 'claude', noun: 'job' })
    expect(body.rows).toMatchObject([{ noun: 'job', id, fields: ['location'] }])
    expect((await undo(me, { session: 'claude', noun: 'contact' })).status).toBe(409)
  })

  test('of one change, twice concurrently, happens once', async () => {
    const { me, id } = await withJob()
    await me.send('PATCH', `/api/mcp/jobs/${id}`, { notes: 'two' })
    const [entry] = await trail(me)
    const answers = await Promise.all([1, 2, 3].map(() => undo(me, { id: entry.id })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('sends webhooks like any other change', async () => {
    const { me, id } = await withJob()
    await me.send('POST', `/api/mcp/jobs/${id}/status`, { status: 'offer' })
    await undo(me)
    const events = await gateway().core.services.sql<{ name: string; payload: string }[]>`
      select name, payload from outbox_events where user_id = ${me.principal.userId} order by at desc, id desc limit 1`
    expect(events[0]!.name).toBe('job.status_changed')
    expect(JSON.parse(events[0]!.payload).data).toMatchObject({ previousStatus: 'offer', newStatus: 'saved' })
  })

  test('names the job in what it sends of offers, activities and interviews, and sends the time an interview had', async () => {
    const { me, id } = await withJob()
    const job = { jobId: id, company: 'Acme', role: 'Chef' }
    const base = { amount: 1000, currency: 'EUR', period: 'month' }
    const { body: offer } = await me.send('POST', '/api/mcp/offers', { jobId: id, base })
    const { body: activity } = await me.send('POST', '/api/mcp/activities', { jobId: id, title: 'Talked' })
    const startsAt = '2100-03-01T15:00:00.000Z'
    const { body: event } = await me.send('POST', '/api/mcp/calendar', {
      ...{ jobId: id, type: 'interview', title: 'Onsite', startsAt },
    })
    const afterUndo = async (method: string, path: string, body?: object) => {
      const changed = await me.send(method, `/api/mcp/${path}`, body)
      expect(changed.status, changed.text).toBe(200)
      const undone = await undo(me)
      expect(undone.body.notUndone, undone.text).toEqual([])
      const [row] = await gateway().core.services.sql<{ payload: string }[]>`
        select payload from outbox_events where user_id = ${me.principal.userId} order by at desc, id desc limit 1`
      const { event, data } = JSON.parse(row!.payload)
      expect(data).toMatchObject(job)
      return [event, data.id, data.startsAt ?? data.level]
    }
    const offers = `offers/${offer.id}`
    expect(await afterUndo('PATCH', offers, { level: 'L5' })).toEqual(['offer.updated', offer.id, null])
    const interview = ['interview.scheduled', event.id, startsAt]
    const later = { startsAt: '2100-03-02T15:00:00Z' }
    expect(await afterUndo('PATCH', `calendar/${event.id}`, later)).toEqual(interview)
    expect(await afterUndo('DELETE', `calendar/${event.id}`)).toEqual(interview)
    expect(await afterUndo('DELETE', offers)).toEqual(['offer.created', offer.id, null])
    const activities = `activities/${activity.id}`
    expect((await afterUndo('DELETE', activities)).slice(0, 2)).toEqual(['activity.created', activity.id])
  })

  test('does not restore a revoked credential', async () => {
    const me = await gateway().caller()
    const { sql } = gateway().core.services
    const [row] = await sql`
      select id from audit_log where user_id = ${me.principal.userId} and operation = 'tokens.create'`
    expect((await undo(me, { id: row!['id'] })).status).toBe(404)
  })
})
