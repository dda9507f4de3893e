// The two figures of pay, side by side: a survey of everyone, and what employers wrote into offers for the title.
import { beforeAll, expect, test } from 'vitest'
import { useGateway } from '../harness.ts'
import { keyHolder, type KeyHolder } from './key-holder.ts'

const gateway = useGateway()

let pro: KeyHolder
beforeAll(async () => {
  pro = await keyHolder(gateway(), 'pro')
})

const salary = async (role: string, city?: string) => {
  const place = city ? `&city=${encodeURIComponent(city)}` : ''
  const { status, body } = await pro.get(`/salaries?role=${encodeURIComponent(role)}${place}`)
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
  return body.data
}

test('offers are of the title, the level and the place asked for, or say how much wider they are', async () => {
  const { offers, offers_reason } = await salary('senior data engineer', 'dallas')
  expect(offers).toMatchObject({
    ...{ title: 'Data Engineer', level: 'senior', scope: 'city', place: 'Dallas, TX', source: 'dol_lca' },
    data_point_id: 'comp:data-engineer:dallas-tx:offers-senior:2025-Q2',
  })
  expect(offers_reason).toBeNull()
  const { p10, p25, median, p75, p90 } = offers
  expect([p10, p25, median, p75, p90]).toEqual([p10, p25, median, p75, p90].sort((a, b) => a - b))
  expect(offers.count).toBeGreaterThanOrEqual(10)
  expect(offers.from < offers.to).toBe(true)
  const wider = await salary('mechanical engineer', 'detroit')
  expect(wider.offers).toMatchObject({ scope: 'state', place: 'MI' })
})

test('without enough offers there are none, with the reason', async () => {
  const { offers, offers_reason, estimate } = await salary('electrician', 'dallas-tx')
  expect(offers).toBeNull()
  expect(offers_reason).toMatch(/^There are fewer than five filed offers/)
  expect(estimate.median).toBeGreaterThan(30_000)
})

test('both figures resolve at lineage, which computes them again', async () => {
  const data = await salary('staff software engineer', 'seattle')
  for (const figure of [data.estimate, data.offers]) {
    const { status, body } = await pro.get(`/lineage/${figure.data_point_id}`)
    expect([status, body.data?.value]).toEqual([200, figure.median])
  }
  const { body } = await pro.get(`/lineage/${data.offers.data_point_id}`)
  expect(body.data.inputs).toMatchObject({ count: data.offers.count, employers: data.offers.employers })
  expect(body.data.sources.map(({ name }: { name: string }) => name)).toContain('dol_lca')
})

test('an id of a title in words, as it was served once, resolves to the level the words state', async () => {
  const level = await pro.get('/lineage/comp:product-manager:san-francisco-ca:senior:2025-Q2')
  const words = await pro.get(
    '/lineage/comp:product-manager:san-francisco-ca:title-sr-product-manager:2025-Q2',
  )
  expect(words.body.data.value).toBe(level.body.data.value)
})

test('a title says which survey it is priced as, and how many roles share it', async () => {
  const { role } = await salary('python developer')
  expect(role.priced_as).toMatchObject({ soc_code: '15-1252', own_series: false })
  expect(role.priced_as.roles_sharing).toBeGreaterThan(50)
  const nurse = await salary('registered-nurse')
  expect(nurse.role.priced_as.own_series).toBe(true)
})

test('a city’s employers are that city’s, or said to be wider', async () => {
  expect((await salary('data-scientist', 'seattle-wa')).employers_scope).toBe('city')
  expect((await salary('software-engineer')).employers_scope).toBe('national')
  const few = await salary('chef', 'tulsa-ok')
  expect([null, 'state', 'national']).toContain(few.employers_scope)
})

test('a pooled figure names its group, or is null with its reason', async () => {
  const nurse = await salary('registered-nurse')
  expect(nurse.total_compensation).toMatchObject({ bonus: null, equity: null })
  expect(nurse.remote).toBeNull()
  for (const field of ['total_compensation.bonus', 'total_compensation.equity', 'remote'])
    expect(nurse.reasons[field], field).toMatch(/\S/)
  const engineer = await salary('software-engineer')
  expect(engineer.total_compensation.basis).toMatch(/^Software Engineer, all experience, \d+ self-reports/)
  expect(engineer.company_size[0].basis).toMatch(/15-0000, \d+ filed offers of \d+ employers/)
  const teacher = await salary('elementary-school-teacher')
  expect(teacher.trend.change_1y_pct).not.toBe(engineer.trend.change_1y_pct)
  expect(teacher.trend.basis).toContain('Elementary School Teachers')
})

test('a model is told both figures in words, and which is which', async () => {
  const { body } = await pro.post('/tools/analyze_compensation', {
    role: 'senior data engineer',
    city: 'dallas',
  })
  expect(body.data.summary).toMatch(/Survey of everyone in .*, senior level modelled .*: median base pay \$/)
  expect(body.data.summary).toMatch(/Filed offers for the title, level senior \(Dallas, TX, .*\): median \$/)
  expect(body.data.offers.median).not.toBe(body.data.pay.median)
  expect(body.data.summary).toContain(
    `Typical by level: entry $${body.data.typical.by_experience.entry.toLocaleString('en-US')}`,
  )
  expect(body.data.citation.data_point_id).toBe(body.data.typical.data_point_id)
})

test.each([
  ['data person Bay area', ['data-analyst', 'data-scientist', 'data-engineer'], 'san-francisco-ca'],
  ['GM at a restaurant near Philly', ['restaurant-manager'], 'philadelphia-pa'],
  ['nurse near Philly', ['registered-nurse'], 'philadelphia-pa'],
])('a discovery reads title and place as a question about pay does: %s', async (query, roles, city) => {
  const { body } = await pro.post('/tools/discover_roles_and_cities', { query })
  expect(body.data.roles.slice(0, roles.length).map(({ slug }: { slug: string }) => slug)).toEqual(roles)
  expect(body.data.cities[0].slug).toBe(city)
  const search = await pro.get(`/salaries/search?q=${encodeURIComponent(query)}`)
  expect(search.body.data[0].slug).toBe(roles[0])
})
