// Regressions found by review: statements of the specification and the contract that did not hold.
import { beforeAll, describe, expect, test } from 'vitest'
import { unlimited } from '../harness.ts'
import { useGateway, type Caller } from './harness.ts'
import { keyHolder } from './intelligence/key-holder.ts'

const gateway = useGateway({ allowPrivateHosts: ['127.0.0.1'] }, unlimited)

let me: Caller
beforeAll(async () => {
  me = await gateway().caller()
})

test('the OpenAPI document has version label 1.0.0', async () => {
  expect((await me.get('/openapi.json')).body.info.version).toBe('1.0.0')
})

test('the OpenAPI document includes the 404 for an unknown role or city', async () => {
  const { paths } = (await me.get('/openapi.json')).body
  for (const name of ['', '/calculate', '/history', '/projections'])
    expect(paths[`/api/v1/intelligence/salaries${name}`].get.responses).toHaveProperty('404')
})

describe('a body', () => {
  test('that names a different row than its path is refused, and neither row changes', async () => {
    const [one, other] = await Promise.all(
      ['one', 'other'].map((company) => me.send('POST', '/api/mcp/jobs', { company, role: 'r' })),
    )
    for (const [method, path, body] of [
      ['PATCH', '', { notes: 'n' }],
      ['POST', '/status', { status: 'applied' }],
    ] as const) {
      const url = `/api/mcp/jobs/${one!.body.id}${path}`
      const refused = await me.send(method, url, { ...body, id: other!.body.id })
      expect([refused.status, refused.body.error]).toEqual([400, 'id is not a known field'])
    }
    for (const { body } of [one!, other!])
      expect((await me.get(`/api/mcp/jobs/${body.id}`)).body).toMatchObject({ notes: null, status: 'saved' })
  })
})

describe('a filter', () => {
  test('that is empty filters nothing', async () => {
    const fresh = await gateway().caller()
    await fresh.send('POST', '/api/mcp/jobs', { company: 'a', role: 'b' })
    await fresh.send('POST', '/api/mcp/contacts', { name: 'a' })
    await fresh.send('POST', '/api/mcp/activities', { title: 'a' })
    for (const path of ['jobs', 'contacts', 'activities'])
      for (const q of ['', '%20'])
        expect((await fresh.get(`/api/mcp/${path}?q=${q}`)).body, path).toMatchObject({ total: 1 })
  })

  test('that ends with a date includes the whole day', async () => {
    const fresh = await gateway().caller()
    await fresh.send('POST', '/api/mcp/activities', { title: 'a', occurredAt: '2026-02-03T23:59:59Z' })
    await fresh.send('POST', '/api/mcp/calendar', { title: 'a', startsAt: '2026-02-03T08:00:00Z' })
    const total = async (path: string) => (await fresh.get(`/api/mcp/${path}`)).body.total as number
    for (const path of ['activities', 'calendar']) {
      expect(await total(`${path}?from=2026-02-03&to=2026-02-03`)).toBe(1)
      expect(await total(`${path}?from=2026-02-01&to=2026-02-02`)).toBe(0)
      expect(await total(`${path}?from=2026-02-03&to=2026-02-03T00:00:00Z`)).toBe(0)
    }
  })
})

test('a webhook accepts the given secret of eight characters and more', async () => {
  const body = { url: 'http://127.0.0.1:9/', events: ['*'], secret: 'secret of mine' }
  expect((await me.send('POST', '/api/mcp/webhooks', body)).body.secret).toBe('secret of mine')
  expect((await me.send('POST', '/api/mcp/webhooks', { ...body, secret: '' })).status).toBe(400)
  expect((await me.send('POST', '/api/mcp/webhooks', { ...body, secret: 's' })).status).toBe(400)
})

describe('a slug', () => {
  const answer = async (query: string) => {
    const holder = await keyHolder(gateway(), 'pro')
    return holder.get(`/salaries?${query}`)
  }

  test.each([
    ['role=sofware-engineer', 'role_not_found', 'software-engineer'],
    ['role=underwater-basket-weaver', 'role_not_found', ''],
    ['role=software-engineer&city=san-fransisco-ca', 'city_not_found', 'san-francisco-ca'],
  ])('that is unknown is not found, with the nearest matches: %s', async (query, code, nearest) => {
    const { status, body } = await answer(query)
    expect([status, body.error.code]).toEqual([404, code])
    expect(body.error.hint).toContain(nearest)
  })

  test.each([
    ['role=sofware%20enginer&city=san%20fransisco', 'software-engineer', 'san-francisco-ca'],
    ['role=software-eng&city=san-francisco', 'software-engineer', 'san-francisco-ca'],
  ])('is distinguished from plain words, and from an exact title: %s', async (query, role, city) => {
    const { data } = (await answer(query)).body
    expect([data.role.slug, data.city.slug]).toEqual([role, city])
  })
})

test.each(['qwerty', 'xyzzy', 'zzzzzzzz'])('a search for %s finds nothing', async (q) => {
  expect((await gateway().request('GET', `/api/v1/intelligence/salaries/search?q=${q}`)).body.data).toEqual(
    [],
  )
})

test('a call that is read from its body refuses parameters in its address', async () => {
  const me = await gateway().caller()
  const refused = await me.send('POST', '/api/mcp/jobs?company=Globex', { company: 'Acme', role: 'Cook' })
  expect([refused.status, refused.body.error]).toEqual([
    400,
    'company is not read from the address: pass it in the body',
  ])
  const holder = await keyHolder(gateway(), 'pro')
  expect((await holder.post('/tools/list_capabilities?role=cook', {})).status).toBe(400)
})
