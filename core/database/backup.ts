// Writes and restores portable backups of all data. crm does not use pg_dump. The npm packages of PostgreSQL have none, and an
// external server may be of another version.

import { randomBytes } from 'node:crypto'
import { mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Sql } from 'postgres'
import { asCrmError, CrmError, fail } from '../kernel/errors.ts'
import { newId } from '../kernel/id.ts'
import { unwritable } from '../kernel/system-causes.ts'
import { VERSION } from '../version.ts'
import { readContainer, type BackupHeader } from './backup/container.ts'
import { inTransaction, writeSnapshot, type BackupOptions } from './backup/copy.ts'
import { load } from './backup/load.ts'
import { isOlderBackup, upgradedCopy } from './backup/older.ts'
import { renewChangeLog } from './change-log.ts'
import { withMaintenance } from './connect.ts'
import type { Address } from './embedded/address.ts'
import { codeOf, refuse } from './embedded/failures.ts'
import { syncFolder } from './embedded/processes.ts'
import { hasRow, jsonb } from './fragments.ts'
import { appliedTo, schemaOf } from './migrate.ts'
import { fateOf, retried } from './retry.ts'
import { RESTORE } from './transaction.ts'
import { asUnavailable } from './unreachable.ts'

export { readContainer }

/** Tables that backups leave out: the migration log, idempotency keys (they last a day), and usage (a restore must not lower it). */
const EXCLUDED_TABLES = ['schema_migrations', 'idempotency_keys', 'month_quotas']

type BackupSummary = ReturnType<typeof summaryOf>

export const writeBackup = (place: string | Address, file: string): Promise<BackupSummary> =>
  withMaintenance(place, (sql) => saveAll(sql, file, EXCLUDED_TABLES))

export async function saveAll(sql: Sql, file: string, exclude: string[]): Promise<BackupSummary> {
  const schemaVersion = await schemaOf(sql)
  const migrations = schemaVersion > 0 ? await appliedTo(sql) : []
  return backup(sql, file, { schemaVersion, migrations, productVersion: VERSION, exclude })
}

