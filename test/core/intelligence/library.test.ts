// The rows selected for one response give the same result as the whole data set.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectForMaintenance, type Sql } from '../../../core/database/connect.ts'
import { byExperience } from '../../../core/intelligence/estimates/experience.ts'
import { estimate } from '../../../core/intelligence/estimates/estimate.ts'
import { historyOf } from '../../../core/intelligence/history/history.ts'
import { createIntelligence, type LookupResult } from '../../../core/intelligence/intelligence.ts'
import { loadShippedData } from '../../../core/intelligence/library/shipped-data.ts'
import { totalPay } from '../../../core/intelligence/paymix/paymix.ts'
import { project } from '../../../core/intelligence/projections/projections.ts'
import { useCore } from '../../harness.ts'

const core = useCore()
const whole = createIntelligence({ resident: true })
const picked = () => createIntelligence({ resident: false })

/** Everything that a pay response is computed from. */
function figuresOf({ catalog, references, role, city, experience, understood }: LookupResult) {
  const place = city?.slug ?? null
  const pay = estimate(catalog, { role: role.slug, city: place })
  if ('missing' in pay) return pay
  return {
    pay,
    bands: byExperience(catalog, role.slug, place),
    history: historyOf(catalog, references, role.soc, pay.median),
    projections: project(catalog, pay.median, 2025),
    total: totalPay(references, role, pay.median, null),
    outlook: references.outlook.get(role.soc),
    remote: references.series.get('remote_share_pct|all'),
    sizes: references.sizes,
    experience,
    understood,
  }
}

