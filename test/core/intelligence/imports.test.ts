// Importing publishers' newer files on top of the shipped data: each file is applied whole or not at all, and
// can be reverted.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lastDayOf } from '../../../core/intelligence/file/catalog.ts'
import { estimate } from '../../../core/intelligence/estimates/estimate.ts'
import { renewInUse } from '../../../core/intelligence/imports/in-use.ts'
import {
  listImports,
  loadImport,
  planImport,
  removeImport,
  useImport,
} from '../../../core/intelligence/imports/imports.ts'
import { overlaysOf } from '../../../core/intelligence/imports/served.ts'
import { showMethodology } from '../../../core/intelligence/about/methodology.ts'
import * as store from '../../../core/intelligence/imports/store.ts'
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import { createIntelligence, type Intelligence } from '../../../core/intelligence/intelligence.ts'
import { lineageOf } from '../../../core/intelligence/lineage/operations.ts'
import { getSalary } from '../../../core/intelligence/salaries/salary.ts'
import { systemClock } from '../../../core/kernel/clock.ts'
import { as, aUser, call, openTestCore, type TestCore } from '../../harness.ts'
import * as files from './published-files.ts'

// Each import rebuilds the whole data set, which takes a second or two.

const folder = mkdtempSync(join(tmpdir(), 'crm-imports-'))
const written = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

/** A separate database, with functions that import, revert and read uncached data. */
async function anInstallation() {
  const core = await openTestCore()
  onTestFinished(() => core.close())
  const { sql } = core.services
  const overlays = overlaysOf(sql)
  const options = { place: core.database.url, home: null, clock: systemClock, vintage: null }
  return {
    core,
    plan: (file: string, vintage: number | null = null) => planImport(file, { ...options, vintage }),
    load: (file: string, vintage: number | null = null) => loadImport(file, { ...options, vintage }),
    use: (id: string | null) => useImport(options, id),
    remove: (id: string) => removeImport(options, id),
    list: () => listImports(options),
    fresh: (resident = true) => createIntelligence({ resident, overlays }),
    digest: async () => (await overlays.inUse(openShipped()))?.name ?? null,
  }
}

const salary = async (
  { core }: { core: TestCore },
  intelligence: Intelligence,
  role: string,
  city?: string,
) => call(getSalary, as(core, await aUser(core), { intelligence }), { role, ...(city && { city }) })

const OEWS = written('oesm26nat.zip', files.oewsArchive())

/** The quarter of today, for ids of later ones. */
const NOW = '2026-Q4'

