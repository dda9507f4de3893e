// The overlay that a process serves: the imports in use in its database.
import type { Sql } from '../../database/connect.ts'
import type { Overlays } from '../intelligence.ts'

/** The overlays of a database. The modules with their SQL and compiler are loaded on first use. */
export const overlaysOf = (sql: Sql): Overlays => ({
  async inUse(shipped) {
    const { findInUse } = await import('./store.ts')
    const { importId, digest } = await findInUse(sql, shipped.digest)
    if (importId === null) return null
    return {
      name: `${importId} ${digest ?? ''}`,
      async open() {
        const { overlaid, overlayOf } = await import('./overlay.ts')
        return overlaid(shipped, await overlayOf(sql, importId, shipped))
      },
    }
  },
})
