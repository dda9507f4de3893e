// The eight salary endpoints of the specification, called with a key.
import { beforeAll, describe, expect, test } from 'vitest'
import { useGateway, type Answer } from '../harness.ts'
import { BASE, keyHolder, type KeyHolder } from './key-holder.ts'

const gateway = useGateway()

let pro: KeyHolder, free: KeyHolder, ultra: KeyHolder
beforeAll(async () => {
  ;[pro, free] = [await keyHolder(gateway(), 'pro'), await keyHolder(gateway(), 'free')]
  ultra = await keyHolder(gateway(), 'ultra')
})

const open = (path: string, headers: Record<string, string> = {}) =>
  gateway().request('GET', BASE + path, { headers })

function expectError(answer: Answer, status: number, code: string) {
  expect([answer.status, answer.body.error?.code], answer.text).toEqual([status, code])
  expect(answer.body.error.message).toMatch(/\S/)
  expect(answer.body.attribution.version).toBe('v1')
  expect(answer.body.request.id).toMatch(/^req_/)
}

const ESTIMATE = {
  low: expect.any(Number),
  median: expect.any(Number),
  high: expect.any(Number),
  currency: 'USD',
  period: 'annual',
  sample_size: expect.any(Number),
  confidence_level: 0.9,
  confidence_lower: expect.any(Number),
  confidence_upper: expect.any(Number),
  methodology_version: expect.any(String),
  source_breakdown: expect.any(Object),
  disagreement_flag: expect.any(Boolean),
  data_point_id: 'comp:software-engineer:san-francisco-ca:base:2025-Q2',
  as_of: '2025-06-30',
}
const BAND = { median: expect.any(Number), p25: expect.any(Number), p75: expect.any(Number) }

describe('the demo', () => {
  test('has every field of the specification, without a key', async () => {
    const { status, body } = await open('/salaries/demo')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['data', 'attribution', 'request'])
    expect(body.data).toMatchObject({
      demo: true,
      role: { id: 'role:software-engineer', slug: 'software-engineer', title: 'Software Engineer' },
      city: { id: 'city:san-francisco-ca', slug: 'san-francisco-ca', name: 'San Francisco', state: 'CA' },
      by_experience: { entry: BAND, mid: BAND, senior: BAND, staff: BAND, principal: BAND },
    })
    expect(body.data.estimate).toEqual(ESTIMATE)
    for (const url of [body.data.docs_url, body.data.signup_url, body.attribution.methodology])
      expect(URL.canParse(url), url).toBe(true)
    expect(body.data.sdk_quickstart.curl).toContain('/api/v1/intelligence/salaries?role=')
    expect(body.request).toMatchObject({ endpoint: `${BASE}/salaries/demo`, tier: 'anonymous', scopes: [] })
  })
})

