// A home as a released version left it: its schema, from the migrations it had, with the rows of its backup.
import { join } from 'node:path'
import { load } from '../../core/database/backup/load.ts'
import { makeSchemaOf } from '../../core/database/backup/older.ts'
import { inTransaction } from '../../core/database/backup/copy.ts'
import { connectForMaintenance } from '../../core/database/connect.ts'
import { ensureServer, stopServer } from '../../core/database/embedded.ts'
import { readContainer } from '../../core/database/backup/container.ts'

/** A file that was kept of a released schema, such as `backup.crm`. */
export const kept = (schema: string, name: string): string => join(import.meta.dirname, schema, name)

/** Makes the home of a released schema, with its server stopped. */
export async function makeHome(home: string, schema: string): Promise<void> {
  const file = kept(schema, 'backup.crm')
  const header = await readContainer(file)
  const { address } = await ensureServer(home)
  const sql = connectForMaintenance(address)
  await inTransaction(sql, '', async (tx) => {
    await makeSchemaOf(tx, header)
    await load(tx, file, header, ['schema_migrations'])
  })
  await sql.end({ timeout: 5 })
  await stopServer(home)
}
