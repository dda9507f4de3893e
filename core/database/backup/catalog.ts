// Reads table definitions from PostgreSQL's catalog: columns, foreign keys, triggers, sequences. Supports versions 15 to 18.

import type { Sql } from 'postgres'

export interface Table {
  name: string
  /** Stored columns only: generated ones are recomputed. */
  columns: string[]
}

interface Reference {
  constraint: string
  table: string
  target: string
}

/** The permanent tables, each after those that it references. Leaves out tables of extensions and those in `exclude`. */
export async function tablesOf(sql: Sql, exclude: readonly string[]): Promise<Table[]> {
  const tables = await sql<Table[]>`
    select c.relname as name,
      (select coalesce(json_agg(a.attname order by a.attnum), '[]') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind = 'r' and c.relpersistence = 'p'
      and not exists (select 1 from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`
  const included = tables.filter(({ name }) => !exclude.includes(name))
  return afterReferenced(included, await referencesOf(sql))
}

/** Foreign keys that Postgres checks at once. Deferrable ones need no order of loading. */
export const referencesOf = (sql: Sql) =>
  sql<Reference[]>`
    select k.conname as constraint, c.relname as table, t.relname as target
    from pg_constraint k
      join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and not k.condeferrable and n.nspname = current_schema()
    order by c.relname, k.conname`

/** The schema's triggers, without PostgreSQL's internal ones. They must not run for restored rows. */
export const triggersOf = (sql: Sql) =>
  sql<{ trigger: string; table: string }[]>`
    select t.tgname as trigger, c.relname as table
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and t.tgenabled = 'O' and n.nspname = current_schema()
    order by c.relname, t.tgname`

export const sequencesOf = (sql: Sql) =>
  sql<{ name: string; value: number }[]>`
    select sequencename as name, last_value::float8 as value from pg_sequences
    where schemaname = current_schema() and last_value is not null order by sequencename`

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Puts each table after those it references. In a cycle, one table comes before a table it references. */
function afterReferenced(tables: Table[], references: Reference[]): Table[] {
  const done = new Set<string>()
  const ordered: Table[] = []
  const visit = (table: Table, path: string[]): void => {
    if (done.has(table.name) || path.includes(table.name)) return
    const targets = references
      .filter((reference) => reference.table === table.name)
      .map(({ target }) => target)
    for (const next of tables) if (targets.includes(next.name)) visit(next, [...path, table.name])
    done.add(table.name)
    ordered.push(table)
  }
  for (const table of tables) visit(table, [])
  return ordered
}
