// Access to the data sets imported into a database in addition to the shipped ones.
import type { Sql } from '../../database/connect.ts'
import type { ImportedData } from '../intelligence.ts'

/** The imports of a database. The module with the SQL is loaded on first use. */
export function importedDataOf(sql: Sql): ImportedData {
  const store = () => import('./store.ts')
  return {
    imports: async () => (await store()).listImports(sql),
    digest: async () => (await store()).findDigest(sql),
  }
}