describe('the rows of one response', () => {
  test.each([
    ['software-engineer', 'san-francisco-ca'],
    ['software-engineer', undefined],
    ['registered-nurse', 'el-paso-tx'],
    ['truck-driver', 'tulsa-ok'],
    ['chief-executive', 'new-york-ny'],
    ['machine-learning-engineer', 'seattle-wa'],
    ['elementary-school-teacher', 'boise-id'],
    ['airline-pilot', undefined],
    ['swe', 'sf'],
    ['senior electrician', 'Portland, OR'],
    ['staff nurse', 'Houston'],
    ['rn', 'remote'],
    ['rn', 'Palo Alto'],
    ['rn', 'saint petersburg, fl'],
    ['rn', 'Huoston'],
    ['swe sf', undefined],
    ['senior data sceintist', 'new yrok'],
    ['staff nurse, El Paso, TX', undefined],
    ['software engineer, media', undefined],
    ['accountant san fransisco', undefined],
  ])('for %s in %s give the same result as all data', async (role, city) => {
    const { sql } = core().services
    const [few, all] = [await picked().find(sql, { role, city }), await whole.find(sql, { role, city })]
    expect(figuresOf(few)).toEqual(figuresOf(all))
  })

  test('for a plain-text role are found without the search index where the match is certain', async () => {
    const found = await picked().find(core().services.sql, { role: 'senior swe', city: 'sf' })
    expect(found.catalog.roles).toHaveLength(1)
    expect([found.role.slug, found.experience, found.city?.slug]).toEqual([
      'software-engineer',
      'senior',
      'san-francisco-ca',
    ])
  })

  test.each([
    ['swe sf', 'software-engineer', 'san-francisco-ca'],
    ['staff nurse el paso', 'registered-nurse', 'el-paso-tx'],
    ['Staff Nurse - El Paso, TX', 'registered-nurse', 'el-paso-tx'],
    ['cdl driver dallas', 'cdl-driver', 'dallas-tx'],
    ['head of marketing in boston', 'marketing-manager', 'boston-ma'],
    ['barista seattle', 'baristas', 'seattle-wa'],
    ['product manager palo alto', 'product-manager', 'san-jose-ca'],
    ['accountant san fransisco', 'accountant', 'san-francisco-ca'],
    ['rn houstn', 'registered-nurse', 'houston-tx'],
    ['senior software engineer phillidelphia', 'software-engineer', 'philadelphia-pa'],
    // Media is a suburb of Philadelphia; here it is a word of the title.
    ['software engineer, media', 'software-engineer', undefined],
  ])('a city among the words of a role is its city: %s', async (text, role, city) => {
    const found = await whole.find(core().services.sql, { role: text })
    expect([found.role.slug, found.city?.slug]).toEqual([role, city])
  })

  test.each([
    ['GS-12 program analyst', 'management-analyst', ['GS-12'], 0.99],
    ['E-5 mechanic', 'auto-mechanic', ['E-5'], 1],
    ['accountant, part-time', 'accountant', ['part-time'], 1],
    ['Software Engineer - $150k', 'software-engineer', ['$150k'], 1],
    ['SOFTWARE ENGINEER 🚀', 'software-engineer', [], 1],
    // Other words beside a title may have meant something: it is a guess.
    ['Machinist - 1st shift', 'machinist', ['1st shift'], 0.89],
    ['Hiring: accountant', 'accountant', ['Hiring'], 0.89],
  ])('what stands beside a title is left out, and said: %s', async (text, role, unused, score) => {
    const { sql } = core().services
    const [few, all] = [await picked().find(sql, { role: text }), await whole.find(sql, { role: text })]
    expect(all.role.slug).toBe(role)
    expect(all.understood?.role).toMatchObject({ unused, score: expect.closeTo(score, 2) as number })
    expect(few.understood).toEqual(all.understood)
  })

  test.each(['junior swe', 'jr. software engineer', 'software engineer intern', 'entry level swe'])(
    'a title at the start of a career has the entry band: %s',
    async (role) => {
      const found = await whole.find(core().services.sql, { role, city: 'austin' })
      expect([found.role.slug, found.seniority]).toEqual(['software-engineer', { band: 'entry' }])
    },
  )

  test('"entry" in the name of an occupation is no level', async () => {
    const found = await whole.find(core().services.sql, { role: 'data entry operator', city: 'austin' })
    expect([found.role.slug, found.seniority]).toEqual(['data-entry-clerk', null])
  })

  test('a misspelt title is paid like the title spelt right', async () => {
    const { sql } = core().services
    const [right, wrong] = await Promise.all(
      ['data scientist', 'data sceintist'].map((role) => whole.find(sql, { role, city: 'new york' })),
    )
    expect([wrong?.role.slug, wrong?.seniority]).toEqual([right?.role.slug, right?.seniority])
    const senior = await whole.find(sql, { role: 'senior data sceintist' })
    expect(senior.seniority).toEqual({ title: 'senior data scientist' })
  })

  test('a wording of a role is not taken for a misspelt one', async () => {
    const driver = await whole.find(core().services.sql, { role: 'uber driver' })
    expect([driver.role.slug, driver.seniority]).toEqual(['taxi-driver', null])
  })

  test('a role or city of which only one is clear is refused by that name', async () => {
    const { sql } = core().services
    await expect(whole.find(sql, { role: 'sr. pm nyc' })).rejects.toThrow('There is no role “sr. pm”.')
    await expect(whole.find(sql, { role: 'pm san fransisco' })).rejects.toThrow('There is no role “pm”.')
    await expect(whole.find(sql, { role: 'barber portland' })).rejects.toThrow('There is no city “portland”.')
  })

  test('are not needed: without tables the shipped files are used', async () => {
    const found = await core()
      .services.sql.begin(async (tx) => {
        await tx`truncate intelligence_data, intelligence_extracts`
        const { catalog } = await picked().find(tx as never, { role: 'software-engineer' })
        throw catalog.roles.length
      })
      .catch((thrown: unknown) => thrown)
    expect(found).toBeGreaterThan(3_445)
  })
})

/** Uses a migration connection, because loading may exceed the request timeout. */
let maintenance: Sql
beforeAll(() => {
  maintenance = connectForMaintenance(core().database.address)
})
afterAll(() => maintenance.end({ timeout: 5 }))

describe('loading', () => {
  test('happens once for the same data', async () => {
    expect(await loadShippedData(maintenance)).toBe(false)
  })

  test('replaces older data and keeps newer', async () => {
    const sql = maintenance
    await sql`update intelligence_data set digest = 'other', version = '1999.12'`
    expect(await loadShippedData(sql)).toBe(true)
    await sql`update intelligence_data set digest = 'other', version = '2999.1'`
    expect(await loadShippedData(sql)).toBe(false)
    await sql`update intelligence_data set version = '1999.1'`
    expect(await Promise.all([loadShippedData(sql), loadShippedData(sql)])).toContain(false)
  })
})

test('building the search index yields to the event loop, so the process keeps serving requests', async () => {
  const whole = await createIntelligence({ resident: true }).fullDataset()
  let turns = 0
  let built = false
  const turn = () => {
    turns += 1
    if (!built) setImmediate(turn)
  }
  setImmediate(turn)
  const [index, again] = await Promise.all([whole.roleIndex(), whole.roleIndex()])
  built = true
  expect(turns).toBeGreaterThan(10)
  expect(again).toBe(index)
})