describe('a salary', () => {
  test('echoes the role in its original characters, with the Content-Length in bytes', async () => {
    const { body, text, headers } = await pro.get(
      `/salaries?role=${encodeURIComponent('régistered nurse – “RN”')}`,
      { 'accept-encoding': 'identity' },
    )
    expect(body.data.understood.role.text).toBe('régistered nurse – “RN”')
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(text))
  })

  test('in a city includes everything that is known', async () => {
    const { status, body, headers } = await pro.get('/salaries?role=software-engineer&city=san-francisco-ca')
    expect(status).toBe(200)
    const { data, request } = body
    expect(data.understood).toBeNull()
    expect(data.role.classification).toMatchObject({ soc_code: '15-1252', soc_title: 'Software Developers' })
    expect(data.role.specialized).toEqual(expect.any(Boolean))
    expect(data.estimate).toEqual(ESTIMATE)
    const { low, median, high, confidence_lower, confidence_upper } = data.estimate
    expect(low).toBeLessThan(median)
    expect(median).toBeLessThan(high)
    expect(confidence_lower).toBeLessThan(median)
    expect(median).toBeLessThan(confidence_upper)
    const { entry, mid, senior, staff, principal } = data.by_experience
    const levels = [entry, mid, senior, staff, principal].map((band) => band.median)
    expect(levels).toEqual([...levels].sort((a, b) => a - b))
    expect(mid.median).toBe(median)
    const { base, bonus, equity, signing, total } = data.total_compensation
    expect([signing, total]).toEqual([null, base + bonus + equity])
    expect(data.reasons['total_compensation.signing']).toMatch(/\S/)
    expect(data.trend.direction).toMatch(/up|flat|down/)
    expect(data.employers.length).toBeGreaterThan(3)
    for (const employer of data.employers) {
      expect(employer.filings).toBeGreaterThanOrEqual(5)
      if (employer.offers < 5) expect(employer.median).toBeNull()
    }
    expect(data.company_size).toHaveLength(4)
    expect(data.remote).toBeNull()
    expect(data.cities).toBeUndefined()
    expect(request).toMatchObject({ tier: 'pro', scopes: ['intelligence:read', 'intelligence:write'] })
    expect(headers.get('x-ratelimit-tier')).toBe('pro')
    expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(300)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('without a city is national, with every city next to it', async () => {
    const { body } = await pro.get('/salaries?role=registered-nurse')
    expect(body.data.city).toBeNull()
    expect(body.data.estimate.data_point_id).toBe('comp:registered-nurse:national:base:2025-Q2')
    expect(body.data.cities).toHaveLength(107)
    expect(body.data.cities[0]).toMatchObject({ slug: expect.any(String), estimate: expect.any(Object) })
  })

  test('accepts plain words, and shows how it understood them', async () => {
    const { body } = await pro.get(`/salaries?role=${encodeURIComponent('staff swe')}&city=sf`)
    expect(body.data.understood).toMatchObject({
      role: { text: 'staff swe', slug: 'software-engineer', experience: 'staff' },
      city: { text: 'sf', slug: 'san-francisco-ca' },
    })
    expect(body.data.estimate.median).toBeGreaterThan(body.data.understood.role.role_median)
  })

  test('of a level in words is that of the level, and its id resolves back to it', async () => {
    const ask = async (role: string) =>
      (await pro.get(`/salaries?role=${encodeURIComponent(role)}&city=san-francisco-ca`)).body.data
    const [plain, junior, senior] = [
      await ask('Product Manager'),
      await ask('Jr PM, Product'),
      await ask('sr. product manager'),
    ]
    expect(plain.estimate.data_point_id).toBe('comp:product-manager:san-francisco-ca:base:2025-Q2')
    expect(plain.understood.role.role_median).toBeNull()
    expect(senior.understood.role.role_median).toBe(plain.estimate.median)
    expect(senior.estimate.median).toBeGreaterThan(plain.estimate.median)
    expect(junior.estimate.median).toBeLessThan(plain.estimate.median)
    const ids = [senior.estimate.data_point_id, senior.total_compensation.data_point_id]
    expect(ids).toEqual([
      'comp:product-manager:san-francisco-ca:senior:2025-Q2',
      'comp:product-manager:san-francisco-ca:total-senior:2025-Q2',
    ])
    const values = await Promise.all(ids.map(async (id) => (await pro.get(`/lineage/${id}`)).body.data))
    expect(values.map(({ metric }) => metric)).toEqual(['senior', 'total-senior'])
    expect(values.map(({ value }) => value)).toEqual([
      senior.estimate.median,
      senior.total_compensation.total,
    ])
  })

  test('of a title without a level keeps the spread of the role, and with one has less', async () => {
    const spread = async (role: string) => {
      const { low, high } = (await pro.get(`/salaries?role=${encodeURIComponent(role)}&city=seattle-wa`)).body
        .data.estimate
      return high / low
    }
    const role = await spread('data-engineer')
    expect(await spread('data engineer etl')).toBeCloseTo(role, 3)
    expect(await spread('senior data engineer etl')).toBeLessThan(role - 0.05)
  })

  test('for a given experience band uses that band, whatever the title says', async () => {
    const { body } = await pro.get(`/salaries?role=${encodeURIComponent('staff swe')}&city=sf&exp=senior`)
    expect(body.data.estimate.data_point_id).toBe('comp:software-engineer:san-francisco-ca:senior:2025-Q2')
    expect(body.data.estimate.median).toBe(body.data.by_experience.senior.median)
  })

  test('for an unknown role or city is 404 with the nearest, or with where to look', async () => {
    const role = await pro.get('/salaries?role=sofware-enginere-xyz')
    expectError(role, 404, 'role_not_found')
    expect(role.body.error.hint).toContain('software')
    for (const word of ['banana', 'hobbit', 'lion', 'hello world', 'the']) {
      const guess = await pro.get(`/salaries?role=${encodeURIComponent(word)}`)
      expectError(guess, 404, 'role_not_found')
      expect(guess.body.error.hint).toMatch(/^No role has a name like it\..*\/salaries\/search\?q=/)
    }
    for (const word of ['xyz123', '123', '😀', '%']) {
      const unlike = await pro.get(`/salaries?role=${encodeURIComponent(word)}`)
      expectError(unlike, 404, 'role_not_found')
      expect(unlike.body.error.hint, word).toMatch(
        /^No role has a name like it. (?:Nearest by spelling:|Names here are in English, such as) [a-z0-9-]+, /,
      )
      const nowhere = await pro.get(`/salaries?role=electrician&city=${encodeURIComponent(word)}`)
      expectError(nowhere, 404, 'city_not_found')
      expect(nowhere.body.error.hint, word).toMatch(
        /^No city has a name like it. (?:Nearest by spelling:|Names here are in English, such as) [a-z0-9-]+, /,
      )
    }
    const near = (await pro.get(`/salaries?role=moon%20farmer`)).body.data.understood.role
    expect(near).toMatchObject({ slug: 'farmer', candidates: ['farmer'], unused: ['moon'] })
    expect(near.score).toBeLessThan(0.6)
    const city = await pro.get('/salaries?role=software-engineer&city=Berlin,%20DE')
    expectError(city, 404, 'city_not_found')
    const several = await pro.get('/salaries?role=software-engineer&city=Portland')
    expectError(several, 404, 'city_not_found')
    expect(several.body.error.hint).toContain('portland-or')
  })

  test.each([
    ['/salaries', 'missing_parameter'],
    ['/salaries?role=', 'missing_parameter'],
    ['/salaries?city=san-francisco-ca', 'missing_parameter'],
    ['/salaries?role=a&nonsense=1', 'invalid_parameter'],
    [`/salaries?role=${'x'.repeat(201)}`, 'invalid_parameter'],
    ['/salaries/calculate?role=software-engineer', 'missing_parameter'],
    ['/salaries/calculate?role=software-engineer&city=sf&exp=wizard', 'invalid_parameter'],
    ['/salaries/search', 'missing_parameter'],
    ['/salaries/history', 'missing_parameter'],
    ['/salaries/projections', 'missing_parameter'],
  ])('%s is 400 %s', async (path, code) => {
    expectError(await pro.get(path), 400, code)
  })
})

describe('the catalogue', () => {
  test('lists roles and cities without a key', async () => {
    const roles = await open('/salaries/roles')
    expect(roles.body.data.length).toBeGreaterThanOrEqual(3_445)
    expect(Object.keys(roles.body.data[0])).toEqual(['slug', 'title', 'national_median'])
    const cities = await open('/salaries/cities')
    expect(cities.body.data).toHaveLength(107)
    expect(Object.keys(cities.body.data[0])).toEqual(['slug', 'name', 'state', 'cost_of_living_multiplier'])
    expect(roles.headers.get('x-ratelimit-tier')).toBeNull()
  })

  test('finds roles by free text', async () => {
    const { body } = await open('/salaries/search?q=sofware%20enginer')
    expect(body.data[0]).toMatchObject({ slug: 'software-engineer' })
    expect(body.data.length).toBeLessThanOrEqual(50)
    for (const words of ['nurse', 'sofware enginer', 'dentist']) {
      const found = (await open(`/salaries/search?q=${encodeURIComponent(words)}`)).body.data
      const scores = found.map(({ score }: { score: number }) => score)
      expect(scores, words).toEqual([...scores].sort((a, b) => b - a))
    }
  })

  test('is cacheable, and revalidated with 304', async () => {
    const first = await open('/salaries/cities')
    const etag = first.headers.get('etag')!
    expect(first.headers.get('cache-control')).toContain('public')
    expect(first.headers.get('vary')).toBe('Authorization')
    const again = await open('/salaries/cities', { 'if-none-match': `"other", ${etag}` })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers.get('etag')).toBe(etag)
    expect((await open('/salaries/cities', { 'if-none-match': '"other"' })).status).toBe(200)
    const strong = etag.replace('W/', '')
    expect((await open('/salaries/cities', { 'if-none-match': strong })).status, 'a strong tag').toBe(304)
    const keyed = await pro.get('/salaries/cities')
    expect(keyed.headers.get('cache-control')).toBe('private, no-cache')
  })

  test('is charged to the key if one is sent', async () => {
    const { headers, body } = await free.get('/salaries/cities')
    expect([headers.get('x-ratelimit-tier'), body.request.tier]).toEqual(['free', 'free'])
  })
})

