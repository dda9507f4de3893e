// The SQL of imports, which belong to the installation rather than to a user.
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Sql } from '../../database/connect.ts'
import type { Imported, ImportNote } from './record.ts'

/** The metadata of each import, oldest first. */
export const listNotes = (sql: Sql) => sql<ImportNote[]>`
  select id, kind, vintage, file, sha256, taken, skipped, imported_at from intelligence_imports order by imported_at, id`

/** Every import with its rows, oldest first. */
export async function listImports(sql: Sql): Promise<Imported[]> {
  const rows = await sql<(ImportNote & { year: number; content: Buffer })[]>`
    select id, kind, vintage, year, file, sha256, taken, skipped, content, imported_at
    from intelligence_imports order by imported_at, id`
  return rows.map(({ content, ...row }) => ({ ...row, text: gunzipSync(content).toString('utf8') }))
}

export const insertImport = (sql: Sql, row: Imported) => sql`
  insert into intelligence_imports (id, kind, vintage, year, file, sha256, taken, skipped, content, imported_at)
  values (${row.id}, ${row.kind}, ${row.vintage}, ${row.year}, ${row.file}, ${row.sha256}, ${row.taken},
    ${sql.json(row.skipped as never)}, ${gzipSync(row.text)}, ${row.importedAt})`

export const removeImport = (sql: Sql, id: string) => sql`delete from intelligence_imports where id = ${id}`

/** What names the present imports; null when there are none. */
export async function findDigest(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ digest: string | null }[]>`
    select encode(sha256(convert_to(string_agg(sha256, ',' order by imported_at, id), 'UTF8')), 'hex') as digest from intelligence_imports`
  return row?.digest ?? null
}
