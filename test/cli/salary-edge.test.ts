// crm salary with odd arguments, and the lineage of figures that belong to no role.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { crm, crmJson } from './run.ts'

let database: TestDatabase
let here: { url: string }
beforeAll(async () => {
  database = await freshDatabase()
  here = { url: database.url }
})
afterAll(() => database.close())

/** A timeout for wordings that only a search of the whole catalogue can resolve. */

describe('a figure of no role', () => {
  test('of the annual report resolves to the occupation, its sources and its steps', async () => {
    const { nation, risers } = (await crmJson(['salary', 'report', '2025', '--json'], here)).body.data
    for (const { data_point_id, median } of [nation, risers[0]]) {
      const { code, body } = await crmJson(['salary', 'lineage', data_point_id, '--json'], here)
      expect([code, body.data.value]).toEqual([0, median])
    }
    const { stdout } = await crm(['salary', 'lineage', nation.data_point_id], {
      ...here,
      terminal: { columns: 100 },
      env: { NO_COLOR: '1' },
    })
    expect(stdout).toMatch(/All occupations \(00-0000\) nationwide: \$[\d,]+/)
    expect(stdout).toMatch(/2\. national percentiles \(bls_oews\)/)
    expect(stdout).toMatch(/Bureau of Labor Statistics/)
  })

  test('of a skill resolves to the offers it was measured on', async () => {
    const { premiums } = (await crmJson(['salary', 'skills', '--json'], here)).body.data
    const [{ skill, data_point_id, premium_pct, offers }] = premiums
    const { stdout } = await crm(['salary', 'lineage', data_point_id], {
      ...here,
      terminal: { columns: 100 },
    })
    const shown = `${premium_pct > 0 ? '+' : '−'}${Math.abs(premium_pct)} %`
    expect(stdout).toContain(`${skill}: ${shown}`)
    expect(stdout).toContain(`= ${offers} offers in `)
    expect(stdout).toContain(`= ${premium_pct} %`)
  })

  test('which the data do not have exits 3 and says what ids look like', async () => {
    const { code, stderr } = await crm(['salary', 'lineage', 'skill:flattery:national:premium:2025-Q2'], here)
    expect([code, stderr]).toEqual([3, expect.stringContaining('skill:<skill>:national:premium:<YYYY-Qn>')])
  })
})

describe('at the edge', () => {
  test.each([['show'], ['skills'], ['history'], ['projections']])(
    'words too long to be a role are a usage error, no figure out of bounds: %s',
    async (verb) => {
      const { code, body } = await crmJson(['salary', verb, 'x'.repeat(201), '--json'], here)
      expect([code, body.error]).toEqual([
        2,
        { code: 'USAGE', message: 'role is longer than 200 characters' },
      ])
    },
  )

  test.each([['search'], ['skills'], ['show'], ['history']])(
    'a blank role is a usage error: %s',
    async (verb) => {
      const { code, stderr } = await crm(['salary', verb, ''], here)
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^crm: Name a role: /)])
    },
  )

  test.each([
    [['lineage', ' '], /^crm: Name a figure by its id: /],
    [['levels', ''], /^crm: Name a company: /],
    [['levels', 'google', ' '], /^crm: Name a company: /],
  ])('a blank argument is a usage error: %j', async (words, says) => {
    const { code, stderr } = await crm(['salary', ...words], here)
    expect([code, stderr]).toEqual([2, expect.stringMatching(says)])
  })

  test.each([
    [['show', '护士'], 'Names here are in English, such as '],
    [['show', 'registered-nurse', 'Ελ Πάσο'], 'Names here are in English, such as '],
    [['levels', 'gogle'], 'The nearest are: google.'],
    [['levels', 'nope'], 'See crm salary levels.'],
    [
      ['compare', 'registered-nurse', 'qzxvw', 'sf'],
      'Several roles: crm salary compare nurse accountant --city sf',
    ],
  ])('a name that is not known gets a hint that helps: %j', async (words, hint) => {
    const { code, stderr } = await crm(['salary', ...words], here)
    expect(code).toBe(3)
    expect(stderr).toContain(hint)
    expect(stderr).not.toMatch(/3d-animator|akron-oh, albany-ny/)
  })

  test.each([
    [['analyses.compensation', '--role', ' '], 'role must not be empty'],
    [['analyses.discovery', '--query', ''], 'query must not be empty'],
  ])('blank words are refused in crm call as by the API: %j', async (words, problem) => {
    const { code, stderr } = await crm(['call', ...words], here)
    expect([code, stderr]).toEqual([5, expect.stringContaining(problem)])
  })

  test('levels without years of experience say why', async () => {
    const { stderr } = await crm(['salary', 'levels', 'artsy'], here)
    expect(stderr).toMatch(/^Years come from self-reports of pay/)
  })

  test.each([
    ['search', '%%%'],
    ['roles', 'qzxvw'],
    ['cities', 'qzxvw'],
  ])('a list without a match says so in a pipe too: %s', async (...words) => {
    const { code, stdout, stderr } = await crm(['salary', ...words], here)
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toMatch(/^No (role|city) .*crm salary/)
  })

  test('a bound of nothing is no division by it', async () => {
    const { code, stderr } = await crm(['salary', 'show', 'registered-nurse', '--max', '0'], here)
    expect([code, stderr]).toEqual([5, expect.stringMatching(/is above \$0\.\n$/)])
  })
})