test('the lists of the catalogue are read in pages, whole without a limit', async () => {
  for (const path of ['/salaries/roles', '/salaries/cities', '/companies']) {
    const list = async (query: string) => (await ultra.get(`${path}${query}`)).body
    const whole = await list('')
    expect([whole.total, whole.next_cursor], path).toEqual([whole.data.length, null])
    const first = await list('?limit=2')
    const second = await list(`?limit=2&cursor=${first.next_cursor}`)
    expect([...first.data, ...second.data], path).toEqual(whole.data.slice(0, 4))
    expect(first.total, path).toBe(whole.total)
    expectError(await ultra.get(`${path}?cursor=bm9uZQ`), 400, 'invalid_parameter')
  }
})

test('a wrong path or method says what is left of a valid key’s allowance, with a code of its own', async () => {
  const holder = await keyHolder(gateway(), 'pro')
  const [nowhere, wrong] = [await holder.get('/nowhere'), await holder.post('/salaries', {})]
  expectError(nowhere, 404, 'not_found')
  expectError(wrong, 405, 'method_not_allowed')
  for (const { headers, body } of [nowhere, wrong]) {
    expect([headers.get('x-ratelimit-tier'), headers.get('x-ratelimit-remaining')]).toEqual(['pro', '300'])
    expect(body.request.tier).toBe('pro')
  }
  const unknown = await open('/nowhere', { authorization: 'Bearer intelligence_none' })
  expect([unknown.status, unknown.headers.get('x-ratelimit-tier')]).toEqual([404, null])
})

