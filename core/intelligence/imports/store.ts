// SQL for imports and their overlays. They belong to the installation, not to a user.
import { jsonb } from '../../database/fragments.ts'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Sql } from '../../database/connect.ts'
import type { ImportSource, ImportNote } from './import-note.ts'

export const listNotes = (sql: Sql) => sql<ImportNote[]>`
  select id, over, kind, vintage, file, sha256, taken, skipped, imported_at from pay_imports order by imported_at, id`

/** An import and the imports below it, oldest first, with their rows. */
export async function listImports(sql: Sql, id: string): Promise<ImportSource[]> {
  const rows = await sql<(ImportNote & { year: number; content: Buffer })[]>`
    with recursive chain as (
      select i.*, 0 as depth from pay_imports i where id = ${id}
      union all
      select i.*, depth + 1 from pay_imports i join chain c on i.id = c.over
    )
    select id, over, kind, vintage, year, file, sha256, taken, skipped, content, imported_at from chain order by depth desc`
  return rows.map(({ content, ...row }) => ({ ...row, text: gunzipSync(content).toString('utf8') }))
}

export const insertImport = (sql: Sql, row: ImportSource) => sql`
  insert into pay_imports (id, over, kind, vintage, year, file, sha256, taken, skipped, content, imported_at)
  values (${row.id}, ${row.over}, ${row.kind}, ${row.vintage}, ${row.year}, ${row.file}, ${row.sha256}, ${row.taken},
    ${jsonb(sql, row.skipped)}, ${gzipSync(row.text)}, ${row.importedAt})`

/** Removes an import. Imports loaded over it move onto the one below. Their overlays are deleted, to be compiled again. */
export async function removeImport(sql: Sql, id: string): Promise<void> {
  await sql`
    with recursive above as (
      select id from pay_imports where over = ${id}
      union all
      select i.id from pay_imports i join above a on i.over = a.id
    )
    delete from pay_overlays where import_id in (select id from above)`
  await sql`update pay_imports set over = (select over from pay_imports where id = ${id}) where over = ${id}`
  await sql`delete from pay_imports where id = ${id}`
}

/**
 * The import in use, and the digest of its overlay if it is compiled. The first release recorded no choice and used all
 * imports. So without a recorded choice the newest import is in use, together with those below it.
 */
export async function findInUse(sql: Sql, base: string) {
  const [row] = await sql<{ importId: string | null; digest: string | null }[]>`
    select u.import_id, o.digest
    from pay_in_use u left join pay_overlays o on o.import_id = u.import_id and o.base = ${base}`
  if (row) return row
  const [newest] = await sql<{ id: string }[]>`
    select id from pay_imports order by imported_at desc, id desc limit 1`
  return { importId: newest?.id ?? null, digest: null }
}

/** Locks the choice of import until the transaction ends. Readers are not blocked. */
export const lockInUse = (tx: Sql) => tx`lock table pay_in_use in exclusive mode`

/** Puts an import in use (null: the shipped file), and records since when its edition has been served. */
export async function putInUse(
  sql: Sql,
  importId: string | null,
  edition: { digest: string; version: string; benchmark: string },
): Promise<void> {
  await sql`
    insert into pay_editions (digest, version, benchmark, served_at)
    values (${edition.digest}, ${edition.version}, ${edition.benchmark}, now())
    on conflict (digest) do update set served_at = now()
    where not exists (select 1 from pay_in_use u where u.edition = pay_editions.digest)`
  await sql`
    insert into pay_in_use (import_id, edition) values (${importId}, ${edition.digest})
    on conflict (one) do update set import_id = excluded.import_id, edition = excluded.edition`
}

/** Clears the choice before an import is removed. The same transaction then puts another one in use. */
export const clearInUse = (tx: Sql) => tx`update pay_in_use set import_id = null`

export async function findOverlay(sql: Sql, importId: string, base: string): Promise<Uint8Array | null> {
  const [row] = await sql<{ content: Buffer }[]>`
    select content from pay_overlays where import_id = ${importId} and base = ${base}`
  return row?.content ?? null
}

export const insertOverlay = (
  sql: Sql,
  row: { importId: string; base: string; digest: string; content: Buffer },
) => sql`
  insert into pay_overlays (import_id, base, digest, content)
  values (${row.importId}, ${row.base}, ${row.digest}, ${row.content}) on conflict do nothing`
