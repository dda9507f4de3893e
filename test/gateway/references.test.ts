// References, single records and what is there already, over HTTP.
import { describe, expect, test } from 'vitest'
import { useGateway } from './harness.ts'

const gateway = useGateway({ allowPrivateHosts: ['127.0.0.1'] })

async function aSearch() {
  const me = await gateway().caller()
  const add = async (company: string, role: string) =>
    (await me.send('POST', '/api/mcp/jobs', { company, role })).body.id as string
  const ids = { acme: await add('Acme', 'Staff Engineer'), labs: await add('Acme Labs', 'Engineer') }
  return { me, ids: { ...ids, hog: await add('Höganäs', 'Go Developer') } }
}

describe('a reference', () => {
  test('is answered over HTTP with what it means', async () => {
    const { me, ids } = await aSearch()
    const found = await me.get('/api/mcp/references/jobs?ref=hoganas')
    expect(found.body).toEqual({
      matches: [{ id: ids.hog, name: 'Höganäs — Go Developer', label: 'Höganäs' }],
      near: [],
      total: 1,
    })
  })

  test('that several records fit lists them all', async () => {
    const { me, ids } = await aSearch()
    const { body } = await me.get('/api/mcp/references/jobs?ref=eng')
    expect([body.total, body.matches.map(({ id }: { id: string }) => id)]).toEqual([2, [ids.labs, ids.acme]])
  })
})

describe('single records', () => {
  test('an activity is read, corrected and deleted, and its person’s last contact follows', async () => {
    const { me, ids } = await aSearch()
    const { body: jane } = await me.send('POST', '/api/mcp/contacts', {
      name: 'Jane',
      email: 'Jane@acme.com',
    })
    const log = (title: string, occurredAt: string) =>
      me.send('POST', '/api/mcp/activities', {
        type: 'call',
        title,
        occurredAt,
        jobId: ids.acme,
        contactId: jane.id,
      })
    await log('First', '2026-03-01T10:00:00.000Z')
    const { body: second } = await log('Second', '2026-03-05T10:00:00.000Z')
    const path = `/api/mcp/activities/${second.id}`
    expect((await me.get(path)).body).toEqual(second)
    for (const ref of ['second', second.id.slice(-8), second.id.slice(-4)])
      expect((await me.get(`/api/mcp/references/activities?ref=${ref}`)).body.matches, ref).toMatchObject([
        { id: second.id },
      ])
    const lastContact = async () => (await me.get(`/api/mcp/contacts/${jane.id}`)).body.lastContactedAt
    expect(
      (await me.send('PATCH', path, { title: 'Talk', occurredAt: '2026-03-04T10:00:00Z' })).body,
    ).toEqual({
      ...second,
      title: 'Talk',
      occurredAt: '2026-03-04T10:00:00.000Z',
      updatedAt: expect.stringMatching(/^\d{4}-/),
    })
    expect(await lastContact()).toBe('2026-03-04T10:00:00.000Z')
    expect((await me.send('DELETE', path)).body).toEqual({ deleted: true, id: second.id })
    expect([(await me.get(path)).status, await lastContact()]).toEqual([404, '2026-03-01T10:00:00.000Z'])
    await me.send('POST', '/api/mcp/audit/undo', {})
    expect([(await me.get(path)).body.title, await lastContact()]).toEqual([
      'Talk',
      '2026-03-04T10:00:00.000Z',
    ])
  })

  test('an event and a webhook are read by their ids, and say when they were changed', async () => {
    const { me } = await aSearch()
    const { body: event } = await me.send('POST', '/api/mcp/calendar', {
      title: 'Talk',
      startsAt: '2100-01-01T10:00:00Z',
    })
    expect((await me.get(`/api/mcp/calendar/${event.id}`)).body).toEqual(event)
    const { body: changed } = await me.send('PATCH', `/api/mcp/calendar/${event.id}`, {
      appendNotes: 'Room 5',
    })
    expect([changed.notes, changed.updatedAt > event.updatedAt]).toEqual(['Room 5', true])
    const { body: webhook } = await me.send('POST', '/api/mcp/webhooks', {
      url: 'http://127.0.0.1:9/x',
      events: ['*'],
    })
    expect((await me.get(`/api/mcp/webhooks/${webhook.id}`)).body).toMatchObject({
      id: webhook.id,
      updatedAt: webhook.updatedAt,
      health: { state: 'unused' },
    })
    expect((await me.get('/api/mcp/webhooks/nope')).status).toBe(404)
  })

  test('notes grow by appending, up to 50,000 characters, and further ones are refused by name', async () => {
    const { me, ids } = await aSearch()
    const path = `/api/mcp/jobs/${ids.acme}`
    await me.send('PATCH', path, { notes: 'one' })
    expect((await me.send('PATCH', path, { appendNotes: 'two' })).body.notes).toBe('one\ntwo')
    const long = 'x'.repeat(24_000)
    for (const _ of [1, 2]) expect((await me.send('PATCH', path, { appendNotes: long })).status).toBe(200)
    const refused = await me.send('PATCH', path, { appendNotes: long })
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'appendNotes'])
    expect((await me.send('PATCH', path, { priority: 'high' })).body.notes).toHaveLength(48_009)
    expect((await me.send('PATCH', path, { notes: 'x'.repeat(5_001) })).status).toBe(400)
  })
})

