// Newer files of the publishers beside the shipped data: all of a file or nothing, and back.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lastDayOf } from '../../../core/intelligence/catalog/catalog.ts'
import { estimate } from '../../../core/intelligence/estimates/estimate.ts'
import { importedDataOf } from '../../../core/intelligence/imports/imported-data.ts'
import { loadImport, planImport, revertImport } from '../../../core/intelligence/imports/imports.ts'
import * as store from '../../../core/intelligence/imports/store.ts'
import { createIntelligence, type Intelligence } from '../../../core/intelligence/intelligence.ts'
import { figureOf } from '../../../core/intelligence/lineage/figure.ts'
import { lineageOf } from '../../../core/intelligence/lineage/lineage.ts'
import { getSalary } from '../../../core/intelligence/salaries/salary.ts'
import { systemClock } from '../../../core/kernel/clock.ts'
import { as, aUser, call, openTestCore, type TestCore } from '../../harness.ts'
import * as files from './published-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'crm-imports-'))
const written = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

/** A database of its own, the ways into it, and what reads it afresh. */
async function anInstallation() {
  const core = await openTestCore()
  onTestFinished(() => core.close())
  const { sql } = core.services
  const beside = importedDataOf(sql)
  const options = { place: core.database.url, clock: systemClock, vintage: null }
  return {
    core,
    plan: (file: string, vintage: number | null = null) => planImport(file, { ...options, vintage }),
    load: (file: string, vintage: number | null = null) => loadImport(file, { ...options, vintage }),
    revert: (which?: string) => revertImport(which, options, false),
    fresh: (resident = true) => createIntelligence({ resident, beside }),
    digest: beside.digest,
  }
}

const salary = async (
  { core }: { core: TestCore },
  intelligence: Intelligence,
  role: string,
  city?: string,
) => call(getSalary, as(core, await aUser(core), { intelligence }), { role, ...(city && { city }) })

const OEWS = written('oesm26nat.zip', files.oewsArchive())