describe('a national file of OEWS', () => {
  test('updates the benchmark of its occupations, and of no others', async () => {
    const here = await anInstallation()
    const before = await salary(here, here.fresh(), 'registered-nurse')
    const answer = await here.load(OEWS)
    expect(answer).toMatchObject({ kind: 'oews', vintage: 'May 2026', taken: 3, changed: true })
    expect(answer.skipped).toContainEqual({ reason: 'a group of occupations, not one', rows: 1 })
    for (const resident of [true, false]) {
      const now = await salary(here, here.fresh(resident), 'registered-nurse')
      expect(now.estimate).toMatchObject({ median: files.NURSES.A_MEDIAN, as_of: '2026-06-30' })
      expect(now.estimate?.data_point_id).toBe('comp:registered-nurse:national:base:2026-Q2')
      expect(now.distribution).toMatchObject({ p10: files.NURSES.A_PCT10, p90: files.NURSES.A_PCT90 })
      const other = await salary(here, here.fresh(resident), 'electrician')
      expect(other.estimate).toMatchObject({ as_of: '2025-06-30' })
    }
    const editions = [true, false].map(async (resident) => {
      const intelligence = here.fresh(resident)
      await intelligence.find({ role: 'registered-nurse' })
      return intelligence.edition()
    })
    const today = new Date().toISOString().slice(0, 10)
    for (const edition of await Promise.all(editions))
      expect(edition).toEqual({ benchmark: '2026-Q2', updated: today })
    const whole = await here.fresh().fullDataset()
    expect(whole.manifest.sources['bls_oews']?.vintage).toContain('May 2026')
    expect(lastDayOf(whole.catalog.benchmark)).toBe('2026-06-30')
    expect(before.estimate?.median).not.toBe(files.NURSES.A_MEDIAN)
    const reader = as(here.core, await aUser(here.core), { intelligence: here.fresh() })
    expect((await call(showMethodology, reader, {})).imports).toMatchObject([{ id: answer.id, taken: 3 }])
  })

  test('scales the cities by the national change', async () => {
    const here = await anInstallation()
    const place = { role: 'registered-nurse', city: 'el-paso-tx' }
    const before = estimate((await here.fresh().fullDataset()).catalog, place)
    await here.load(OEWS)
    const after = estimate((await here.fresh().fullDataset()).catalog, place)
    if ('reason' in before || 'reason' in after) throw new Error('no figure')
    // The percentiles of the new file have another shape too, which moves the median of a city a little.
    expect(after.median / before.median).toBeCloseTo(files.NURSES.A_MEDIAN / files.NURSES_2025_MEDIAN, 2)
  })

  test('keeps every previously served id resolvable', async () => {
    const here = await anInstallation()
    await here.load(OEWS)
    const whole = await here.fresh().fullDataset()
    for (const [metric, kind] of [['base', 'published'], ['total', 'modelled'], ['senior', 'modelled'], ['projection', 'published'], ['history', 'published']]) {
      const figure = lineageOf(whole, `comp:registered-nurse:national:${metric}:2025-Q2`, NOW)
      expect([metric, figure?.kind]).toEqual([metric, kind])
      if (metric === 'base') expect(figure?.value).toBe(files.NURSES_2025_MEDIAN)
    }
  }) // prettier-ignore

  test('is only planned with --dry-run, has no effect when repeated, and can be reverted', async () => {
    const here = await anInstallation()
    const [digest, before] = [await here.digest(), await salary(here, here.fresh(), 'registered-nurse')]
    expect(await here.plan(OEWS)).toMatchObject({ taken: 3, changed: false, id: null })
    expect(await here.digest()).toBe(digest)
    const first = await here.load(OEWS)
    expect(await here.load(OEWS)).toMatchObject({ changed: false, id: first.id })
    await here.remove(first.id!)
    expect(await here.digest()).toBe(digest)
    expect((await salary(here, here.fresh(false), 'registered-nurse')).estimate).toEqual(before.estimate)
    await expect(here.remove(first.id!)).rejects.toMatchObject({ code: 'import_not_found' })
  })

  test('is read as a workbook, as comma- or tab-separated text, and compressed', async () => {
    const here = await anInstallation()
    const csv = files.text(files.OEWS_ROWS)
    for (const file of [
      written('national_M2026_dl.xlsx', files.workbook(files.OEWS_ROWS)),
      written('national_M2026_dl.csv', csv),
      written('national_M2026_dl.tsv', files.text(files.OEWS_ROWS, '\t')),
      written('national_M2026_dl.csv.gz', gzipSync(csv)),
    ])
      expect(await here.plan(file)).toMatchObject({ vintage: 'May 2026', taken: 3 })
    const unnamed = written('wages.csv', csv)
    await expect(here.plan(unnamed)).rejects.toMatchObject({ code: 'usage' })
    expect(await here.plan(unnamed, 2026)).toMatchObject({ taken: 3 })
  })
})

