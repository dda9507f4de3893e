// The other endpoints: lineage, companies, skills, market, reports, and user submissions.
import { describe, expect, test } from 'vitest'
import listed from '../../../sql/data/pay/directory.json' with { type: 'json' }
import { EXPERIENCES } from '../../../core/intelligence/words/experience.ts'
import { operations } from '../../../core/operations.ts'
import { familyOf } from '../../../core/kernel/family.ts'
import { routeOf } from '../../../core/kernel/operation.ts'
import { useGateway } from '../harness.ts'
import { BASE, codeOf, keyHolder, useKeyHolders } from './key-holder.ts'

const gateway = useGateway()
const { free, pro, ultra } = useKeyHolders(gateway)

/** Every data point id in a response. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^(?:comp|occupation|skill):/.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(idsIn)
}

/** Every amount next to an id, which its lineage must resolve to. */
function figuresIn(value: unknown): [string, number][] {
  if (typeof value !== 'object' || value === null) return []
  const { data_point_id: id, median, total } = value as Record<string, unknown>
  const amount = total ?? median
  const own: [string, number][] = typeof id === 'string' && typeof amount === 'number' ? [[id, amount]] : []
  return [...own, ...Object.values(value).flatMap(figuresIn)]
}

describe('lineage', () => {
  test('resolves every id in responses to the figure that was served', async () => {
    const answers = await Promise.all(
      [
        '/salaries?role=software-engineer&city=san-francisco-ca',
        '/salaries/calculate?role=registered-nurse&city=el-paso-tx&exp=senior',
        '/salaries/history?role=electrician&city=boise-id',
        '/salaries/projections?role=accountant',
        '/market?role=data-scientist',
        '/skills?role=data-scientist',
        '/skills/machine-learning',
        '/reports/annual/2025',
        '/adjacent?role=electrician&city=boise-id',
      ].map((path) => ultra.get(path)),
    )
    for (const { status, text } of answers) expect(status, text).toBe(200)
    const figures = new Map(answers.flatMap(({ body }) => figuresIn(body.data)))
    const ids = [...new Set(answers.flatMap(({ body }) => idsIn(body.data)))]
    expect(ids.length).toBeGreaterThan(50)
    const sampled = ids.filter((id, at) => at % 4 === 0 || !id.includes(':history:'))
    for (const id of sampled) {
      const { status, body, text } = await ultra.get(`/lineage/${encodeURIComponent(id)}`)
      expect(status, text).toBe(200)
      expect(body.data.data_point_id).toBe(id)
      expect(body.data.steps.length).toBeGreaterThan(1)
      expect(body.data.sources.length).toBeGreaterThan(0)
      for (const source of body.data.sources) expect(source.licence).toMatch(/\S/)
      if (figures.has(id)) expect([id, body.data.value]).toEqual([id, figures.get(id)])
    }
  })

  test('of the market and of skills names their own sources, steps and inputs', async () => {
    const lineageOf = async (path: string) => {
      const { body } = await pro.get(path)
      return (await pro.get(`/lineage/${body.data.data_point_id}`)).body.data
    }
    const market = await lineageOf('/market?role=data-scientist&city=sf')
    const namesOf = ({ sources }: { sources: { name: string }[] }) => sources.map(({ name }) => name)
    expect(namesOf(market)).toEqual(
      expect.arrayContaining(['bls_ep', 'indeed', 'dol_lca_counts', 'bls_oews_sector']),
    )
    expect(namesOf(market)).not.toContain('oflc_wages')
    expect(market.formula).toMatch(/^role to occupation → outlook → postings → /)
    expect(market.inputs).toMatchObject({
      soc_code: '15-2051',
      remote_pay_difference_pct: expect.any(Number),
    })
    const sponsors = market.steps.find(({ step }: { step: string }) => step === 'sponsors')
    expect(sponsors.value).toMatch(/^\d+ employers, San Francisco, CA$/)
    const skills = await lineageOf('/skills?role=data-scientist')
    expect(namesOf(skills)).toEqual(['soc', 'onet', 'dol_lca'])
    expect(skills.formula).toBe('role to occupation → tools → general skills → premiums')
  })

  test('of a premium without a role states its interval, offers and words', async () => {
    const { premiums } = (await pro.get('/skills')).body.data
    expect(premiums.length).toBeGreaterThan(15)
    for (const { skill, data_point_id: id, ...premium } of premiums) {
      const { body } = await pro.get(`/lineage/${id}`)
      const { premium_pct, low_pct, high_pct, offers, groups } = premium
      expect(body.data).toMatchObject({
        ...{ skill, role: null, city: null, metric: 'premium', value: null, kind: 'modelled' },
        formula: 'offers → premium → interval',
        inputs: { premium_pct, low_pct, high_pct, offers, groups, keywords: expect.stringMatching(/\S/) },
        sources: [{ name: 'dol_lca' }],
        note: expect.stringContaining('not a cause'),
      })
    }
  })

  test('resolves the ids of bands and of medians in lists, as the documentation forms them', async () => {
    const { by_experience, estimate } = (
      await pro.get('/salaries?role=software-engineer&city=san-francisco-ca')
    ).body.data
    const roles: { slug: string; national_median: number }[] = (await pro.get('/salaries/roles')).body.data
    const plumber = roles.find(({ slug }) => slug === 'plumber')!
    const quarter = estimate.data_point_id.split(':').at(-1)
    const figures: [string, number][] = [
      ...Object.entries<{ median: number }>(by_experience).map(([band, { median }]): [string, number] => [
        `software-engineer:san-francisco-ca:${band}`,
        median,
      ]),
      ['plumber:national:base', plumber.national_median],
    ]
    expect(figures).toHaveLength(6)
    for (const [point, median] of figures) {
      const { body } = await pro.get(`/lineage/comp:${point}:${quarter}`)
      expect([point, body.data.value]).toEqual([point, median])
    }
  })

  test('resolves ids of places where no pay is published', async () => {
    const answer = await pro.get('/market?role=anesthesiologist&city=new-york-ny')
    const { status, body } = await pro.get(`/lineage/${answer.body.data.data_point_id}`)
    expect([status, body.data?.value, body.data?.metric]).toEqual([200, null, 'market'])
    for (const quarter of ['1999-Q2', '2099-Q2'])
      expect(codeOf(await pro.get(`/lineage/comp:actor:national:market:${quarter}`))).toEqual([
        404,
        'not_found',
      ])
  })

  test('of a quarter after the benchmark states the growth it was computed with', async () => {
    for (const place of ['national', 'austin-tx']) {
      const id = `comp:software-engineer:${place}:history:2026-Q1`
      const { kind, value, inputs } = (await pro.get(`/lineage/${id}`)).body.data
      expect(kind).toBe('extrapolated')
      const computed = inputs['benchmark_2025-Q2'] * Math.exp(inputs.posted_growth_ln)
      expect(Math.abs(computed - value), id).toBeLessThan(1.5)
    }
  })

  test('has the inputs of the last step', async () => {
    const inputsOf = async (id: string) => (await pro.get(`/lineage/comp:${id}`)).body.data.inputs
    expect(await inputsOf('electrician:national:history:2023-Q4')).toMatchObject({
      'benchmark_2023-Q2': expect.any(Number),
      'benchmark_2024-Q2': expect.any(Number),
    })
    expect(await inputsOf('electrician:national:projection:2028-Q2')).toMatchObject({
      years_ahead: 2,
      'latest_2026-Q2': expect.any(Number),
      drift_ln_a_year: expect.closeTo(0.03, 1),
    })
    expect(await inputsOf('software-engineer:national:total:2025-Q2')).toMatchObject({
      base: expect.any(Number),
      bonus: expect.any(Number),
      equity: expect.any(Number),
    })
  })

  test('of an id served for an earlier quarter resolves to its place in the series', async () => {
    const { body } = await pro.get('/lineage/comp:electrician:national:base:2023-Q2')
    expect(body.data).toMatchObject({ quarter: '2023-Q2', note: expect.stringContaining('Recomputed') })
  })

  test.each([
    'nonsense',
    'comp:nobody:national:base:2025-Q2',
    'comp:electrician:national:base:1999-Q1',
    'occupation:29-1141:national:median:2025-Q3',
    'occupation:29-1141:national:median:2012-Q2',
    'occupation:29-1141:el-paso-tx:median:2025-Q2',
    'occupation:99-9999:national:median:2025-Q2',
    'occupation:registered-nurse:national:median:2025-Q2',
    'skill:flattery:national:premium:2025-Q2',
    'skill:java:national:premium:2099-Q2',
    'skill:java:national:premium:1999-Q2',
    'skill:java:national:median:2025-Q2',
  ])('of %s is 404', async (id) => {
    expect(codeOf(await pro.get(`/lineage/${id}`))).toEqual([404, 'not_found'])
  })

  test('requires pro', async () => {
    const answer = await free.get('/lineage/comp:electrician:national:base:2025-Q2')
    expect(codeOf(answer)).toEqual([403, 'upgrade_required'])
    expect(answer.body.error.message).toContain('pro')
  })
})