describe('a national file of OEWS', () => {
  test('moves the benchmark of the occupations it has, and of no other', async () => {
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
      await intelligence.find(here.core.services.sql, { role: 'registered-nurse' })
      return intelligence.edition()
    })
    const today = new Date().toISOString().slice(0, 10)
    for (const edition of await Promise.all(editions))
      expect(edition).toEqual({ benchmark: '2026-Q2', updated: today })
    const whole = await here.fresh().whole()
    expect(whole.manifest.sources['bls_oews']?.vintage).toContain('May 2026')
    expect(lastDayOf(whole.catalog.benchmark)).toBe('2026-06-30')
    expect(before.estimate?.median).not.toBe(files.NURSES.A_MEDIAN)
  })

  test('moves the cities by what the nation moved', async () => {
    const here = await anInstallation()
    const place = { role: 'registered-nurse', city: 'el-paso-tx' }
    const before = estimate((await here.fresh().whole()).catalog, place)
    await here.load(OEWS)
    const after = estimate((await here.fresh().whole()).catalog, place)
    if ('missing' in before || 'missing' in after) throw new Error('no figure')
    expect(after.median / before.median).toBeCloseTo(files.NURSES.A_MEDIAN / files.NURSES_2025_MEDIAN, 3)
  })

  test('leaves every id that was served before resolving', async () => {
    const here = await anInstallation()
    await here.load(OEWS)
    const whole = await here.fresh().whole()
    for (const [metric, kind] of [['base', 'published'], ['total', 'modelled'], ['senior', 'modelled'], ['projection', 'published'], ['history', 'published']]) {
      const found = lineageOf(whole.catalog, whole.manifest, `comp:registered-nurse:national:${metric}:2025-Q2`)
      const figure = found && figureOf(whole, found)
      expect([metric, figure?.kind]).toEqual([metric, kind])
      if (metric === 'base') expect(figure?.value).toBe(files.NURSES_2025_MEDIAN)
    }
  }) // prettier-ignore

  test('is a plan with --dry-run, nothing when repeated, and undone by a revert', async () => {
    const here = await anInstallation()
    const [digest, before] = [await here.digest(), await salary(here, here.fresh(), 'registered-nurse')]
    expect(await here.plan(OEWS)).toMatchObject({ taken: 3, changed: false, id: null })
    expect(await here.digest()).toBe(digest)
    const first = await here.load(OEWS)
    expect(await here.load(OEWS)).toMatchObject({ changed: false, id: first.id })
    await here.revert(first.id!.slice(0, 8))
    expect(await here.digest()).toBe(digest)
    expect((await salary(here, here.fresh(false), 'registered-nurse')).estimate).toEqual(before.estimate)
    await expect(here.revert()).rejects.toMatchObject({ code: 'import_not_found' })
  })

  test('is read as a workbook, as text with commas or tabs, and compressed', async () => {
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

test('wages of OFLC give the cities newer cells', async () => {
  const here = await anInstallation()
  const place = { role: 'registered-nurse', city: 'el-paso-tx' }
  const before = estimate((await here.fresh().whole()).catalog, place)
  const file = written('OFLC_Wages_2026-27.zip', zipSync({ 'ALC_Export.csv': strToU8(files.WAGES), 'EDC_Export.csv': strToU8(files.WAGES) })) // prettier-ignore
  expect(await here.load(file)).toMatchObject({
    kind: 'oflc_wages',
    vintage: 'July 2026 to June 2027',
    taken: 1,
  })
  const { catalog, manifest } = await here.fresh().whole()
  const after = estimate(catalog, place)
  if ('missing' in before || 'missing' in after) throw new Error('no figure')
  expect(catalog.cellsYear).toBe(2025)
  expect(after.survey).toMatchObject({ mean: files.WAGE_LEVELS[2]! * 2080, sharing: 1 })
  expect(manifest.sources['oflc_wages']?.vintage).toContain('OEWS May 2025')
  // What the file does not have is moved with its occupation: the figure stays where it was.
  const elsewhere = { role: 'registered-nurse', city: 'austin-tx' }
  const [austin, shipped] = [estimate(catalog, elsewhere), estimate((await createIntelligence({ resident: true }).whole()).catalog, elsewhere)] // prettier-ignore
  if ('missing' in austin || 'missing' in shipped) throw new Error('no figure')
  expect(Math.abs(austin.median / shipped.median - 1)).toBeLessThan(0.001)
})

test('filings of OFLC give newer sponsors and offers, each case once', async () => {
  const here = await anInstallation()
  const file = written('LCA_Disclosure_Data_FY2026_Q1.xlsx', files.workbook(files.FILINGS))
  const answer = await here.load(file)
  expect(answer).toMatchObject({ kind: 'lca', taken: 6, vintage: 'November to December 2025' })
  expect(answer.skipped.map(({ reason }) => reason).sort()).toEqual([
    'given twice',
    'not certified',
    'part time',
  ])
  const shown = await salary(here, here.fresh(false), 'registered-nurse', 'el-paso-tx')
  expect(shown.employers.find(({ name }) => name === 'ATLAS HEALTHCARE LLC')).toMatchObject({
    filings: 94 + 6,
    offers: 6,
  })
  const again = files.FILINGS.map((row, at) => (at === 1 ? row.with(6, 'Staff Nurse') : row))
  await here.load(written('LCA_Disclosure_Data_FY2026_Q2.xlsx', files.workbook(again)))
  const { catalog } = await here.fresh().whole()
  expect(catalog.offers.get('registered-nurse|el-paso-tx')?.offers).toBe(shown.estimate?.sample_size)
})

test.each([
  ['an older vintage', () => written('oesm25nat.zip', files.oewsArchive()), 5, /May 2025 is loaded already/],
  ['what is still to come', () => written('national_M2099_dl.csv', files.text(files.OEWS_ROWS)), 5, /still to come/],
  ['another table', () => written('other.csv', 'a,b\n1,2\n'), 5, /columns/],
  ['a file cut off', () => written('oesm27nat.zip', files.oewsArchive().subarray(0, 900)), 5, /cut off/],
  ['a page instead of a file', () => written('national_M2026.csv', '<!DOCTYPE html><html>Access denied</html>'), 5, /web page/],
  ['no file', () => join(folder, 'nowhere.zip'), 2, /no such file/],
])('%s is refused in a sentence, and nothing changes', async (_, file, exit, words) => {
  const here = await anInstallation()
  const digest = await here.digest()
  const refusal = await here.load(file()).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ kind: exit === 2 ? 'usage' : 'invalid', message: expect.stringMatching(words) })
  expect(await here.digest()).toBe(digest)
}) // prettier-ignore

test('a file that fails on the way in leaves everything as it was', async () => {
  const here = await anInstallation()
  const { sql } = here.core.services
  const digest = await here.digest()
  await sql`alter table intelligence_extracts add constraint refused
    check (key <> 'occupation 29-1141' or tables::text not like '%["29-1141","2026",%')`
  await expect(here.load(OEWS)).rejects.toThrow()
  expect(await here.digest()).toBe(digest)
  expect(await store.listNotes(sql)).toEqual([])
  expect((await sql`select 1 from intelligence_extracts limit 1`).length).toBe(1)
})

test('a process that keeps the data takes up what another one imported', async () => {
  const here = await anInstallation()
  const kept = here.fresh()
  const median = async () => (await salary(here, kept, 'registered-nurse')).estimate?.median
  expect(await median()).toBe(files.NURSES_2025_MEDIAN)
  await here.load(OEWS)
  await expect.poll(median, { timeout: 15_000, interval: 200 }).toBe(files.NURSES.A_MEDIAN)
})
