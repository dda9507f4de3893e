// Brings a backup of an older schema up to this one: its rows are loaded into the schema they were saved from, and migrated.

import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { applyWithin, migrations, type Migration } from '../migrate.ts'
import { writeSnapshot } from '../backup.ts'
import { quoted } from './catalog.ts'
import type { BackupHeader } from './container.ts'
import { load } from './load.ts'
import { inTransaction } from './session.ts'

/** The migrations of this program that the database of a backup did not have. */
export const pendingFor = (header: BackupHeader): Migration[] =>
  migrations().filter((migration) => !had(header, migration))

// A file of the first release does not list its migrations: it had all that it knew.
const had = ({ migrations: listed, schemaVersion }: BackupHeader, { number }: Migration): boolean =>
  listed ? listed.includes(number) : number <= schemaVersion

class Done extends Error {}

/**
 * Writes to `copy` what the file would contain had it been saved by this program. Everything happens in a schema of its own within a
 * transaction that is rolled back, so that nothing is left behind, whenever it is interrupted. Needs the right to create a
 * schema in the database.
 */
export async function upgradedCopy(
  sql: Sql,
  file: string,
  header: BackupHeader,
  { copy, exclude }: { copy: string; exclude: string[] },
): Promise<void> {
  const schema = quoted(`crm_restore_${randomBytes(6).toString('hex')}`)
  const pending = pendingFor(header)
  try {
    await inTransaction(sql, '', async (tx) => {
      await tx.unsafe(`create schema ${schema}; set local search_path = ${schema}`)
      for (const migration of migrations()) if (had(header, migration)) await applyWithin(tx, migration)
      // Some migrations insert rows, which the file has too.
      await load(tx, file, header, { exclude, replace: true })
      for (const migration of pending) await applyWithin(tx, migration)
      const numbers = migrations().map(({ number }) => number)
      const { productVersion } = header
      await writeSnapshot(tx, copy, {
        schemaVersion: Math.max(...numbers),
        migrations: numbers,
        productVersion,
        exclude,
      })
      throw new Done()
    })
  } catch (thrown) {
    if (!(thrown instanceof Done)) throw thrown
  }
}
