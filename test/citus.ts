// A Citus cluster for the suites (TEST_DATABASE=citus, CITUS_URL=its coordinator): a sharded template, cloned on every
// node for each test file. The nodes are on this machine, with one folder for their sockets.
import { connectForMaintenance, type Sql } from '../core/database/connect.ts'
import type { Address } from '../core/database/embedded.ts'
import { migrate } from '../core/database/migrate.ts'
import { shard } from '../core/database/sharding.ts'
import { renewInUse } from '../core/intelligence/imports/in-use.ts'

export const TEMPLATE = 'template_crm'

/** The nodes of a cluster, the coordinator first, each with the address of a database that exists. */
export async function citusNodes(url: string): Promise<Address[]> {
  return over(url, async (sql) => {
    const nodes = await sql<{ port: number; socketFolder: string; user: string; database: string }[]>`
      select nodeport as port, current_setting('unix_socket_directories') as "socketFolder", current_user::text as user,
        current_database()::text as database
      from pg_dist_node order by groupid`
    return [...nodes]
  })
}

/** Makes the template on every node: migrated and sharded, without connections. */
export async function prepareTemplate(nodes: readonly Address[]): Promise<void> {
  await makeDatabase(nodes, TEMPLATE, { shards: 4 })
  await onEach(nodes, async (sql) => {
    await sql.unsafe(`alter database ${TEMPLATE} with allow_connections false`)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${TEMPLATE}`
  })
}

/** Makes a database on these nodes, the coordinator first, with the newest schema or another; with workers it is sharded. */
export async function makeDatabase(
  nodes: readonly Address[],
  name: string,
  { shards, fill = newest }: { shards: number; fill?: (sql: Sql) => Promise<unknown> },
): Promise<void> {
  await onEach(nodes, async (sql) => {
    await sql.unsafe(`drop database if exists ${name} with (force)`)
    await sql.unsafe(`create database ${name}`)
  })
  const [coordinator, ...workers] = nodes
  const places = nodes.map((node) => ({ ...node, database: name }))
  if (workers.length) await onEach(places, (sql) => sql`create extension citus`)
  await over(places[0]!, async (sql) => {
    if (workers.length) await sql`select citus_set_coordinator_host('127.0.0.1', ${coordinator!.port})`
    for (const { port } of workers) await sql`select citus_add_node('127.0.0.1', ${port})`
    await fill(sql)
    if (!workers.length) return
    await sql.unsafe(`set citus.shard_count = ${shards}`)
    await shard(sql, () => {})
  })
}

const newest = async (sql: Sql): Promise<void> => {
  await migrate(sql)
  await renewInUse(sql, null)
}

/** Runs a statement on every node, as its owner. */
export const onEach = (nodes: readonly Address[], work: (sql: Sql) => PromiseLike<unknown>) =>
  Promise.all(nodes.map((node) => over(node, work)))

async function over<T>(at: string | Address, work: (sql: Sql) => PromiseLike<T>): Promise<T> {
  const sql = connectForMaintenance(at)
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
