// Importing newer data in the terminal: plan, import, sources, switching, and removal.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  EL_PASO,
  metroArchive,
  NURSES,
  NURSES_2025_MEDIAN,
  oewsArchive,
} from '../core/intelligence/published-files.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { crm, crmJson } from './run.ts'

let database: TestDatabase
let here: { url: string }
beforeAll(async () => {
  database = await freshDatabase()
  here = { url: database.url }
})
afterAll(() => database.close())

const file = join(mkdtempSync(join(tmpdir(), 'crm-import-')), 'oesm26nat.zip')
writeFileSync(file, oewsArchive())

test('a newer file is planned, loaded, listed, switched off and on, and removed', async () => {
  const median = async () =>
    (await crmJson(['salary', 'show', 'registered-nurse', '--json'], here)).body.data.estimate.median
  const plan = await crm(['salary', 'import', file, '--dry-run'], here)
  expect(plan.stdout).toBe('Would load 3 rows of BLS OEWS, May 2026.\n')
  expect(plan.stderr).toContain('Left out 1 row: a group of occupations, not one.')
  expect(await median()).toBe(NURSES_2025_MEDIAN)
  const loaded = await crmJson(['salary', 'import', file, '--json'], here)
  expect(loaded.body).toMatchObject({ kind: 'oews', taken: 3, changed: true, licence: expect.any(String) })
  expect(await median()).toBe(NURSES.A_MEDIAN)
  const again = await crm(['salary', 'import', file], here)
  expect(again).toMatchObject({
    code: 0,
    stdout: 'BLS OEWS, May 2026 is loaded already; nothing changed.\n',
  })
  const sources = await crm(['salary', 'sources'], here)
  expect(sources.stdout).toContain('May 2026 (imported from oesm26nat.zip)')
  const lineage = await crmJson(
    ['salary', 'lineage', 'comp:registered-nurse:national:base:2025-Q2', '--json'],
    here,
  )
  expect(lineage.body.data).toMatchObject({ value: NURSES_2025_MEDIAN, quarter: '2025-Q2' })
  const imports = async () => (await crmJson(['salary', 'imports', 'list', '--json'], here)).body
  const { id } = loaded.body
  expect(await imports()).toMatchObject({ imports: [{ id, over: null, in_use: true }], in_use: id })
  const off = await crm(['salary', 'imports', 'use', 'shipped'], here)
  expect(off.stdout).toBe('The shipped file alone is in use.\n')
  expect(await median()).toBe(NURSES_2025_MEDIAN)
  expect(await imports()).toMatchObject({ imports: [{ id, in_use: false }], in_use: 'shipped' })
  expect((await crm(['salary', 'imports', 'use', 'oesm26nat.zip'], here)).code).toBe(0)
  expect(await median()).toBe(NURSES.A_MEDIAN)
  expect((await crm(['salary', 'imports', 'rm', id.slice(-8)], here)).code).toBe(2)
  const gone = await crm(['salary', 'imports', 'rm', id, '--yes'], here)
  expect(gone.stdout).toBe('Removed BLS OEWS, May 2026 (oesm26nat.zip).\n')
  expect(await median()).toBe(NURSES_2025_MEDIAN)
  expect((await crm(['salary', 'imports', 'rm', id, '--yes'], here)).code).toBe(3)
  expect((await crm(['salary', 'imports', 'drop', id], here)).code).toBe(2)
})

test('metropolitan figures are shown as BLS publishes them, and lineage names the source', async () => {
  const metro = join(file, '..', 'oesm25ma.zip')
  writeFileSync(metro, metroArchive(2025))
  const loaded = await crm(['salary', 'import', metro], here)
  expect(loaded).toMatchObject({ code: 0, stdout: 'Loaded 2 rows of BLS OEWS, May 2025.\n' })
  expect(loaded.stderr).toContain('Left out 1 row: an area without a city of the catalogue.')
  expect(loaded.stderr).toContain('2 of 107 cities get published percentiles of May 2025')
  const { data } = (await crmJson(['salary', 'show', 'rn', 'el paso', '--json'], here)).body
  expect(data.estimate).toMatchObject({
    median: EL_PASO.A_MEDIAN,
    low: EL_PASO.A_PCT25,
    high: EL_PASO.A_PCT75,
    source_breakdown: { bls_oews_metro: 1 },
  })
  expect(data.quality).toMatchObject({
    kind: 'published',
    employment_represented: EL_PASO.TOT_EMP,
    relative_standard_error_pct: EL_PASO.MEAN_PRSE,
  })
  const lineage = await crmJson(['salary', 'lineage', data.estimate.data_point_id, '--json'], here)
  expect(lineage.body.data).toMatchObject({ kind: 'published', value: EL_PASO.A_MEDIAN })
  const method = await crmJson(['salary', 'methodology', '--json'], here)
  expect(JSON.stringify(method.body)).toContain('Published percentiles of a city')
  expect((await crm(['salary', 'imports', 'rm', 'oesm25ma.zip', '--yes'], here)).code).toBe(0)
  const before = await crmJson(['salary', 'show', 'rn', 'el paso', '--json'], here)
  expect(before.body.data.estimate.source_breakdown).toHaveProperty('oflc_wages')
})

test('a file that is not a data file is refused with a sentence and exit code 5', async () => {
  writeFileSync(join(file, '..', 'notes.csv'), 'a,b\n1,2\n')
  const { code, stderr } = await crm(['salary', 'import', join(file, '..', 'notes.csv')], here)
  expect(code).toBe(5)
  expect(stderr).toContain('notes.csv was not imported: none of its tables has the columns')
})
