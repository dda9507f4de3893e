// A figure that is null says why in `reasons`, also where it is null because another one is.
import { describe, expect, test } from 'vitest'
import { compareLevels, getCompany } from '../../../core/intelligence/levels/companies.ts'
import { showMarket } from '../../../core/intelligence/market/operations.ts'
import { analyseOffers } from '../../../core/counsel/analysis.ts'
import { analyseNegotiation } from '../../../core/intelligence/negotiation/analysis.ts'
import { calculateSalary } from '../../../core/intelligence/salaries/calculate.ts'
import { showHistory } from '../../../core/intelligence/salaries/history.ts'
import { getSalary } from '../../../core/intelligence/salaries/salary.ts'
import { listSkills } from '../../../core/intelligence/skills/operations.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()

/** Nulls that are no figures: what was not asked for, and a break that there is not. */
const ABSENT = new Set([
  'understood',
  'city',
  'experience',
  'offers_reason',
  'offers.level',
  'remote.share_as_of',
  'remote.month',
  'snapshots.break',
  'levels.reason',
])
/** Fields that change with one that carries the reason. */
const WITH: Readonly<Record<string, string>> = { 'snapshots.change_pct': 'snapshots.change' }

/** The paths of all nulls, without the positions in lists. */
function nullsIn(value: unknown, path: readonly string[] = []): string[] {
  if (value === null) return [path.join('.')]
  if (Array.isArray(value)) return value.flatMap((part) => nullsIn(part, path))
  if (typeof value !== 'object') return []
  return Object.entries(value as object).flatMap(([name, part]) => nullsIn(part, [...path, name]))
}

const unexplained = (answer: { reasons: Record<string, string> }): string[] =>
  [...new Set(nullsIn(answer))].filter((path) => !ABSENT.has(path) && !answer.reasons[WITH[path] ?? path])

describe('every null of', () => {
  test.each([
    ['software-engineer', 'san-francisco-ca'],
    ['registered-nurse', 'tulsa-ok'],
    ['surgeon', undefined],
    ['actor', undefined],
    ['baristas', 'tulsa-ok'],
    ['astronomer', 'boise-city-id'],
    ['nuclear-engineer', 'el-paso-tx'],
    ['sales-manager', undefined],
  ])('%s in %s has its reason', async (role, city) => {
    const user = as(core(), await aUser(core()))
    expect(unexplained(await call(getSalary, user, { role, city }))).toEqual([])
    expect(unexplained(await call(showHistory, user, { role, city }))).toEqual([])
    expect(unexplained(await call(showMarket, user, { role, city }))).toEqual([])
    if (city) expect(unexplained(await call(calculateSalary, user, { role, city }))).toEqual([])
    const offer = { role, city, base: role === 'surgeon' ? 300_000 : 100_000 }
    expect(unexplained(await call(analyseNegotiation, user, offer))).toEqual([])
  })
})

describe('every null of the levels of', () => {
  /** The ladders of documents and lists, of reports, and of both. */
  test.each([
    ['artsy', 'google'],
    ['google', 'meta'],
    ['meta', 'sourcegraph'],
    ['dropbox', 'monzo'],
  ])('%s against %s has its reason', async (from, to) => {
    const user = as(core(), await aUser(core()))
    expect(unexplained(await call(getCompany, user, { slug: from }))).toEqual([])
    expect(unexplained(await call(compareLevels, user, { from, to }))).toEqual([])
  })

  test('an offer at a company has its reason', async () => {
    const user = as(core(), await aUser(core()))
    const { tracks } = await call(getCompany, user, { slug: 'artsy' })
    const bare = tracks.flatMap(({ levels }) => levels).find((row) => row.median_years_experience === null)!
    const offer = { company: 'artsy', level: bare.code, base: 150_000, role: 'software-engineer' }
    const { offers } = await call(analyseOffers, user, { offers: [offer, { ...offer, base: 160_000 }] })
    expect(offers[0]!.level).toMatchObject({ code: bare.code, median_years_experience: null })
    for (const one of offers) expect(one.reasons['level.median_years_experience']).toMatch(/self-reports/)
  })

  test('a company whose levels are all reported gives no reasons', async () => {
    const user = as(core(), await aUser(core()))
    expect((await call(getCompany, user, { slug: 'apple' })).reasons).toEqual({})
  })
})

test('every null of skills without a role has its reason', async () => {
  const user = as(core(), await aUser(core()))
  const { role: _, ...answer } = await call(listSkills, user, {})
  expect(unexplained(answer)).toEqual([])
})

test('cities without a figure share one sentence', async () => {
  const user = as(core(), await aUser(core()))
  const { reasons } = await call(getSalary, user, { role: 'anesthesiologist' })
  expect(reasons['cities.estimate']).toBe(
    'The sources release no annual pay for Anesthesiologist in 86 of 107 cities (occupation 29-1211).',
  )
})
