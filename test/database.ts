// A separate migrated database for a test, cloned from the run's template in about 20 ms.
import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connect, connectForMaintenance, type Sql } from '../core/database/connect.ts'
import { urlOf, type Address } from '../core/database/embedded.ts'
import { sessionsAt } from '../core/database/connect.ts'
import { onEach } from './citus.ts'
import { engineOf } from './engine.ts'

export interface TestDatabase {
  sql: Sql
  /** A libpq URL, for use by another process. */
  url: string
  address: Address
  close(): Promise<void>
}

/** Only an impatient one sends a statement again whose connection was killed. */
export async function freshDatabase({ isPatient = true } = {}): Promise<TestDatabase> {
  const address = { ...inject('address'), database: `test_${randomBytes(6).toString('hex')}` }
  await asOwner((admin) => admin`create database ${admin(address.database)} template template_crm`)
  if (engineOf() === 'serializable')
    await asOwner(
      (admin) =>
        admin`alter database ${admin(address.database)} set default_transaction_isolation = 'serializable'`,
    )
  if (engineOf() === 'citus')
    await asOwner(
      (admin) => admin`alter database ${admin(address.database)} set plan_cache_mode = 'force_custom_plan'`,
    )
  const pooled = engineOf() === 'pooler' ? `${inject('pooler')}/${address.database}` : undefined
  const sessions = pooled ? await sessionsAt(pooled) : undefined
  const sql = connect({
    at: pooled ?? address,
    poolSize: pooled ? 16 : 4,
    name: 'test',
    // A busy machine is no outage; what waits too long is tested with connections of its own.
    deadlineMs: isPatient ? 60_000 : 6_000,
    patient: isPatient ? { onSlow: () => {}, onClose: () => {} } : undefined,
    sessions,
  })
  return {
    sql,
    url: pooled ?? urlOf(address),
    address,
    async close() {
      await sql.end({ timeout: 5 })
      await asOwner((admin) => dropped(admin, address.database))
    },
  }
}

/** Drops a database. On a cluster, its daemon may connect again while the others are put out: then once more. */
async function dropped(admin: Sql, name: string, left = engineOf() === 'citus' ? 5 : 0): Promise<void> {
  try {
    await admin`drop database if exists ${admin(name)} with (force)`
  } catch (thrown) {
    const isInUse = thrown instanceof Error && 'code' in thrown && thrown.code === '55006'
    if (!isInUse || left === 0) throw thrown
    await dropped(admin, name, left - 1)
  }
}

/**
 * Runs on every node of the database, usually one. Postgres can clone the template only while it has no connections; an advisory lock serialises the test
 * files.
 */
async function asOwner(work: (sql: Sql) => PromiseLike<unknown>): Promise<void> {
  const admin = connectForMaintenance(inject('address'))
  try {
    await admin`select pg_advisory_lock(1)`
    await onEach(inject('workers'), work)
    await work(admin)
  } finally {
    await admin.end({ timeout: 5 })
  }
}
