// The overlay of a database's imports.
import type { Sql } from '../../database/connect.ts'
import type { Overlays } from '../intelligence.ts'

/** The overlay of a database. The modules with its SQL and its making are loaded on first use. */
export const overlaysOf = (sql: Sql): Overlays => ({
  digest: async () => (await import('./store.ts')).findDigest(sql),
  async bytes() {
    const { listImports } = await import('./store.ts')
    const { compileOverlay, tablesWith } = await import('./overlay.ts')
    return compileOverlay(tablesWith(await listImports(sql)))
  },
})
