// The overlay of an import as it is kept in the database, compiled once for each release.
import type { Sql } from '../../database/connect.ts'
import { digestOf } from '../file/compile.ts'
import type { PayFile } from '../file/pay-file.ts'
import { compileOverlay, tablesWith } from './overlay.ts'
import * as store from './store.ts'

/** The overlay of an import: as stored, else compiled and stored. */
export async function overlayOf(sql: Sql, importId: string, shipped: PayFile): Promise<Uint8Array> {
  const stored = await store.findOverlay(sql, importId, shipped.digest)
  if (stored) return stored
  const content = compileOverlay(shipped, tablesWith(await store.listImports(sql, importId)))
  await store.insertOverlay(sql, { importId, base: shipped.digest, digest: digestOf(content), content })
  return content
}