describe('companies', () => {
  test('are listed with their levels and compared, for ultra', async () => {
    const { body } = await ultra.get('/companies')
    expect(body.data.length).toBeGreaterThanOrEqual(54)
    const google = await ultra.get('/companies/google')
    expect(google.body.data.tracks[0].levels[0]).toMatchObject({ code: 'L3', evidence: expect.any(String) })
    const compared = await ultra.get('/companies/levels/compare?from=google&to=meta&level=L5')
    expect(compared.body.data.levels[0].level.code).toBe('L5')
    expect(compared.body.data.levels[0].equivalents[0].level.code).toBe('E5')
    expect(codeOf(await ultra.get('/companies/gogle'))).toEqual([404, 'not_found'])
    const unknown = await ultra.get('/companies/levels/compare?from=google&to=meta&level=X9')
    expect(codeOf(unknown)).toEqual([404, 'not_found'])
    expect(unknown.body.error.message).toBe('Google has no level “X9”.')
    const title = await ultra.get(
      '/companies/levels/compare?from=google&to=meta&level=staff software engineer',
    )
    expect(title.body.data.levels[0].level.code).toBe('L6')
    expect(codeOf(await ultra.get('/companies/levels/compare?from=google'))).toEqual([
      400,
      'missing_parameter',
    ])
    expect(codeOf(await pro.get('/companies'))).toEqual([403, 'upgrade_required'])
  })
})

