// Which import is in use, with the imports below it. A change takes effect in one transaction.
import { begin, type Sql } from '../../database/connect.ts'
import { openCatalog } from '../file/catalog.ts'
import { openShipped } from '../file/shipped.ts'
import { copyInUse } from './served.ts'
import { overlaid, overlayOf } from './overlay.ts'
import * as store from './store.ts'

export async function putInUse(tx: Sql, importId: string | null): Promise<void> {
  const shipped = openShipped()
  const file = importId === null ? shipped : overlaid(shipped, await overlayOf(tx, importId, shipped))
  const { version, benchmark } = openCatalog(file)
  await store.putInUse(tx, importId, { digest: file.digest, version, benchmark })
}

export const inUse = async (sql: Sql): Promise<string | null> =>
  (await store.findInUse(sql, openShipped().digest)).importId

/** Changes the import in use in one transaction, then updates the copy in an embedded database's home (null: another database). */
export async function switching<T>(sql: Sql, home: string | null, work: (tx: Sql) => Promise<T>): Promise<T> {
  const locked = <R>(step: (tx: Sql) => Promise<R>): Promise<R> =>
    begin(sql, async (tx) => {
      await store.lockInUse(tx)
      return step(tx)
    })
  const answer = await locked(work)
  // The lock keeps two copies apart: an older one would overwrite a newer one, or remove its folder while it is written.
  if (home !== null) await locked((tx) => copyInUse(tx, home))
  return answer
}

/** Compiles the import in use for this release if needed, and records its edition. */
export const renewInUse = (sql: Sql, home: string | null): Promise<void> =>
  switching(sql, home, async (tx) => putInUse(tx, await inUse(tx)))
