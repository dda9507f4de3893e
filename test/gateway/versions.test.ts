// The versions of records over HTTP: ETag, If-Match and If-None-Match, and the same as expectedUpdatedAt.
import { describe, expect, test } from 'vitest'
import { useGateway, type Answer, type Caller } from './harness.ts'

const gateway = useGateway({ allowPrivateHosts: ['127.0.0.1:9'] })

const later = (): string => new Date(Date.now() + 86_400_000).toISOString()

interface Noun {
  path: string
  make: (jobId: string) => object
  change: object
  /** A registration is removed by an id in the body. */
  removedAt?: string
}

const NOUNS: Record<string, Noun> = {
  job: { path: '/api/mcp/jobs', make: () => ({ company: 'Acme', role: 'Engineer' }), change: { notes: 'n' } },
  contact: {
    path: '/api/mcp/contacts',
    make: (jobId) => ({ name: 'Ada', jobIds: [jobId] }),
    change: { title: 'CTO' },
  },
  activity: {
    path: '/api/mcp/activities',
    make: (jobId) => ({ jobId, title: 'Call' }),
    change: { title: 'Talk' },
  },
  event: {
    path: '/api/mcp/calendar',
    make: (jobId) => ({ jobId, title: 'Interview', startsAt: later() }),
    change: { title: 'Onsite' },
  },
  offer: {
    path: '/api/mcp/offers',
    make: (jobId) => ({ jobId, base: { amount: 100_000, currency: 'USD', period: 'year' } }),
    change: { notes: 'n' },
  },
  webhook: {
    path: '/api/mcp/webhooks',
    make: () => ({ url: 'http://127.0.0.1:9/hook', events: ['job.created'] }),
    change: { disabled: true },
    removedAt: '/api/mcp/webhooks',
  },
}

async function aRecord(me: Caller, { path, make }: Noun): Promise<Answer & { at: string }> {
  const job = await me.send('POST', '/api/mcp/jobs', { company: 'Holder', role: 'R' })
  const added = await me.send('POST', path, make(String(job.body.id)))
  expect(added.status).toBe(201)
  return { ...added, at: `${path}/${added.body.id}` }
}

const etagOf = ({ headers }: Answer): string => headers.get('etag') ?? ''

describe.each(Object.entries(NOUNS))('the version of a %s', (_name, noun) => {
  test('is a strong tag on every answer, and moves on with every change', async () => {
    const me = await gateway().caller()
    const added = await aRecord(me, noun)
    const shown = await me.get(added.at)
    expect(etagOf(added)).toMatch(/^"[^"]+"$/)
    expect(etagOf(shown).startsWith(etagOf(added).slice(0, -1))).toBe(true)
    const changed = await me.send('PATCH', added.at, noun.change, { 'if-match': etagOf(shown) })
    expect(changed.status).toBe(200)
    expect(etagOf(changed)).not.toBe(etagOf(added))
    expect(etagOf(await me.get(added.at)).startsWith(etagOf(changed).slice(0, -1))).toBe(true)
  })

  test('keeps a change of an older version out, and answers with the record as it is', async () => {
    const me = await gateway().caller()
    const added = await aRecord(me, noun)
    const changed = await me.send('PATCH', added.at, noun.change)
    const removal = [noun.removedAt ?? added.at, noun.removedAt ? { id: added.body.id } : undefined] as const
    for (const tag of [etagOf(added), `W/${etagOf(changed)}`, '"else"', 'unquoted']) {
      const late = await me.send('PATCH', added.at, noun.change, { 'if-match': tag })
      expect(late.status, tag).toBe(412)
      expect(late.body).toMatchObject({ code: 'PRECONDITION_FAILED', current: { id: added.body.id } })
      expect(late.body.current.updatedAt).toBe(changed.body.updatedAt)
      expect((await me.send('DELETE', ...removal, { 'if-match': tag })).status, tag).toBe(412)
    }
    const inBody = await me.send('PATCH', added.at, {
      ...noun.change,
      expectedUpdatedAt: added.body.updatedAt,
    })
    expect(inBody.status).toBe(412)
    const list = `"else", ${etagOf(changed)}`
    expect((await me.send('PATCH', added.at, noun.change, { 'if-match': '*' })).status).toBe(200)
    const now = etagOf(await me.get(added.at))
    expect((await me.send('DELETE', ...removal, { 'if-match': `${list}, ${now}` })).status).toBe(200)
    expect((await me.send('PATCH', added.at, noun.change, { 'if-match': '*' })).status).toBe(404)
  })

  test('spares reading a record that has not moved on', async () => {
    const me = await gateway().caller()
    const added = await aRecord(me, noun)
    const tag = etagOf(await me.get(added.at))
    const ask = (header: string) => me.send('GET', added.at, undefined, { 'if-none-match': header })
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const again = await ask(known)
      expect([again.status, again.text, etagOf(again)], known).toEqual([304, '', tag])
    }
    await me.send('PATCH', added.at, noun.change)
    expect((await ask(tag)).status).toBe(200)
    expect((await me.send('GET', added.at, undefined, { 'if-match': tag })).status).toBe(412)
  })
})