describe('what is there already', () => {
  test('is named by a conflict, and said of a new job or person that looks like one', async () => {
    const { me, ids } = await aSearch()
    const url = 'https://jobs.example.com/postings/88123'
    await me.send('PATCH', `/api/mcp/jobs/${ids.acme}`, { url })
    const conflict = await me.send('POST', '/api/mcp/jobs', {
      company: 'Acme',
      role: 'Cook',
      url: `${url}?utm_source=x`,
    })
    expect([conflict.status, conflict.body.existing]).toEqual([
      409,
      { id: ids.acme, company: 'Acme', role: 'Staff Engineer' },
    ])
    const alike = await me.send('POST', '/api/mcp/jobs', { company: 'ACME, Inc.', role: 'staff engineer' })
    expect([alike.status, alike.body.possibleDuplicates]).toEqual([
      201,
      [{ id: ids.acme, company: 'Acme', role: 'Staff Engineer' }],
    ])
    const other = await me.send('POST', '/api/mcp/jobs', { company: 'Globex', role: 'Staff Engineer' })
    expect(other.body.possibleDuplicates).toBeUndefined()
    const { body: jane } = await me.send('POST', '/api/mcp/contacts', {
      name: 'Jane',
      email: 'jane@acme.com',
    })
    const twin = await me.send('POST', '/api/mcp/contacts', { name: 'J. Doe', email: 'Jane@Acme.com' })
    expect(twin.body.possibleDuplicates).toEqual([{ id: jane.id, name: 'Jane', email: 'jane@acme.com' }])
    const named = (company?: string) => me.send('POST', '/api/mcp/contacts', { name: 'jane', company })
    expect((await named()).body.possibleDuplicates).toMatchObject([{ id: jane.id }])
    expect((await named('Acme')).body.possibleDuplicates).toBeUndefined()
  })

  test.each(['javascript:alert(1)', 'ftp://x.example/1', 'data:text/html,x', 'https://'])(
    'an address is of a page: %s is refused',
    async (url) => {
      const { me, ids } = await aSearch()
      const refused = await me.send('PATCH', `/api/mcp/jobs/${ids.acme}`, { url })
      expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'url'])
      const contact = await me.send('POST', '/api/mcp/contacts', { name: 'Jane', linkedinUrl: url })
      expect([contact.status, contact.body.issues[0].path]).toEqual([400, 'linkedinUrl'])
    },
  )
})
