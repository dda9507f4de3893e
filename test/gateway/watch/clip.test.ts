// `/clip`: shows what a page says, saves only with the form's own token, and loses nothing to signing in.
import { describe, expect, test } from 'vitest'
import { addContact } from '../../../core/contacts/operations.ts'
import { addJob, setStatus } from '../../../core/jobs/operations.ts'
import { getPosting, listJobs } from '../../../core/jobs/queries.ts'
import { operations } from '../../../core/operations.ts'
import { addToken } from '../../../core/identity/operations.ts'
import { sendPlain, sessionOf } from '../../derived/world.ts'
import { as, aUser, call } from '../../harness.ts'
import { useGateway } from '../harness.ts'

const gateway = useGateway()

async function person() {
  const { core } = gateway()
  const principal = await aUser(core)
  const cookie = await sessionOf(core, principal)
  const ask = (path: string) => gateway().request('GET', path, { headers: { cookie } })
  const post = (fields: Record<string, string>, headers: Record<string, string> = { cookie }) =>
    gateway().request('POST', '/clip', {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    })
  return { ctx: as(core, principal), ask, post, cookie }
}

const query = (fields: Record<string, string>) => `/clip?${new URLSearchParams(fields)}`
const valueOf = (page: string, name: string): string | undefined =>
  new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(page)?.[1]

const PAGE = `<html><head><title>x</title><script type="application/ld+json">${JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'JobPosting',
  title: 'Clerk <b>& more</b>',
  hiringOrganization: { name: 'Acme "Books"' },
  jobLocation: { address: { addressLocality: 'Oslo' } },
  baseSalary: { currency: 'EUR', value: { minValue: 50_000, maxValue: 60_000, unitText: 'YEAR' } },
})}</script></head><body><p>You will keep the books.</p><script>alert(1)</script></body></html>`

describe('a clipped page', () => {
  test('fills the form, and is saved by it with its text', async () => {
    const { ctx, ask, post } = await person()
    const shown = await ask(
      query({ url: 'https://acme.example/jobs/881234', title: 'Clerk at Acme', text: 'We count.' }),
    )
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect([valueOf(shown.text, 'role'), valueOf(shown.text, 'company')]).toEqual(['Clerk', 'Acme'])
    expect(shown.text).not.toContain('<script')
    expect((await call(listJobs, ctx, {})).total).toBe(0)
    const filled = await post({ url: 'https://acme.example/jobs/881234', title: 'x', text: PAGE })
    expect(filled.status).toBe(200)
    expect((await call(listJobs, ctx, {})).total, 'A form without the token only fills.').toBe(0)
    expect(valueOf(filled.text, 'role')).toBe('Clerk &amp; more')
    expect(valueOf(filled.text, 'company')).toBe('Acme &quot;Books&quot;')
    const token = valueOf(filled.text, 'token')!
    const saved = await post({
      ...{ do: 'save', token, url: 'https://acme.example/jobs/881234', company: 'Acme', role: 'Clerk' },
      ...{ salary: 'EUR 50,000 – 60,000 a year', text: 'You will keep the books.' },
    })
    expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('Acme — Clerk is saved')])
    const { jobs } = await call(listJobs, ctx, {})
    expect(jobs[0]).toMatchObject({
      company: 'Acme',
      role: 'Clerk',
      compensation: { min: 50_000, max: 60_000 },
    })
    expect(await call(getPosting, ctx, { id: jobs[0]!.id })).toMatchObject({
      ...{ origin: 'clip', text: 'You will keep the books.', earlier: [] },
    })
  })

  test('that is tracked already says so with its status', async () => {
    const { ctx, ask } = await person()
    const { id } = await call(addJob, ctx, {
      company: 'Acme',
      role: 'Clerk',
      url: 'https://acme.example/jobs/881234',
    })
    await call(setStatus, ctx, { id, status: 'applied' })
    const { text } = await ask(
      query({ url: 'https://www.acme.example/jobs/881234?utm_source=mail', title: 'Clerk' }),
    )
    expect(text).toContain('Already tracked, status <b>applied</b>')
  })

  test.each([
    ['without a token', () => ''],
    ['with another session’s', (other: string) => other],
  ])('is not saved %s', async (_, tokenOf) => {
    const [{ ctx, post }, other] = [await person(), await person()]
    const token = tokenOf(valueOf((await other.ask('/clip?title=x')).text, 'token')!)
    const refused = await post({ do: 'save', token, company: 'Acme', role: 'Clerk', url: '', text: 'Kept.' })
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Kept.')])
    expect((await call(listJobs, ctx, {})).total).toBe(0)
  })

  test('with an address that is none is shown again and says so', async () => {
    const { ctx, ask, post } = await person()
    const token = valueOf((await ask('/clip?title=x')).text, 'token')!
    const job = { company: 'Acme', role: 'Clerk', text: 'Kept.' }
    const refused = await post({ do: 'save', token, ...job, url: 'javascript:alert(1)' })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Kept.')])
    expect(refused.text).toContain('url is not a web address')
    expect((await call(listJobs, ctx, {})).total).toBe(0)
    expect((await post({ do: 'save', token, ...job, url: ' ' })).status).toBe(200)
  })

  test('with an address that no field takes is shown without it and says so', async () => {
    const { ctx, ask, post } = await person()
    const url = `https://acme.example/jobs/${'1'.repeat(2_048)}`
    const filled = await post({ url, title: 'Clerk', text: 'Kept.' })
    expect([filled.status, filled.text]).toEqual([
      200,
      expect.stringContaining('characters and was left out'),
    ])
    expect(filled.text).not.toContain('acme.example')
    const token = valueOf((await ask('/clip?title=x')).text, 'token')!
    const refused = await post({ do: 'save', token, company: 'Acme', role: 'Clerk', text: 'Kept.', url })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('url is longer than 2048')])
    expect((await call(listJobs, ctx, {})).total).toBe(0)
  })

  test('is saved as it was edited: what was emptied stays empty', async () => {
    const { ctx, ask, post } = await person()
    const text = 'Employer: Acme\nLocation: Oslo\nSalary: $90,000 - $100,000 a year'
    const shown = await ask(query({ text }))
    expect(valueOf(shown.text, 'location')).toBe('Oslo')
    expect(valueOf(shown.text, 'salary')).toContain('90,000')
    const token = valueOf(shown.text, 'token')!
    const form = { do: 'save', token, company: 'Acme', role: 'Clerk', location: '', salary: '', text }
    expect((await post(form)).status).toBe(200)
    const { jobs } = await call(listJobs, ctx, {})
    expect(jobs[0]).toMatchObject({ location: null, salary: null })
  })

  test('is saved where its description ends within a character', async () => {
    const { ctx, ask, post } = await person()
    const token = valueOf((await ask('/clip?title=x')).text, 'token')!
    const text = `${'x'.repeat(9_999)}😀 and more`
    expect((await post({ do: 'save', token, company: 'Acme', role: 'Clerk', text })).status).toBe(200)
    expect((await call(listJobs, ctx, {})).jobs[0]!.description).toBe('x'.repeat(9_999))
  })

  test('keeps its edits where the session has ended', async () => {
    const { post } = await person()
    const again = await post({ do: 'save', text: 'Long.', company: 'Mine', notes: 'Ask Jo.' }, {})
    expect(again.status).toBe(403)
    expect(['company', 'notes'].map((name) => valueOf(again.text, name))).toEqual(['Mine', 'Ask Jo.'])
  })

  test('leads through signing in and back, by address and by form', async () => {
    const { post, cookie } = await person()
    const path = query({ url: 'https://acme.example/jobs/1', title: 'Clerk' })
    const away = await gateway().request('GET', path)
    expect([away.status, away.headers.get('location')]).toEqual([
      303,
      `/settings?next=${encodeURIComponent(path)}`,
    ])
    const back = await gateway().request('GET', away.headers.get('location')!, { headers: { cookie } })
    expect([back.status, back.headers.get('location')]).toEqual([303, path])
    const long = await gateway().request('GET', query({ title: 'Clerk', text: 'x'.repeat(6_000) }))
    expect([long.status, long.text]).toEqual([200, expect.stringContaining('name="next"')])
    const again = await post({ url: 'https://acme.example/1', title: 'Clerk', text: 'Long.' }, {})
    expect([again.status, valueOf(again.text, 'text')]).toEqual([200, 'Long.'])
  })
})

