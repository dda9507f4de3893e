// Which imports are in use: one of them with those it was loaded over, or none. Switched in one transaction.
import { begin, type Sql } from '../../database/connect.ts'
import { openCatalog } from '../file/catalog.ts'
import { openShipped } from '../file/shipped.ts'
import { copyInUse } from './home-copy.ts'
import { overlaid, overlayOf } from './overlay.ts'
import * as store from './store.ts'

/** Puts an import in use, or with null the shipped file alone. The caller must hold the lock. */
export async function putInUse(tx: Sql, importId: string | null): Promise<void> {
  const shipped = openShipped()
  const file = importId === null ? shipped : overlaid(shipped, await overlayOf(tx, importId, shipped))
  const { version, benchmark } = openCatalog(file)
  await store.putInUse(tx, importId, { digest: file.digest, version, benchmark })
}

/**
 * Compiles what is in use for this release, unless it is compiled, records its edition, and brings the copy in the home
 * of an embedded database (null: another database) in line.
 */
export async function renewInUse(sql: Sql, home: string | null): Promise<void> {
  await begin(sql, async (tx) => {
    await store.lockInUse(tx)
    const { importId } = await store.findInUse(tx, openShipped().digest)
    await putInUse(tx, importId)
  })
  if (home !== null) await copyInUse(sql, home)
}
