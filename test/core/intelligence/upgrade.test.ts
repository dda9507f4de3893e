// A database of an older release, with imports: they are kept and in use after the migrations, the tables of pay are gone,
// and subscribers hear of the other data.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { begin, connect, connectForMaintenance, type Sql } from '../../../core/database/connect.ts'
import { applyWithin, migrate } from '../../../core/database/migrate.ts'
import { formerMigrations } from '../../../core/database/schema-steps.ts'
import { createIntelligence } from '../../../core/intelligence/intelligence.ts'
import { loadImport } from '../../../core/intelligence/imports/imports.ts'
import { renewInUse } from '../../../core/intelligence/imports/in-use.ts'
import { overlaysOf } from '../../../core/intelligence/imports/served.ts'
import { estimate } from '../../../core/intelligence/estimates/estimate.ts'
import { listUnnotified } from '../../../core/intelligence/webhooks/store.ts'
import { systemClock } from '../../../core/kernel/clock.ts'
import { newId } from '../../../core/kernel/id.ts'
import { openTestCore } from '../../harness.ts'
import * as files from './published-files.ts'

/** The first migration that knows of a pay file. */
const PAY_FILE = 50

async function emptyDatabase(): Promise<Sql> {
  const address = { ...inject('address'), database: `test_${randomBytes(6).toString('hex')}` }
  const admin = connectForMaintenance(inject('address'))
  await admin`create database ${admin(address.database)}`
  const sql = connect({ at: address, poolSize: 2, name: 'test', deadlineMs: 20_000 })
  onTestFinished(async () => {
    await sql.end({ timeout: 5 })
    await admin`drop database ${admin(address.database)} with (force)`
    await admin.end({ timeout: 5 })
  })
  return sql
}

/** The rows of an imported file, as every release keeps them. */
async function importedRows() {
  const core = await openTestCore()
  onTestFinished(() => core.close())
  const path = join(mkdtempSync(join(tmpdir(), 'crm-upgrade-')), 'oesm26nat.zip')
  writeFileSync(path, files.oewsArchive())
  await loadImport(path, { place: core.database.url, home: null, clock: systemClock, vintage: null })
  const [row] = await core.services.sql<
    {
      kind: string
      vintage: string
      year: number
      file: string
      sha256: string
      taken: number
      content: Buffer
    }[]
  >`
    select kind, vintage, year, file, sha256, taken, content from pay_imports`
  return row!
}

test.each([
  ['whose data were loaded', true],
  ['whose table of loaded data was emptied', false],
])('a database of an older release %s comes forward with its import in use', async (_, isLoaded) => {
  const [sql, row] = [await emptyDatabase(), await importedRows()]
  for (const step of formerMigrations().filter(({ number }) => number < PAY_FILE))
    await begin(sql, (tx) => applyWithin(tx, step))
  const [user, id] = [newId(), newId()]
  await sql`insert into users (id, tier, created_at, updated_at) values (${user}, 'ultra', now(), now())`
  await sql`insert into webhooks (user_id, id, url, events, sealed_secret, created_at, updated_at)
    values (${user}, ${newId()}, 'https://example.com/hook', '["catalog.updated"]', 'x', now() - interval '1 day', now())`
  await sql`insert into intelligence_imports (id, kind, vintage, year, file, sha256, taken, skipped, content, imported_at)
    values (${id}, ${row.kind}, ${row.vintage}, ${row.year}, ${row.file}, ${row.sha256}, ${row.taken}, '[]', ${row.content}, now())`
  await sql`insert into intelligence_versions (digest, version, benchmark, loaded_at)
    values ('of then', '2026.5', '2025-Q2', now() - interval '2 days')`
  if (isLoaded)
    await sql`insert into intelligence_data (version, benchmark, digest, loaded_at)
      values ('2026.5', '2025-Q2', 'of then', now())`

  await migrate(sql)
  await renewInUse(sql, null)

  const intelligence = createIntelligence({ resident: false, overlays: overlaysOf(sql) })
  const { catalog } = await intelligence.fullDataset()
  expect(estimate(catalog, { role: 'registered-nurse', city: null })).toMatchObject({
    median: files.NURSES.A_MEDIAN,
  })
  expect(await sql`select id from pay_imports`).toMatchObject([{ id }])
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relname like 'intelligence%'`
  expect(tables.map(({ name }) => name)).toEqual(['intelligence_keys'])
  expect(await listUnnotified(sql)).toMatchObject([{ userId: user, previous: '2026.5' }])
})
