// Distributes the database over the workers of a Citus cluster. One worker has all rows of a user, and every node has the shared
// tables.
import { must } from '../kernel/narrow.ts'
import { fail } from '../kernel/errors.ts'
import { begin, withMaintenance, type Sql } from './connect.ts'
import { hasRow, rowOf } from './fragments.ts'

export const isSharded = async (sql: Sql): Promise<boolean> => (await shardingOf(sql)).sharded

type Sharding = Awaited<ReturnType<typeof shardingOf>>

export async function shardingOf(sql: Sql) {
  if (!(await hasRow(sql`select from pg_extension where extname = 'citus'`)))
    return { sharded: false, distributed: [], reference: [], workers: 0 }
  const tables = await sql<{ name: string; method: string }[]>`
    select logicalrelid::oid::regclass::text as name, partmethod::text as method from pg_dist_partition
    where repmodel = 't' or partmethod = 'h' order by 1`
  const named = (wanted: string) => tables.filter(({ method }) => method === wanted).map(({ name }) => name)
  const distributed = named('h')
  return {
    sharded: distributed.length > 0,
    distributed,
    reference: named('n'),
    workers: await workersOf(sql),
  }
}

const workersOf = async (sql: Sql): Promise<number> =>
  (await sql`select 1 from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary'`).length

/** Kept on the coordinator: background jobs lock rows of all users, which Citus cannot do across shards. */
const COORDINATOR_TABLES = [
  'billing_customers',
  'sent_pay_notices',
  'webhooks',
  'webhook_queue',
  'webhook_history',
]

interface Plan {
  name: string
  /** Whether the table is distributed by user. Otherwise every node has a copy. */
  byUser: boolean
  isDone: boolean
}

/**
 * Distributes tables that are still local. A table whose primary key begins with `user_id` is distributed by it. Other tables
 * of a user, and tables that these refer to, are copied to every node. The rest (limits, published pay, the migration log)
 * stays on the coordinator. It is one transaction: an interrupted run changes nothing, and a second run finds nothing to do.
 */
export async function shard(sql: Sql, tell: (sentence: string) => void): Promise<Sharding> {
  await requireCitus(sql)
  await begin(sql, async (tx) => {
    await tx.unsafe(SETTINGS)
    // Citus takes over a table with a foreign key to a copied table. Without these keys, the coordinator's tables stay ordinary.
    await dropForeignKeys(tx, COORDINATOR_TABLES, ['users'])
    const plans = (await planOf(tx)).filter(({ isDone }) => !isDone)
    const names = plans.flatMap(({ name, byUser }) => (byUser ? [name] : []))
    const restoreStatements = await dropForeignKeys(tx, names, names)
    for (const plan of plans) await move(tx, plan, tell)
    for (const statement of restoreStatements) await tx.unsafe(statement)
    await planWithValues(tx)
  })
  return shardingOf(sql)
}

/** A generic plan names no shard and cannot lock rows, so Postgres must plan each statement with its values. */
async function planWithValues(tx: Sql): Promise<void> {
  const [row] = await tx<{ name: string }[]>`select current_database()::text as name`
  await tx`alter database ${tx(must(row).name)} set plan_cache_mode = 'force_custom_plan'`
}

export const shardDatabase = (url: string, tell: (sentence: string) => void): Promise<Sharding> =>
  withMaintenance(url, (sql) => shard(sql, tell))

/** Changes shards one by one, over one connection per node, so that every node sees the foreign keys. */
const SETTINGS = "set local citus.multi_shard_modify_mode = 'sequential'; set local lock_timeout = '30s'"

async function move(tx: Sql, { name, byUser }: Plan, tell: (sentence: string) => void): Promise<void> {
  tell(byUser ? `Distributing ${name} …` : `Copying ${name} to every node …`)
  if (!byUser) return void (await tx`select create_reference_table(${name}::regclass)`)
  const triggers = await tx<{ trigger: string }[]>`
    select tgname::text as trigger from pg_trigger where tgrelid = ${name}::regclass and not tgisinternal`
  for (const { trigger } of triggers) await tx`drop trigger ${tx(trigger)} on ${tx(name)}`
  await tx`select create_distributed_table(${name}::regclass, 'user_id', colocate_with => ${await colocatedTable(tx)})`
}

/** The table whose shards new tables join; `none` for the first table. */
async function colocatedTable(tx: Sql): Promise<string> {
  const first = rowOf(tx<{ name: string }[]>`
    select logicalrelid::oid::regclass::text as name from pg_dist_partition
    where partmethod = 'h' order by logicalrelid::oid limit 1`)
  return (await first)?.name ?? 'none'
}

async function requireCitus(sql: Sql): Promise<void> {
  if (!(await hasRow(sql`select from pg_available_extensions where name = 'citus'`)))
    fail('failed', { problem: 'This database has no Citus: nothing is distributed.' })
  await sql`create extension if not exists citus`
  const hint = "Add them on the coordinator: select citus_add_node('worker-1', 5432)"
  if (!(await workersOf(sql))) fail('failed', { problem: 'The cluster has no workers.' }, { hint })
}

/** The tables in an order in which they can be moved. `byUser`: `user_id` leads the primary key and is in every unique key. */
const planOf = (sql: Sql) => sql<Plan[]>`
  with recursive own as (
    select c.oid, c.relname::text as name,
      a.attnum is not null and i.indkey[0] = a.attnum and not exists (
        select from pg_index u where u.indrelid = c.oid and u.indisunique and not a.attnum = any (u.indkey)) as led
    from pg_class c
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    left join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname not in ${sql(COORDINATOR_TABLES)}
  ), refers as (
    select conrelid as child, confrelid as parent from pg_constraint
    where contype = 'f' and conrelid <> confrelid and connamespace = 'public'::regnamespace
  ), by_user as (
    select oid from own where led and not exists (
      select from refers join own child on child.oid = refers.child where refers.parent = own.oid and not child.led)
  ), shared as (
    select oid from own where name = 'users'
    union
    select refers.child from refers join shared on shared.oid = refers.parent
    where refers.child not in (select oid from by_user) and refers.child in (select oid from own)
  ), depth as (
    select oid, 0 as level from own
    union all
    select refers.child, level + 1 from refers join depth on depth.oid = refers.parent where level < 20
  )
  select own.name, own.oid in (select oid from by_user) as by_user,
    exists (select from pg_dist_partition d where d.logicalrelid = own.oid and (d.repmodel = 't' or d.partmethod = 'h')) as is_done
  from own join (select oid, max(level) as level from depth group by oid) d on d.oid = own.oid
  where own.oid in (select oid from by_user union select oid from shared)
  order by own.oid in (select oid from by_user), d.level, own.name`

/** Drops foreign keys. Returns statements that restore them, without `set null`. Citus lacks it, so operations clear the columns. */
async function dropForeignKeys(tx: Sql, from: readonly string[], to: readonly string[]): Promise<string[]> {
  if (!from.length) return []
  const keys = await tx<{ place: string; key: string; definition: string }[]>`
    select conrelid::regclass::text as place, quote_ident(conname) as key, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conrelid <> confrelid
      and conrelid::regclass::text in ${tx([...from])} and confrelid::regclass::text in ${tx([...to])}`
  for (const { place, key } of keys) await tx.unsafe(`alter table ${place} drop constraint ${key}`)
  return keys.map(
    ({ place, key, definition }) =>
      `alter table ${place} add constraint ${key} ${definition.replace(/ on delete set null(?: \([^)]*\))?/i, '')}`,
  )
}