test('the token of the extension reads and writes jobs, and nothing else', async () => {
  const { ctx } = await person()
  const { token } = await call(addToken, ctx, { name: 'browser', scope: 'jobs:write' })
  const send = (method: string, path: string, body?: object) =>
    gateway().request(method, `/api/mcp/${path}`, {
      headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const job = await send('POST', 'jobs', {
    company: 'Acme',
    role: 'Clerk',
    url: 'https://acme.example/jobs/881234',
  })
  expect(job.status).toBe(201)
  expect((await send('POST', `jobs/${job.body.id}/posting`, { text: 'Books.', origin: 'clip' })).status).toBe(
    200,
  )
  expect(
    (await send('GET', `jobs?url=${encodeURIComponent('https://acme.example/jobs/881234?utm_source=x')}`))
      .body.total,
  ).toBe(1)
  for (const [method, path] of [
    ['GET', 'contacts'],
    ['GET', 'activities'],
    ['GET', 'calendar'],
    ['GET', 'audit'],
    ['GET', 'watch'],
    ['GET', 'me'],
    ['DELETE', `jobs/${job.body.id}`],
    ['POST', 'audit/undo'],
  ] as const)
    expect((await send(method, path, method === 'GET' ? undefined : {})).status, `${method} ${path}`).toBe(
      403,
    )
})

test('that token is refused by every operation but those on jobs', async () => {
  const { core } = gateway()
  const principal = await aUser(core)
  const { token } = await call(addToken, as(core, principal), { name: 'browser', scope: 'jobs:write' })
  const headers = { authorization: `Bearer ${String(token)}` }
  const allowed: string[] = []
  for (const op of operations.filter(({ access }) => access !== 'public')) {
    const { status } = await sendPlain(gateway(), op, { id: 'nonsense', nonsense: 'nonsense' }, headers)
    if (status !== 401 && status !== 403) allowed.push(op.name)
  }
  const onJobs = operations.filter(({ access }) => access === 'jobs:read' || access === 'jobs:write')
  expect(allowed.sort()).toEqual(onJobs.map(({ name }) => name).sort())
  // The search looks into more for others.
  await call(addContact, as(core, principal), { name: 'Jane Zebra', email: 'jane@zebra.example' })
  const found = await gateway().request('GET', '/api/mcp/search?q=zebra', { headers })
  expect([found.status, found.body.total]).toEqual([200, 0])
})