describe('figures of metropolitan areas', () => {
  const METRO = written('oesm25ma.zip', files.metroArchive(2025))
  const nurses = { role: 'registered-nurse', city: 'el-paso-tx' }
  const estimated = async (here: Awaited<ReturnType<typeof anInstallation>>, place = nurses) => {
    const whole = await here.fresh().fullDataset()
    const found = estimate(whole.catalog, place)
    if ('reason' in found) throw new Error(found.reason)
    return { ...found, whole }
  }

  test('are served as published, with BLS’s reliability figures', async () => {
    const here = await anInstallation()
    const answer = await here.load(METRO)
    expect(answer).toMatchObject({ kind: 'oews', vintage: 'May 2025', taken: 2 })
    expect(answer.skipped.map(({ reason, rows }) => `${rows} ${reason}`).sort()).toEqual([
      '1 a state, a territory or a nonmetropolitan area',
      '1 all occupations of an area together',
      '1 an area without a city of the catalogue',
      '1 no median released, or nothing below it',
      '1 no pay released',
    ])
    expect(answer.effects).toEqual([
      expect.stringContaining('2 of 107 cities get published percentiles of May 2025'),
      expect.stringMatching(/^Without an area in the file: akron-oh, /),
      '1 areas of the file have no city here.',
    ])
    for (const resident of [true, false]) {
      const shown = await salary(here, here.fresh(resident), 'registered-nurse', 'el-paso-tx')
      expect(shown.estimate).toMatchObject({ low: 72_900, median: 82_640, high: 95_480, source_breakdown: { bls_oews_metro: 1 } })
      expect(shown.distribution).toMatchObject({ p10: 60_110, p90: 106_220, mean: 84_320 })
      expect(shown.quality).toMatchObject({ kind: 'published', own_area: true, employment_represented: 8_210, relative_standard_error_pct: 1.4 })
    }
    const { whole } = await estimated(here)
    const found = lineageOf(whole, 'comp:registered-nurse:el-paso-tx:base:2025-Q2', NOW)!
    expect(found).toMatchObject({ value: 82_640, kind: 'published' })
    expect(found.steps.slice(1, 3).map(({ kind, source }) => `${kind} ${source}`)).toEqual(['published bls_oews_metro', 'published bls_oews_metro'])
    expect(found.sources).toContain('bls_oews_metro')
    expect(whole.manifest.sources['bls_oews_metro']?.vintage).toBe('May 2025 (imported from oesm25ma.zip)')
  }) // prettier-ignore

  test('leave other places and occupations unchanged, and so does reverting them', async () => {
    const here = await anInstallation()
    const places = [{ role: 'registered-nurse', city: 'austin-tx' }, { role: 'electrician', city: 'el-paso-tx' }, nurses] // prettier-ignore
    const medians = async () => {
      const { catalog } = await here.fresh().fullDataset()
      return places.map((place) => {
        const found = estimate(catalog, place)
        return 'reason' in found ? found.reason : found.median
      })
    }
    const before = await medians()
    const { id } = await here.load(METRO)
    expect((await medians()).slice(0, 2)).toEqual(before.slice(0, 2))
    await here.remove(id!)
    expect(await medians()).toEqual(before)
  })

  test('above the top code are extrapolated, never falling, and marked as derived', async () => {
    const here = await anInstallation()
    await here.load(METRO)
    const { percentiles, kind, topCoded } = await estimated(here, { role: 'family-medicine-physician', city: 'austin-tx' }) // prettier-ignore
    expect({ p25: percentiles.p25, p50: percentiles.p50, kind, topCoded }).toEqual({ p25: 190_000, p50: 231_000, kind: 'derived', topCoded: true }) // prettier-ignore
    expect(percentiles.p75).toBeGreaterThan(231_000)
    expect(percentiles.p90).toBeGreaterThanOrEqual(percentiles.p75)
  })

  test('of an older May are scaled with the nation and marked as derived, until newer ones are imported', async () => {
    const here = await anInstallation()
    await here.load(METRO)
    const nation = await here.load(OEWS)
    const grown = files.NURSES.A_MEAN / files.NURSES_2025_MEAN
    const moved = await estimated(here)
    expect(moved).toMatchObject({ median: Math.round(82_640 * grown), kind: 'derived', benchmark: '2026-Q2' })
    expect(moved.sourceBreakdown).toMatchObject({ bls_oews_metro: 1, bls_oews: 1 })
    const newer = files.METRO_ROWS.map((cells) => cells.map((cell) => (cell === 82_640 ? 86_020 : cell)))
    await here.load(written('MSA_M2026_dl.xlsx', files.workbook(newer)))
    expect(await estimated(here)).toMatchObject({ median: 86_020, kind: 'published' })
    // Without the nation's figures of 2026 the area's cannot be used, so its figures of 2025 apply again.
    await here.remove(nation.id!)
    expect(await estimated(here)).toMatchObject({ median: 82_640, kind: 'published', benchmark: '2025-Q2' })
  })

  test('require the national figures of the same May, which the all-data file includes', async () => {
    const here = await anInstallation()
    const early = written('oesm26ma.zip', files.metroArchive(2026))
    await expect(here.load(early)).rejects.toMatchObject({ message: expect.stringMatching(/national file is to be imported first/) }) // prettier-ignore
    const all = [...files.OEWS_ROWS, ...files.METRO_ROWS.slice(1, 3)]
    expect(await here.load(written('all_data_M_2026.xlsx', files.workbook(all)))).toMatchObject({ taken: 4 })
    expect(await estimated(here)).toMatchObject({ median: 82_640, kind: 'published', benchmark: '2026-Q2' })
  })

  test('are superseded by wage levels of a newer May', async () => {
    const here = await anInstallation()
    await here.load(written('oesm24ma.zip', files.metroArchive(2024)))
    expect((await estimated(here)).sourceBreakdown).toHaveProperty('bls_oews_metro')
    await here.load(written('OFLC_Wages_2026-27.zip', zipSync({ 'ALC_Export.csv': strToU8(files.WAGES) })))
    expect((await estimated(here)).sourceBreakdown).toHaveProperty('oflc_wages')
    await expect(here.load(written('oesm24ma2.zip', files.metroArchive(2024)), 2024)).rejects.toMatchObject({ message: expect.stringMatching(/May 2025 is loaded already/) }) // prettier-ignore
  })
})