describe('skills', () => {
  test('of a role include its tools, its general skills and measured premiums', async () => {
    const { data } = (await pro.get('/skills?role=data-scientist')).body
    expect(data.technologies.length).toBeGreaterThan(5)
    expect(data.premiums.length).toBeGreaterThan(5)
    const nurse = (await pro.get('/skills?role=registered-nurse')).body.data
    expect(nurse.premiums).toEqual([])
    expect(nurse.reasons.premiums).toMatch(/\S/)
  })

  test('looked up one at a time have a premium or a reason for its absence', async () => {
    const { data } = (await pro.get('/skills/machine-learning')).body
    expect(data.premium.low_pct).toBeLessThan(data.premium.premium_pct)
    expect(codeOf(await pro.get('/skills/underwater-basket-weaving'))).toEqual([404, 'not_found'])
  })
})

test('the market marks figures that are only national', async () => {
  const { data } = (await pro.get('/market?role=registered-nurse&city=el-paso-tx')).body
  expect(data.outlook.openings_thousands_a_year).toBeGreaterThan(50)
  expect(data.reasons.city).toContain('national')
})

test('an empty list has its reason', async () => {
  const market = (await pro.get('/market?role=actor')).body.data
  expect([market.top_sponsors, market.sectors]).toEqual([[], []])
  expect(market.reasons).toMatchObject({ top_sponsors: expect.any(String), sectors: expect.any(String) })
  const { data } = (await pro.get('/adjacent?role=anesthesiologist&city=new-york-ny')).body
  expect(data.opportunities).toEqual([])
  expect(data.reasons.opportunities).toContain('no annual pay for Anesthesiologist in New York, NY')
})

