// What released versions left behind still opens: their backups restore, and the migrations they ran are what they were.
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { restoreBackup, writeBackup } from '../../../core/database/backup.ts'
import { readContainer } from '../../../core/database/backup/container.ts'
import { renewInUse } from '../../../core/intelligence/imports/in-use.ts'
import { freshDatabase, type TestDatabase } from '../../database.ts'

const releases = join(import.meta.dirname, '..', '..', 'releases')
const STEPS = join(releases, '..', '..', 'sql', 'before-0.1', 'steps.sql')
const schemas = readdirSync(releases).filter((name) => name.startsWith('schema-'))
const folder = mkdtempSync(join(tmpdir(), 'crm-releases-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the steps of earlier builds are unchanged', () => {
  const [digest] = readFileSync(join(releases, 'steps.sha256'), 'utf8').split(/\s/)
  const now = createHash('sha256').update(readFileSync(STEPS)).digest('hex')
  expect(now, 'A database somewhere ran the old text: write a migration.').toBe(digest)
})

const counted = async ({ sql }: TestDatabase, table: string): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from ${sql(table)}`
  return row?.count ?? -1
}

describe.each(schemas)('a backup of %s', (schema) => {
  const file = join(releases, schema, 'backup.crm')

  test('restores into this version, with every row, and leaves no schema behind', async () => {
    const database = await freshDatabase()
    try {
      const { tables } = await readContainer(file)
      await restoreBackup(database.address, file)
      for (const { name, rows } of tables) {
        const now = name in RENAMED ? (RENAMED[name] ?? null) : name
        // Each user's trail has an entry of the restore.
        const more = now === 'audit_log' ? await counted(database, 'users') : 0
        if (now !== null) expect([now, await counted(database, now)]).toEqual([now, rows + more])
      }
      const schemas = await database.sql`select 1 from pg_namespace where nspname like 'crm\\_restore\\_%'`
      expect(schemas).toHaveLength(0)
      await keepsItsImport(database)
      // And what is there now is a backup like any other.
      const again = join(folder, `${schema}.crm`)
      await writeBackup(database.address, again)
      await restoreBackup(database.address, again)
      expect(await counted(database, 'jobs')).toBe(tables.find(({ name }) => name === 'jobs')?.rows)
    } finally {
      await database.close()
    }
  })

  test('that does not fit changes nothing', async () => {
    const database = await freshDatabase()
    try {
      await database.sql`insert into users (id, tier, created_at, updated_at) values (gen_random_uuid(), 'pro', now(), now())`
      // A rule that the rows of the file break.
      await database.sql`alter table jobs add constraint nothing check (false) not valid`
      await expect(restoreBackup(database.address, file)).rejects.toThrow('Nothing was changed')
      expect(await counted(database, 'users')).toBe(1)
    } finally {
      await database.close()
    }
  })
})

/** Tables of older schemas and what they are called now; null for those that are no more. */
const RENAMED: Record<string, string | null> = {
  letters: 'outgoing_emails',
  notices: 'sent_pay_notices',
  intelligence_imports: 'pay_imports',
  intelligence_versions: null,
  intelligence_data: null,
}

/** The operator's import is in use, and compiled for this version's pay file. */
async function keepsItsImport(database: TestDatabase): Promise<void> {
  await renewInUse(database.sql, null)
  const inUse = await database.sql<{ id: string; vintage: string }[]>`
    select i.id, i.vintage from pay_in_use u join pay_imports i on i.id = u.import_id
      join pay_overlays o on o.import_id = i.id`
  expect(inUse.map(({ vintage }) => vintage)).toEqual(['May 2026'])
}
