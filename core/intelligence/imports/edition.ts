// Records which edition of the data an installation serves, so that subscribers hear of another one.
import type { Sql } from '../../database/connect.ts'
import { openCatalog } from '../catalog/open.ts'
import { findDigest, listImports } from './store.ts'
import { fileOf, tablesWith } from './overlay.ts'

/** Advisory lock id; an arbitrary constant. */
const LOCK = 7_203_518

/** Takes an advisory lock on the edition until the transaction ends. */
export const lockEdition = (tx: Sql) => tx`select pg_advisory_xact_lock(${LOCK})`

/** Records the edition of the shipped file and the present imports, unless it is recorded. */
export async function recordEdition(sql: Sql): Promise<void> {
  const file = fileOf(tablesWith((await findDigest(sql)) === null ? [] : await listImports(sql)))
  const { version, benchmark } = openCatalog(file)
  await sql`
    with old as (delete from intelligence_data where digest <> ${file.digest})
    insert into intelligence_data (version, benchmark, digest, loaded_at) values (${version}, ${benchmark}, ${file.digest}, now())
    on conflict do nothing`
  await sql`insert into intelligence_versions (digest, version, benchmark, loaded_at)
    values (${file.digest}, ${version}, ${benchmark}, now()) on conflict do nothing`
}
