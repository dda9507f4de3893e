// Migrates databases: each step in a transaction, under a lock, forward only.
import { systemCodeOf, fail } from '../kernel/errors.ts'
import { VERSION } from '../version.ts'
import { begin, type Sql } from './connect.ts'
import { knownSchema, stepsOf, type Migration } from './schema-steps.ts'

/** A database's schema version; 0 if it is empty. One query, because every terminal command runs it. */
export async function schemaOf(sql: Sql): Promise<number> {
  try {
    const [row] = await sql`select coalesce(max(number), 0) as number from schema_migrations`
    return Number(row?.['number'])
  } catch (error) {
    // There is no such table.
    if (systemCodeOf(error) === '42P01') return 0
    throw error
  }
}

/** An arbitrary advisory lock number, used only here. */
const LOCK = 7_203_517

/** Applies the missing migrations and returns their names. Refuses a newer database. Several processes may run it at once. */
export async function migrate(sql: Sql): Promise<string[]> {
  const found = await schemaOf(sql)
  const known = knownSchema()
  if (found > known) fail('database_newer', { found, known, writer: await writerOf(sql) })
  const had = found > 0 ? await appliedTo(sql) : []
  const applied: Migration[] = []
  for (const step of stepsOf(had))
    if (!had.includes(step.number) && (await begin(sql, (tx) => applyAlone(tx, step)))) applied.push(step)
  if (applied.length > 0) await sign(sql, applied)
  return applied.map(({ name }) => name)
}

async function applyAlone(tx: Sql, migration: Migration): Promise<boolean> {
  await tx`select pg_advisory_xact_lock(${LOCK})`
  return applyWithin(tx, migration)
}

export async function applyWithin(tx: Sql, { number, name, sql }: Migration): Promise<boolean> {
  await tx`create table if not exists schema_migrations (
    number integer constraint schema_migrations_pkey primary key, name text not null,
    applied_at timestamptz(3) not null default now(), version text)`
  // A process that waited for the lock stops here if another one has inserted the number.
  const inserted = await tx`
    insert into schema_migrations (number, name) values (${number}, ${name})
    on conflict do nothing returning number`
  if (inserted.length) await tx.unsafe(sql())
  return inserted.length > 0
}

const sign = (sql: Sql, applied: Migration[]) => sql`
  update schema_migrations set version = ${VERSION}
  where number in ${sql(applied.map(({ number }) => number))}`

export async function appliedTo(sql: Sql): Promise<number[]> {
  const rows = await sql<{ number: number }[]>`select number from schema_migrations order by number`
  return rows.map(({ number }) => number)
}

async function writerOf(sql: Sql): Promise<string> {
  const [row] = await sql<{ version: string | null }[]>`
    select to_jsonb(m) ->> 'version' as version from schema_migrations m order by number desc limit 1`
  return row?.version ? `crm ${row.version}` : A_NEWER_CRM
}

export const A_NEWER_CRM = 'a newer version of crm'