/**
 * Writes a consistent snapshot of every permanent table to `file` (mode 0600). The file appears complete and synced, or not at
 * all. Needs a connection without timeouts.
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

/** Replaces all data with a backup of this or an older schema. Audit trails record the restore as `id`. A repeated `id` does nothing. */
export const restoreBackup = (place: string | Address, file: string, id: string = newId()) =>
  withMaintenance(place, async (sql) => {
    const header = await readContainer(file)
    const options = {
      schemaVersion: await schemaOf(sql),
      exclude: EXCLUDED_TABLES,
      before: endOtherConnections,
      after: (tx: Sql) => noteRestore(tx, id, header),
    }
    if (await hasRow(sql`select from audit_log where id = ${id} limit 1`)) return summaryOf(header, file)
    if (header.schemaVersion > options.schemaVersion || !isOlderBackup(header))
      return restore(sql, file, options)
    const folder = mkdtempSync(path.join(tmpdir(), 'crm-restore-'))
    try {
      const copy = path.join(folder, 'upgraded.crm')
      await upgradedCopy(sql, file, header, { copy, exclude: EXCLUDED_TABLES })
      await restore(sql, copy, options)
      return summaryOf(header, file)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

interface RestoreOptions {
  schemaVersion: number
  /** Tables to leave unchanged, unless they reference a restored table (load.ts). Pass the same ones as for `backup`. */
  exclude?: string[]
  before?: (tx: Sql) => Promise<void>
  after?: (tx: Sql) => Promise<void>
}

const MOST_TRIES = 10

/** Replaces all rows in one transaction, after verifying the whole file. `sql` must connect as the owner of the tables. */
export async function restore(sql: Sql, file: string, options: RestoreOptions): Promise<BackupSummary> {
  const header = await readContainer(file)
  if (header.schemaVersion > options.schemaVersion) {
    const writer = `a newer version of crm${header.productVersion && `, ${header.productVersion}`}`
    const versions = `schema ${header.schemaVersion}; this crm knows ${options.schemaVersion}`
    const problem = `The backup was created by ${writer} (${versions}). Nothing was changed.`
    fail('failed', { problem }, { hint: 'Update crm.' })
  }
  // Postgres rolls the restore back if it is in a deadlock with another transaction.
  const wasRolledBack = (thrown: unknown) => fateOf(thrown) === 'rolled back'
  const replace = () =>
    inTransaction(sql, '', async (tx) => {
      await options.before?.(tx)
      await load(tx, file, header, options.exclude)
      if (header.tables.some(({ name }) => name === 'record_changes')) await renewChangeLog(tx)
      await options.after?.(tx)
    })
  await retried(MOST_TRIES, wasRolledBack, replace).catch(failRestore)
  return summaryOf(header, file)
}

/** Ends other connections before users are replaced. Their programs connect again and repeat what was not committed. */
async function endOtherConnections(tx: Sql): Promise<void> {
  await tx`lock table users in access exclusive mode`
  await tx`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and application_name like 'crm%'`
}

const noteRestore = async (tx: Sql, id: string, { createdAt }: BackupHeader) => {
  const name = `The backup of ${createdAt}`
  const changes = [{ noun: 'backup', id, before: null, after: { id, name, createdAt } }]
  await tx`
    insert into audit_log (user_id, id, at, actor_id, credential_kind, client, operation, request_id, changes)
    select users.id, ${id}, now(), users.id, 'local', ${`crm/${VERSION}`}, ${RESTORE}, ${id}, ${jsonb(tx, changes)}
    from users`
}

/** Whether the database holds no user data: at most the local owner, without records, boards, mail and imported pay. */
export const isEmpty = (place: string | Address): Promise<boolean> =>
  withMaintenance(place, (sql) =>
    hasRow(sql`
      select where (select count(*) from users) <= 1
        and not exists (select 1 from jobs) and not exists (select 1 from contacts)
        and not exists (select 1 from activities) and not exists (select 1 from calendar_events)
        and not exists (select 1 from webhooks) and not exists (select 1 from extension_tokens)
        and not exists (select 1 from watches) and not exists (select 1 from watch_postings)
        and not exists (select 1 from inbox_accounts) and not exists (select 1 from inbox_messages)
        and not exists (select 1 from mood_check_ins) and not exists (select 1 from pay_imports)
        and not exists (select 1 from billing_customers) and not exists (select 1 from oauth_grants)
        and not exists (select 1 from seats) and not exists (select 1 from calendar_feeds)
        and not exists (select 1 from pay_submissions) and not exists (select 1 from intelligence_keys)`),
  )

function summaryOf({ schemaVersion, createdAt, tables }: BackupHeader, file: string) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { schemaVersion, createdAt, tables: tables.length, rows, bytes: statSync(file).size }
}

function failBackup(thrown: unknown, file: string): never {
  const problem = unwritable(thrown)
  if (problem)
    fail('failed', { problem: `The backup ${file} cannot be written: ${problem}.` }, { cause: thrown })
  throw asCrmError(asUnavailable(thrown))
}

// SQLSTATE classes 22 and 23: the data does not fit the schema. If a worker refuses copied rows, Citus passes on the message
// without the SQLSTATE.
const isRefusedRow = (thrown: unknown, code: string): thrown is Error =>
  thrown instanceof Error &&
  (/^2[23]/.test(code) || (code === 'XX000' && 'routine' in thrown && thrown.routine === 'ReportCopyError'))

function failRestore(cause: unknown): never {
  if (cause instanceof CrmError) throw cause
  const code = codeOf(cause)
  if (code === '55P03')
    refuse('The database is in use. Nothing was changed.', 'Stop `crm serve` and try again.', cause)
  if (isRefusedRow(cause, code))
    fail(
      'failed',
      { problem: `The backup does not fit this database: ${cause.message}. Nothing was changed.` },
      { hint: 'Restore it with the version of crm that created it, then update.', cause },
    )
  throw asCrmError(asUnavailable(cause))
}