test('a refusal for the plan says what is left of the key’s allowance', async () => {
  const holder = await keyHolder(gateway(), 'free')
  const refused = await holder.get('/companies')
  expectError(refused, 403, 'upgrade_required')
  const { headers } = refused
  expect([headers.get('x-ratelimit-tier'), headers.get('x-ratelimit-remaining')]).toEqual(['free', '60'])
})

test.each(['', '/', '/nothing'])('GET /api/v1/intelligence%s is 404 in the envelope', async (path) => {
  expectError(await open(path), 404, 'not_found')
})

describe('a calculation', () => {
  test('uses the middle band by default, against the nation', async () => {
    const { body } = await pro.get('/salaries/calculate?role=registered-nurse&city=el-paso-tx')
    expect(body.data).toMatchObject({
      experience: 'mid',
      base: { data_point_id: 'comp:registered-nurse:el-paso-tx:mid:2025-Q2' },
    })
    const { base, national_comparison } = body.data
    expect(national_comparison.difference).toBe(base.median - national_comparison.national_median)
    const staff = await pro.get('/salaries/calculate?role=registered-nurse&city=el-paso-tx&exp=staff')
    expect(staff.body.data.base.median).toBeGreaterThan(base.median)
  })
})

describe('history', () => {
  test('is complete for pro, and four quarters with a notice for free', async () => {
    const whole = (await pro.get('/salaries/history?role=registered-nurse')).body.data
    const preview = (await free.get('/salaries/history?role=registered-nurse')).body.data
    expect(whole.snapshots[0].quarter).toBe('2013-Q2')
    expect(whole.tierNotice).toBeUndefined()
    expect(preview.snapshots).toHaveLength(4)
    expect(preview.snapshots).toEqual(whole.snapshots.slice(-4))
    expect(preview.tierNotice).toContain('4 quarters')
    const benchmark = whole.snapshots.find(({ quarter }: { quarter: string }) => quarter === '2025-Q2')
    const salary = (await pro.get('/salaries?role=registered-nurse')).body.data
    expect(benchmark).toMatchObject({ median: salary.estimate.median, kind: 'benchmark' })
  })
})

