// Portable backup of all data, without pg_dump: the embedded binaries do not include it, and an external
// server may have a different version.

import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Sql } from 'postgres'
import { asCrmError, CrmError, fail } from '../kernel/errors.ts'
import { sequencesOf, tablesOf } from './backup/catalog.ts'
import { copyOut } from './backup/copy.ts'
import { readContainer, writeContainer, type BackupHeader, type TableHeader } from './backup/container.ts'
import { load } from './backup/load.ts'
import { renewChangeLog } from './change-log.ts'
import { inTransaction } from './backup/session.ts'
import { codeOf } from './embedded/failures.ts'
import { fateOf } from './retry.ts'
import { syncFolder } from './sync-folder.ts'

interface BackupOptions {
  /** The database's current schema version. */
  schemaVersion: number
  /** The migrations that the database has. */
  migrations?: number[]
  productVersion?: string
  /** Tables to leave out: the migration log, and data that is loaded from elsewhere or may be lost. */
  exclude?: string[]
}

interface RestoreOptions {
  /** The database's current schema version: the newest one, because migrations have run. */
  schemaVersion: number
  /** Tables to leave unchanged, whatever the file contains. Pass the same ones as for `backup`. */
  exclude?: string[]
  /** Empties the tables first. Otherwise a table with rows stops the restore. */
  replace?: boolean
  /** Runs in the transaction before the rows are loaded, and after. */
  before?: (tx: Sql) => Promise<void>
  after?: (tx: Sql) => Promise<void>
}

export interface BackupSummary {
  schemaVersion: number
  /** ISO instant of the snapshot. */
  createdAt: string
  tables: number
  rows: number
  /** Size of the file. */
  bytes: number
}

/**
 * Writes a consistent snapshot of every permanent table of the current schema to `file` (mode 0600). The file
 * appears complete and synced, or not at all. Needs a connection without timeouts.
 */
export async function backup(sql: Sql, file: string, options: BackupOptions): Promise<BackupSummary> {
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`
  try {
    const header = await inTransaction(sql, 'isolation level repeatable read read only', (tx) =>
      writeSnapshot(tx, partial, options),
    )
    renameSync(partial, file)
    syncFolder(path.dirname(path.resolve(file)))
    return summaryOf(header, file)
  } catch (thrown) {
    return failBackup(thrown, file)
  } finally {
    rmSync(partial, { force: true })
  }
}

/** Writes what a transaction sees of its current schema to a new file, and returns its header. */
export async function writeSnapshot(tx: Sql, file: string, options: BackupOptions): Promise<BackupHeader> {
  const header = await headerOf(tx, options)
  await writeContainer(file, header, copyOut(tx, header.tables))
  return header
}

/**
 * Restores a backup in one transaction, after verifying the whole file, so that any failure leaves the
 * database unchanged. Run migrations first. The file's schema version may be older than the database's but
 * not newer: columns are matched by name, and newer columns take their defaults. Migrations that rewrite data are
 * replayed on the file first: see `upgradedCopy`. Requires the tables' owner, not a superuser.
 */
export async function restore(sql: Sql, file: string, options: RestoreOptions): Promise<BackupSummary> {
  const header = await checkBackup(file)
  if (header.schemaVersion > options.schemaVersion) failNewer(header, options)
  for (let tries = 1; ; tries += 1)
    try {
      await inTransaction(sql, '', async (tx) => {
        await options.before?.(tx)
        await load(tx, file, header, options)
        if (header.tables.some(({ name }) => name === 'record_changes')) await renewChangeLog(tx)
        await options.after?.(tx)
      })
      return summaryOf(header, file)
    } catch (thrown) {
      // A transaction that was under way held what this one needs.
      if (fateOf(thrown) !== 'rolled back' || tries === MOST_TRIES) failRestore(thrown)
    }
}

const MOST_TRIES = 10

/**
 * Reads and verifies a whole backup and returns its header; throws if it is damaged, incomplete or not a
 * backup.
 */
export async function checkBackup(file: string): Promise<BackupHeader> {
  return readContainer(file)
}

async function headerOf(tx: Sql, options: BackupOptions): Promise<BackupHeader> {
  const tables: TableHeader[] = []
  for (const table of await tablesOf(tx, options.exclude ?? [])) {
    const [row] = await tx<{ rows: string }[]>`select count(*)::text as rows from ${tx(table.name)}`
    tables.push({ ...table, rows: Number(row?.rows) })
  }
  const [row] = await tx<{ now: string; server: string }[]>`
    select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now,
      split_part(current_setting('server_version'), ' ', 1) as server`
  return {
    format: 1,
    product: 'crm',
    productVersion: options.productVersion ?? '',
    schemaVersion: options.schemaVersion,
    ...(options.migrations && { migrations: options.migrations }),
    createdAt: row?.now ?? '',
    server: row?.server ?? '',
    tables,
    sequences: await sequencesOf(tx),
  }
}

/** What a file contains, for people. */
export function summaryOf(header: BackupHeader, file: string): BackupSummary {
  const { schemaVersion, createdAt, tables } = header
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { schemaVersion, createdAt, tables: tables.length, rows, bytes: statSync(file).size }
}

function failNewer(header: BackupHeader, { schemaVersion }: RestoreOptions): never {
  const writer = header.productVersion
    ? `a newer version of crm, ${header.productVersion}`
    : 'a newer version of crm'
  const versions = `schema ${header.schemaVersion}, this one knows ${schemaVersion}`
  fail(
    'failed',
    { problem: `The backup was created by ${writer} (${versions}). Nothing was changed.` },
    { hint: 'Update crm.' },
  )
}

const FILE_PROBLEMS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'you have no permission to write there',
  EPERM: 'you have no permission to write there',
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'the folder does not exist',
  EISDIR: 'a folder of that name is there',
}

function failBackup(thrown: unknown, file: string): never {
  const problem = FILE_PROBLEMS[codeOf(thrown)]
  if (problem)
    fail('failed', { problem: `The backup ${file} cannot be written: ${problem}.` }, { cause: thrown })
  throw asCrmError(thrown)
}

// SQLSTATE classes 22 and 23 mean that the data violates the schema. When a worker refuses copied rows, Citus passes on
// what it said, without its state.
const isRefusedRow = (thrown: unknown, code: string): thrown is Error =>
  thrown instanceof Error &&
  (/^2[23]/.test(code) || (code === 'XX000' && 'routine' in thrown && thrown.routine === 'ReportCopyError'))

// SQLSTATE 55P03 means that a lock was not granted.
function failRestore(thrown: unknown): never {
  if (thrown instanceof CrmError) throw thrown
  const code = codeOf(thrown)
  if (code === '55P03') {
    const hint = 'Stop `crm serve` and try again.'
    fail(
      'database_unavailable',
      { reason: 'The database is in use. Nothing was changed.' },
      { hint, cause: thrown },
    )
  }
  if (isRefusedRow(thrown, code)) {
    const hint = 'Restore it with the version of crm that created it, then update.'
    fail(
      'failed',
      { problem: `The backup does not fit this database: ${thrown.message}. Nothing was changed.` },
      { hint, cause: thrown },
    )
  }
  throw asCrmError(thrown)
}
