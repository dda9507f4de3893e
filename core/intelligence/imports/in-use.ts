// Which imports are in use: one of them with those it was loaded over, or none. Switched in one transaction.
import type { Sql } from '../../database/connect.ts'
import { openCatalog } from '../catalog/open.ts'
import { digestOf } from '../file/compile.ts'
import type { PayFile } from '../file/pay-file.ts'
import { openShipped } from '../file/shipped.ts'
import { copyInUse } from './home-copy.ts'
import { compileOverlay, overlaid, tablesWith } from './overlay.ts'
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
  await sql.begin(async (transaction) => {
    const tx = transaction as unknown as Sql
    await store.lockInUse(tx)
    const { importId } = await store.findInUse(tx, openShipped().digest)
    await putInUse(tx, importId)
  })
  if (home !== null) await copyInUse(sql, home)
}

/** The overlay of an import: as stored, else compiled and stored. */
export async function overlayOf(sql: Sql, importId: string, shipped: PayFile): Promise<Uint8Array> {
  const stored = await store.findOverlay(sql, importId, shipped.digest)
  if (stored) return stored
  const content = compileOverlay(shipped, tablesWith(await store.listImports(sql, importId)))
  await store.insertOverlay(sql, { importId, base: shipped.digest, digest: digestOf(content), content })
  return content
}
