// The schema: a database of an earlier build becomes what a new one is, and its conventions hold everywhere.
import { randomBytes } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { begin, connectForMaintenance, type Sql } from '../../../core/database/connect.ts'
import { knownSchema, formerMigrations } from '../../../core/database/schema-steps.ts'
import { applyWithin, migrate, schemaOf } from '../../../core/database/migrate.ts'

async function emptyDatabase(): Promise<Sql> {
  const address = { ...inject('address'), database: `test_${randomBytes(6).toString('hex')}` }
  const admin = connectForMaintenance(inject('address'))
  await admin`create database ${admin(address.database)}`
  const sql = connectForMaintenance(address)
  onTestFinished(async () => {
    await sql.end({ timeout: 5 })
    await admin`drop database ${admin(address.database)} with (force)`
    await admin.end({ timeout: 5 })
  })
  return sql
}

/** Everything that pg_dump would say of a schema, a line each. */
async function described(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with ours as (select * from pg_class where relnamespace = 'public'::regnamespace)
    select concat_ws(' ', 'table', relname, relkind, relpersistence, reloptions::text) as line from ours
    union all
    select concat_ws(' ', 'column', c.relname, row_number() over (partition by c.oid order by a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attstorage, a.attgenerated, pg_get_expr(d.adbin, d.adrelid))
    from ours c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'v')
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_indexdef(i.indexrelid) from pg_index i join ours on ours.oid = i.indexrelid
    union all select concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) from ours where relkind = 'v'
    union all
    select pg_get_triggerdef(t.oid) from pg_trigger t join ours on ours.oid = t.tgrelid where not tgisinternal
    union all
    select pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`
  return rows.map(({ line }) => line)
}

test('a database that went through the steps of earlier builds has the schema of a new one', async () => {
  const [old, fresh] = [await emptyDatabase(), await emptyDatabase()]
  for (const step of formerMigrations().slice(0, -1)) await begin(old, (tx) => applyWithin(tx, step))
  expect(await schemaOf(old)).toBe(159)
  await migrate(old)
  await migrate(fresh)
  expect(await schemaOf(old)).toBe(knownSchema())
  expect(await described(old)).toEqual(await described(fresh))
  expect(await migrate(old)).toEqual([])
})

test('several that start a new database together make it once', async () => {
  const sql = await emptyDatabase()
  const applied = await Promise.all([1, 2, 3].map(() => migrate(sql)))
  expect(applied.flat().filter((name) => name === 'baseline')).toHaveLength(1)
})

test('instants have milliseconds, and names say what they name', async () => {
  const sql = await emptyDatabase()
  await migrate(sql)
  const instants = await sql`
    select attrelid::regclass::text as place, attname from pg_attribute a join pg_class c on c.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0
      and format_type(atttypid, atttypmod) like 'time%' and format_type(atttypid, atttypmod) !~ '^timestamp[(]3[)] with time zone'`
  expect([...instants]).toEqual([])
  const unnamed = await sql`
    select conrelid::regclass::text as place, conname from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n' and (conname !~ ('^' || conrelid::regclass || case contype
      when 'p' then '_pkey$' when 'f' then '_[a-z_]+_fkey$' when 'u' then '_[a-z_]+_key$' else '_[a-z_]+' end)
      -- What Postgres calls a rule that nobody named.
      or contype = 'c' and conname ~ '_check[0-9]*$')`
  expect([...unnamed]).toEqual([])
  const indexes = await sql`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'i'
      and relname !~ '_(pkey|key|idx)$'`
  expect([...indexes]).toEqual([])
})

/** One row; and registrations of which a queue holds few rows. */
const NOT_SEARCHED = ['pay_in_use', 'webhook_queue']

test('behind each foreign key that is searched is an index', async () => {
  const sql = await emptyDatabase()
  await migrate(sql)
  // A search by a key never meets null, so an index without nulls serves it.
  const bare = await sql<{ place: string }[]>`
    select conrelid::regclass::text as place, conname from pg_constraint k
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = k.conrelid
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^[(][a-z_]+ IS NOT NULL[)]$')
        and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`
  expect(bare.filter(({ place }) => !NOT_SEARCHED.includes(place))).toEqual([])
})
