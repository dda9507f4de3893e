// Data of an earlier major version of PostgreSQL move to this one: saved with the old programs, loaded with the new ones, and put
// in place by two renames. Until the first of them nothing is touched; between them the next start finishes.

import { chownSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { backup, checkBackup } from '../backup.ts'
import { load } from '../backup/load.ts'
import { makeSchemaOf } from '../backup/older.ts'
import { inTransaction } from '../backup/session.ts'
import { overMaintenance } from '../connect.ts'
import { appliedTo, schemaOf } from '../migrate.ts'
import { syncFolder } from '../sync-folder.ts'
import { layoutOf, type Address, type Layout } from './address.ts'
import { complete, settleMove, workshop } from './moving.ts'
import { bytesOf, finishOldCopies, megabytes, oldCopyOf, refuseWithoutRoom } from './old-copy.ts'
import { postmasterOf } from './processes.ts'
import { bringUp, shutDown, type Plan } from './server.ts'

/** What the move needs of the module that starts servers. */
interface Servers {
  ensureServer(home: string): Promise<{ address: Address }>
  stopServer(home: string): Promise<boolean>
}

// Another port is another socket: no crm finds the old server while its data are read.
const APART = 1

/** Everything but the migration log, which is made by migrating. */
const EXCLUDED = ['schema_migrations']

/**
 * Moves the data of `old` (the same data folder, with programs that open it) to this version's programs. The caller holds the
 * lock and no server runs. Both versions are kept until the next clean stop.
 */
export async function moveData(
  old: Plan,
  servers: Servers,
  onProgress?: (sentence: string) => void,
): Promise<void> {
  const { layout, binaries } = old
  const bytes = bytesOf(layout.data)
  refuseWithoutRoom(layout.root, bytes * 1.3, 'Moving the data to another version of PostgreSQL')
  const keeping = oldCopyOf(layout, `postgres-${binaries.major}`)
  onProgress?.(
    `Moving the data from PostgreSQL ${binaries.major}. As they were (${megabytes(bytes)}) they stay in ${keeping} until crm is next stopped.`,
  )
  mkdirSync(workshop(layout), { mode: 0o711 })
  const file = path.join(workshop(layout), 'data.crm')
  await save(old, file)
  await fill(old, servers, file)
  await switchOver(layout, keeping)
}

async function save(old: Plan, file: string): Promise<void> {
  const address = { ...old.address, port: old.address.port + APART }
  await bringUp({ ...old, address })
  try {
    await overMaintenance(address, async (sql) => {
      const schemaVersion = await schemaOf(sql)
      const applied = schemaVersion > 0 ? await appliedTo(sql) : []
      await backup(sql, file, { schemaVersion, migrations: applied, exclude: EXCLUDED })
    })
  } finally {
    const pid = postmasterOf(old.layout.data)
    if (pid !== null) await shutDown(old.layout, pid)
  }
}

async function fill({ layout, account }: Plan, servers: Servers, file: string): Promise<void> {
  const home = workshop(layout)
  const { root, data } = layoutOf(home)
  mkdirSync(root, { mode: 0o711 })
  // The new data belong to whom the old ones do.
  mkdirSync(data, { mode: 0o700 })
  if (account) chownSync(data, account.uid, account.gid)
  // On Windows the password is in the data, and stays what the home says.
  if (existsSync(layout.password)) copyFileSync(layout.password, layoutOf(home).password)
  const { address } = await servers.ensureServer(home)
  const header = await checkBackup(file)
  await overMaintenance(address, (sql) =>
    inTransaction(sql, '', async (tx) => {
      await makeSchemaOf(tx, header)
      await load(tx, file, header, { exclude: EXCLUDED, replace: true })
    }),
  )
  await servers.stopServer(home)
}

async function switchOver(layout: Layout, keeping: string): Promise<void> {
  rmSync(keeping, { recursive: true, force: true })
  mkdirSync(keeping, { mode: 0o700 })
  renameSync(layoutOf(workshop(layout)).data, complete(layout))
  syncFolder(layout.root)
  renameSync(layout.data, path.join(keeping, 'data'))
  renameSync(complete(layout), layout.data)
  syncFolder(layout.root)
  finishOldCopies(layout)
  await settleMove(layout)
}
