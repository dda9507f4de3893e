// Moves data to a new major version of PostgreSQL: saves with the old programs, loads with the new ones, and renames two
// folders. Before the first rename nothing has changed; after it, the next start can finish.

import { mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { saveAll } from '../backup.ts'
import { readContainer } from '../backup/container.ts'
import { inTransaction } from '../backup/copy.ts'
import { load } from '../backup/load.ts'
import { makeSchemaOf } from '../backup/older.ts'
import { withMaintenance, type Sql } from '../connect.ts'
import { makeCluster } from './cluster.ts'
import { bytesOf, clearLeftovers, copyOf, megabytes, refuseWithoutRoom, movingFolder } from './copies.ts'
import type { Tell } from './lock.ts'
import { postmasterOf, syncFolder } from './processes.ts'
import { bringUp, shutDown, type Plan } from './server.ts'
import { enter } from './state.ts'

// The servers of a move have other ports, and so other sockets. No other crm process finds them.
const OLD_PORT_OFFSET = 1
const NEW_PORT_OFFSET = 2

/** Not copied, because `makeSchemaOf` writes a new migration log. */
const EXCLUDED = ['schema_migrations']

/** Moves the data of `old` to the programs of `plan`, under the lock. The old data stay until the next clean stop. */
export async function moveData(old: Plan, plan: Plan, tell: Tell): Promise<void> {
  const { layout, address, binaries } = old
  const bytes = bytesOf(layout.data)
  refuseWithoutRoom(layout.root, bytes * 1.3, 'Moving the data to another version of PostgreSQL')
  const keeping = copyOf(layout, `postgres-${binaries.major}`)
  tell(
    `Moving the data from PostgreSQL ${binaries.major}. A copy of the old data (${megabytes(bytes)}) will be in ${keeping}. “crm db stop” deletes it.`,
  )
  enter(layout, 'moving')
  clearLeftovers(layout)
  const file = path.join(layout.root, 'moving.crm')
  await running({ ...old, address: { ...address, port: address.port + OLD_PORT_OFFSET } }, (sql) =>
    saveAll(sql, file, EXCLUDED),
  )
  const made = { ...layout, data: movingFolder(layout) }
  const fresh = { ...plan, layout: made, address: { ...address, port: address.port + NEW_PORT_OFFSET } }
  await makeCluster(fresh)
  await running(fresh, (sql) => fill(sql, file))
  rmSync(keeping, { recursive: true, force: true })
  mkdirSync(keeping, { mode: 0o700 })
  renameSync(layout.data, path.join(keeping, 'data'))
  renameSync(made.data, layout.data)
  syncFolder(layout.root)
}

async function running(plan: Plan, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  await bringUp(plan)
  try {
    await withMaintenance(plan.address, work)
  } finally {
    const pid = postmasterOf(plan.layout.data)
    if (pid !== null) await shutDown(plan.layout, pid)
  }
}

async function fill(sql: Sql, file: string): Promise<void> {
  const header = await readContainer(file)
  await inTransaction(sql, '', async (tx) => {
    await makeSchemaOf(tx, header)
    await load(tx, file, header, EXCLUDED)
  })
}
