// What stands in a database beside the shipped data, as whoever keeps the data asks for it.
import type { Sql } from '../../database/connect.ts'
import type { Beside } from '../intelligence.ts'

/** The imports of a database. Their SQL is loaded when it is asked for. */
export function besideOf(sql: Sql): Beside {
  const store = () => import('./store.ts')
  return {
    imports: async () => (await store()).listImports(sql),
    digest: async () => (await store()).findDigest(sql),
  }
}