describe('what is asked for by name', () => {
  test('is missing when it is empty, and is a year or nothing', async () => {
    const ask = async (path: string) => codeOf(await ultra.get(path))
    expect(await ask('/companies/levels/compare?from=&to=meta')).toEqual([400, 'missing_parameter'])
    expect(await ask('/companies/levels/compare?from=google&to=%20')).toEqual([400, 'missing_parameter'])
    expect(await ask('/reports/annual/2025.0')).toEqual([404, 'not_found'])
    expect(await ask('/reports/annual/02025')).toEqual([404, 'not_found'])
  })
})

describe('submissions', () => {
  test('belong to their user, and outliers are flagged', async () => {
    const me = await keyHolder(gateway(), 'pro')
    const rounded = { base: 180_000.555, years_of_experience: 2.25 }
    const made = await me.post('/submissions', { role: 'swe', city: 'sf', ...rounded, company: 'Acme' })
    expect(made.body.data).toMatchObject({ base: 180_000.56, years_of_experience: 2.3 })
    expect([made.status, made.body.data.status, made.body.data.role]).toEqual([
      201,
      'accepted',
      'software-engineer',
    ])
    const odd = await me.post('/submissions', { role: 'swe', city: 'sf', base: 5_000_000 })
    expect([odd.status, odd.body.data.status]).toEqual([201, 'outlier'])
    expect(odd.body.data.status_reason).toMatch(
      /^A base of \$5,000,000 is above the maximum of \$\d{3},\d{3} /,
    )
    const mine = (await me.get('/submissions')).body.data
    expect(mine).toMatchObject({ total: 2, next_cursor: null })
    expect(mine.submissions).toEqual([odd.body.data, made.body.data])
    const first = (await me.get('/submissions?limit=1')).body.data
    const second = (await me.get(`/submissions?limit=1&cursor=${first.next_cursor}`)).body.data
    expect(second.submissions).toEqual([made.body.data])
    const stranger = (await pro.get('/submissions')).body.data
    expect(stranger).toEqual({ submissions: [], next_cursor: null, total: 0 })
  })

  test('are taken at every level, and from words that name one', async () => {
    const me = await keyHolder(gateway(), 'free')
    const levelOf = async (report: { role: string; experience?: string }) => {
      const { status, body } = await me.post('/submissions', { ...report, base: 180_000 })
      return [status, body.data?.experience]
    }
    for (const experience of EXPERIENCES)
      expect(await levelOf({ role: 'swe', experience })).toEqual([201, experience])
    expect(await levelOf({ role: 'principal software engineer' })).toEqual([201, 'principal'])
  })

  test('below half of the market’s p10 or above twice its p90 are outliers, as documented', async () => {
    const me = await keyHolder(gateway(), 'free')
    const { p10, p90 } = (await pro.get('/salaries?role=paralegal&city=boston-ma')).body.data.distribution
    const statusOf = async (base: number) =>
      (await me.post('/submissions', { role: 'paralegal', city: 'boston-ma', base })).body.data.status
    const bases = [p10 / 2 - 100, p10 / 2 + 100, p90 * 2 - 100, p90 * 2 + 100]
    const statuses = []
    for (const base of bases) statuses.push(await statusOf(base))
    expect(statuses).toEqual(['outlier', 'accepted', 'accepted', 'outlier'])
  })

  test('are published for five users or more, one report each, and have a lineage', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => keyHolder(gateway(), 'free')))
    const report = (at: number, base: number) =>
      people[at]!.post('/submissions', { role: 'paralegal', city: 'denver-co', base, signing: 5_000 })
    for (const [at, base] of [60_000, 64_000, 70_400, 81_000].entries()) await report(at, base)
    await report(0, 58_000)
    await report(4, 9_000_000)
    const ask = async () => (await pro.get('/submissions/reported?role=paralegal&city=denver-co')).body.data
    expect(await ask()).toMatchObject({ people: null, base: null, signing: null, data_point_id: null })
    expect((await ask()).reason).toContain('Fewer than 5 people')
    await report(4, 92_000)
    const published = await ask()
    expect(published).toMatchObject({
      people: 5,
      base: { p25: 64_000, median: 70_000, p75: 81_000 },
      signing: 5_000,
      bonus: null,
      reason: null,
    })
    const { data } = (await pro.get(`/lineage/${published.data_point_id}`)).body
    expect(data.inputs.people).toBe(published.people)
    expect(data).toMatchObject({ metric: 'reported', value: 70_000, role: { slug: 'paralegal' } })
    expect(data.formula).toBe('role to occupation → reports accepted → median')
    expect(data.sources.map(({ name }: { name: string }) => name)).toContain('submissions')
  })

  test('require the write scope', async () => {
    const reader = await keyHolder(gateway(), 'pro', ['intelligence:read'])
    expect(codeOf(await reader.post('/submissions', { role: 'swe', base: 1 }))).toEqual([403, 'forbidden'])
  })
})