describe('projections', () => {
  test('go from this year through 2030, each band around its median', async () => {
    const { projections } = (await pro.get('/salaries/projections?role=electrician&city=boise-id')).body.data
    expect(projections.at(-1).year).toBe(2030)
    expect(projections[0].year).toBe(new Date().getUTCFullYear())
    for (const { low, median, high } of projections) expect(low < median && median < high).toBe(true)
  })
})

describe('without a key', () => {
  test.each(['/salaries?role=a', '/salaries/calculate', '/salaries/history', '/salaries/projections'])(
    '%s is 401',
    async (path) => {
      const answer = await open(path)
      expectError(answer, 401, 'unauthorized')
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="crm"')
    },
  )

  test('the catalogue serves an address sixty times a minute', async () => {
    const answers = await Promise.all(Array.from({ length: 130 }, () => open('/salaries/demo')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(10)
    expectError(refused[0]!, 429, 'rate_limited')
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await pro.get('/salaries/demo')).status).toBe(200)
  })
})

describe('a key', () => {
  test('restricted to writing cannot read', async () => {
    const writer = await keyHolder(gateway(), 'pro', ['intelligence:write'])
    expectError(await writer.get('/salaries?role=electrician'), 403, 'forbidden')
  })

  test('of the free plan is served sixty times a minute', async () => {
    const holder = await keyHolder(gateway(), 'free')
    const answers = await Promise.all(Array.from({ length: 61 }, () => holder.get('/salaries/cities')))
    const [refused] = answers.filter(({ status }) => status === 429)
    expectError(refused!, 429, 'rate_limited')
    expect(refused!.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(Number(refused!.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('a browser on another site', () => {
  test('may send requests, and read the response and its headers', async () => {
    const answer = await pro.get('/salaries?role=electrician', { origin: 'https://example.com' })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining')
    const refused = await gateway().request('GET', `${BASE}/salaries?role=electrician`)
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
  })

  test('gets the preflight response before sending its key', async () => {
    const headers = {
      origin: 'https://example.com',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    }
    const answer = await gateway().request('OPTIONS', `${BASE}/salaries`, { headers })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-headers')).toContain('Authorization')
    expect(answer.headers.get('access-control-allow-methods')).toContain('GET')
  })

  test('may use every method that the paths have', async () => {
    const preflight = { origin: 'https://example.com', 'access-control-request-method': 'DELETE' }
    for (const path of ['/seats/1', '/webhooks/1']) {
      const { status, headers } = await gateway().request('OPTIONS', BASE + path, { headers: preflight })
      expect([status, headers.get('access-control-allow-methods')]).toEqual([
        204,
        'GET, HEAD, POST, DELETE, OPTIONS',
      ])
    }
  })
})