test('OFLC wages give the cities newer figures', async () => {
  const here = await anInstallation()
  const place = { role: 'registered-nurse', city: 'el-paso-tx' }
  const before = estimate((await here.fresh().fullDataset()).catalog, place)
  const file = written('OFLC_Wages_2026-27.zip', zipSync({ 'ALC_Export.csv': strToU8(files.WAGES), 'EDC_Export.csv': strToU8(files.WAGES) })) // prettier-ignore
  expect(await here.load(file)).toMatchObject({
    kind: 'oflc_wages',
    vintage: 'July 2026 to June 2027',
    taken: 1,
  })
  const { catalog, manifest } = await here.fresh().fullDataset()
  const after = estimate(catalog, place)
  if ('reason' in before || 'reason' in after) throw new Error('no figure')
  expect(catalog.cellsYear).toBe(2025)
  expect(after.survey).toMatchObject({ mean: files.WAGE_LEVELS[2]! * 2080, areaCount: 1 })
  expect(manifest.sources['oflc_wages']?.vintage).toContain('OEWS May 2025')
  // Cells that the file does not contain are scaled with their occupation, so the figure stays the same.
  const elsewhere = { role: 'registered-nurse', city: 'austin-tx' }
  const [austin, shipped] = [estimate(catalog, elsewhere), estimate((await createIntelligence({ resident: true }).fullDataset()).catalog, elsewhere)] // prettier-ignore
  if ('reason' in austin || 'reason' in shipped) throw new Error('no figure')
  expect(Math.abs(austin.median / shipped.median - 1)).toBeLessThan(0.001)
})

test('OFLC filings add newer sponsors and offers, each case once', async () => {
  const here = await anInstallation()
  const file = written('LCA_Disclosure_Data_FY2026_Q1.xlsx', files.workbook(files.FILINGS))
  const answer = await here.load(file)
  expect(answer).toMatchObject({ kind: 'lca', taken: 6, vintage: 'November to December 2025' })
  expect(answer.skipped.map(({ reason }) => reason).sort()).toEqual([
    'given twice',
    'not certified',
    'part time',
  ])
  const shown = await salary(here, here.fresh(false), 'registered-nurse')
  expect(shown.employers.find(({ name }) => name === 'ATLAS HEALTHCARE LLC')).toMatchObject({
    filings: 94 + 6,
    offers: 6,
  })
  const again = files.FILINGS.map((row, at) => (at === 1 ? row.with(6, 'Staff Nurse') : row))
  await here.load(written('LCA_Disclosure_Data_FY2026_Q2.xlsx', files.workbook(again)))
  const twice = await salary(here, here.fresh(false), 'registered-nurse')
  expect(twice.employers).toEqual(shown.employers)
})

test('OFLC filings of a quarter that is counted already are told apart, whatever the file repeats', async () => {
  const here = await anInstallation()
  const [columns] = files.FILINGS
  const rows = [columns!, files.filing(0), files.filing(0), files.filing(1, { DECISION_DATE: '2025-08-15' })]
  const answer = await here.load(written('LCA_Disclosure_Data_FY2025_Q4.xlsx', files.workbook(rows)))
  expect(answer).toMatchObject({ taken: 2, vintage: 'August to November 2025' })
  expect(answer.effects[1]).toMatch(/^1 of them were decided by 2025-09-30/)
})