describe('versions together', () => {
  test('of many writers that know one version, exactly one changes the record', async () => {
    const me = await gateway().caller()
    const added = await aRecord(me, NOUNS['job']!)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        me.send('PATCH', added.at, { notes: `writer ${n}` }, { 'if-match': etagOf(added) }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(11).fill(412)])
  })

  test('a move to a status holds to the version, and its history moves the version on', async () => {
    const me = await gateway().caller()
    const added = await aRecord(me, NOUNS['job']!)
    const move = (status: string, tag: string) =>
      me.send('POST', `${added.at}/status`, { status }, { 'if-match': tag })
    const moved = await move('applied', etagOf(added))
    expect(moved.status).toBe(200)
    expect((await move('offer', etagOf(added))).status).toBe(412)
    expect((await move('offer', etagOf(moved))).status).toBe(200)
  })

  test('linking a contact moves the job on; being in touch changes what is shown, but conflicts with no edit', async () => {
    const me = await gateway().caller()
    const job = await aRecord(me, NOUNS['job']!)
    const contact = await me.send('POST', '/api/mcp/contacts', { name: 'Ada', jobIds: [job.body.id] })
    expect(etagOf(await me.get(job.at))).not.toBe(etagOf(job))
    await me.send('POST', '/api/mcp/activities', { contactId: contact.body.id, type: 'call' })
    const path = `/api/mcp/contacts/${contact.body.id}`
    expect(etagOf(await me.get(path))).not.toBe(etagOf(contact))
    expect((await me.send('PATCH', path, { title: 'CTO' }, { 'if-match': etagOf(contact) })).status).toBe(200)
  })

  test('lists carry no tag, and notes grow to 50,000 characters by appending', async () => {
    const me = await gateway().caller()
    const { at } = await aRecord(me, NOUNS['job']!)
    expect(etagOf(await me.get('/api/mcp/jobs'))).toBe('')
    const part = 'x'.repeat(24_999)
    expect((await me.send('PATCH', at, { appendNotes: part })).status).toBe(200)
    const full = await me.send('PATCH', at, { appendNotes: part })
    expect(full.body.notes).toHaveLength(49_999)
    expect((await me.send('PATCH', at, { appendNotes: 'xy' })).status).toBe(400)
  })
})

test('a change that is repeated with its Idempotency-Key, because its answer was lost, appends once', async () => {
  const me = await gateway().caller()
  const job = await me.send('POST', '/api/mcp/jobs', { company: 'Acme', role: 'Engineer' })
  const headers = { 'idempotency-key': 'append-once', 'if-match': job.headers.get('etag')! }
  const append = () => me.send('PATCH', `/api/mcp/jobs/${job.body.id}`, { appendNotes: 'Called.' }, headers)
  const [first, again] = [await append(), await append()]
  expect([first.status, first.body.notes], first.text).toEqual([200, 'Called.'])
  expect([again.status, again.body], again.text).toEqual([200, first.body])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
})