test('the annual report needs ultra, and exists for certain years', async () => {
  const { data } = (await ultra.get('/reports/annual/2025')).body
  expect(data.nation.median).toBeGreaterThan(45_000)
  expect(data.risers[0].change_pct).toBeGreaterThan(0)
  expect((await ultra.get('/reports/annual/2021')).body.data.risers).toEqual([])
  expect(codeOf(await ultra.get('/reports/annual/1999'))).toEqual([404, 'not_found'])
  expect(codeOf(await pro.get('/reports/annual/2025'))).toEqual([403, 'upgrade_required'])
})

test('the annual report is available as Markdown, with the figures of the JSON', async () => {
  const accept = (type: string) => ultra.get('/reports/annual/2025', { accept: type })
  const { data } = (await accept('application/json')).body
  const document = await accept('text/markdown')
  expect(document.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(document.headers.get('vary')).toContain('Accept')
  expect(document.text).toMatch(/^# Pay in the United States, May 2025\n/)
  const [best] = data.best_paid
  expect(document.text).toContain(
    `| ${best.soc_title} | ${best.soc_code} | $${best.median.toLocaleString('en-US')} |`,
  )
  expect((await accept('*/*')).body.data).toEqual(data)
  expect((await accept('text/html')).body.data).toEqual(data)
  const [status, code] = codeOf(await pro.get('/reports/annual/2025', { accept: 'text/markdown' }))
  expect([status, code]).toEqual([403, 'upgrade_required'])
})

test('usage shows what is left', async () => {
  const before = (await free.get('/usage')).body.data
  const after = (await free.get('/usage')).body.data
  expect(before).toMatchObject({ tier: 'free', minute: { limit: 60 }, month: { limit: 1_000 } })
  expect(after.month.remaining).toBe(before.month.remaining - 1)
})

describe('the service', () => {
  test('describes its methods, sources, changes and tools without a key', async () => {
    for (const path of ['/methodology', '/changelog', '/directory', '/tools']) {
      const { status, headers } = await gateway().request('GET', BASE + path)
      expect([path, status, headers.get('etag')?.slice(0, 2)]).toEqual([path, 200, 'W/'])
    }
    const { data } = (await pro.get('/directory')).body
    expect(data.coverage.roles).toBeGreaterThanOrEqual(3_445)
    expect(data.coverage.specialized_roles).toBeGreaterThanOrEqual(598)
    expect(data.coverage.cities).toBe(107)
    expect(data.coverage.leveling_frameworks).toBeGreaterThanOrEqual(54)
  })

  test('lists exactly its endpoints, with the required plan and key', () => {
    const ours = operations.filter((op) => familyOf(op).name === 'intelligence')
    const served = ours.map((op) => {
      const { method, path } = routeOf(op)
      const plan = op.plan ?? familyOf(op).plan
      const below = path.replace('/api/v1/intelligence/', '').replace(/:(\w+)/g, '{$1}')
      return `${method} ${below} ${plan} ${op.access !== 'public'}`
    })
    const told = listed.endpoints.map(({ method, path, plan, key }) => `${method} ${path} ${plan} ${key}`)
    expect([...told].sort()).toEqual([...served].sort())
  })
})