test.each([
  ['an older vintage', () => written('oesm25nat.zip', files.oewsArchive()), 5, /May 2025 is loaded already/],
  ['a future vintage', () => written('national_M2099_dl.csv', files.text(files.OEWS_ROWS)), 5, /still to come/],
  ['another table', () => written('other.csv', 'a,b\n1,2\n'), 5, /columns/],
  ['a truncated file', () => written('oesm27nat.zip', files.oewsArchive().subarray(0, 900)), 5, /cut off or damaged/],
  ['an HTML page', () => written('national_M2026.csv', '<!DOCTYPE html><html>Access denied</html>'), 5, /web page/],
  ['no file', () => join(folder, 'nowhere.zip'), 2, /no such file/],
])('%s is refused in one sentence, and nothing changes', async (_, file, exit, words) => {
  const here = await anInstallation()
  const digest = await here.digest()
  const refusal = await here.load(file()).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ kind: expect.stringMatching(exit === 2 ? 'usage' : 'invalid|unprocessable'), message: expect.stringMatching(words) })
  expect(await here.digest()).toBe(digest)
}) // prettier-ignore

test('an import that fails halfway leaves everything unchanged', async () => {
  const here = await anInstallation()
  const { sql } = here.core.services
  const digest = await here.digest()
  await sql`alter table pay_editions add constraint refused check (benchmark <> '2026-Q2')`
  await expect(here.load(OEWS)).rejects.toThrow()
  expect(await here.digest()).toBe(digest)
  expect(await store.listNotes(sql)).toEqual([])
  expect((await sql`select 1 from pay_overlays`).length).toBe(0)
})

test('a process with cached data picks up an import made by another one', async () => {
  const here = await anInstallation()
  const kept = here.fresh()
  const median = async () => (await salary(here, kept, 'registered-nurse')).estimate?.median
  expect(await median()).toBe(files.NURSES_2025_MEDIAN)
  await here.load(OEWS)
  await expect.poll(median, { interval: 200 }).toBe(files.NURSES.A_MEDIAN)
})

test('imports are switched between, each with those it was loaded over, and removed from among them', async () => {
  const here = await anInstallation()
  const median = async () => (await salary(here, here.fresh(false), 'registered-nurse')).estimate?.median
  const nation = await here.load(OEWS)
  const areas = await here.load(written('oesm26ma.zip', files.metroArchive(2026)))
  expect(await here.list()).toMatchObject({
    imports: [
      { id: nation.id, over: null },
      { id: areas.id, over: nation.id },
    ],
    inUse: areas.id,
  })
  const city = async () => (await salary(here, here.fresh(false), 'registered-nurse', 'el-paso-tx')).estimate
  const both = await city()
  expect(both?.source_breakdown).toEqual({ bls_oews_metro: 1 })
  await here.use(null)
  expect(await median()).toBe(files.NURSES_2025_MEDIAN)
  await here.use(nation.id)
  expect(await median()).toBe(files.NURSES.A_MEDIAN)
  expect((await city())?.source_breakdown).not.toHaveProperty('bls_oews_metro')
  await here.use(areas.id)
  expect(await city()).toEqual(both)
  // The same file over the shipped data is another import; over what it was loaded over before, it is the same.
  await here.use(null)
  expect(await here.load(OEWS)).toMatchObject({ id: nation.id, changed: true })
  await here.use(areas.id)
  await here.remove(nation.id!)
  expect(await here.list()).toMatchObject({ imports: [{ id: areas.id, over: null }], inUse: areas.id })
  expect(await median()).toBe(files.NURSES_2025_MEDIAN)
  await here.remove(areas.id!)
  expect(await here.list()).toEqual({ imports: [], inUse: null })
})

test('another release compiles what is in use over its own shipped file when it starts', async () => {
  const here = await anInstallation()
  const { sql } = here.core.services
  await here.load(OEWS)
  await sql`update pay_overlays set base = 'of another release'`
  await renewInUse(sql, null)
  expect(await sql`select 1 from pay_overlays`).toHaveLength(2)
  expect((await salary(here, here.fresh(false), 'registered-nurse')).estimate?.median).toBe(
    files.NURSES.A_MEDIAN,
  )
})
