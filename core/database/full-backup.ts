// Full backup and restore: which tables are included, and whether a restore would overwrite anything.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VERSION } from '../version.ts'
import { backup, checkBackup, restore, summaryOf, type BackupSummary } from './backup.ts'
import type { BackupHeader } from './backup/container.ts'
import { isOlderBackup, upgradedCopy } from './backup/older.ts'
import { overMaintenance, type Sql } from './connect.ts'
import type { Address } from './embedded/address.ts'
import { newId } from '../kernel/id.ts'
import { RESTORE } from './undo-handler.ts'
import { jsonb } from './fragments.ts'
import { appliedTo, schemaOf } from './migrate.ts'

/**
 * Excluded: the migration log; idempotency keys, which last a day; and monthly usage, which must not shrink by restoring
 * yesterday's backup. Unlogged tables are excluded anyway.
 */
const EXCLUDED_TABLES = ['schema_migrations', 'idempotency_keys', 'month_quotas']

/** Writes a backup to a file; the database must be running and migrated. */
export const writeBackup = (place: string | Address, file: string): Promise<BackupSummary> =>
  overMaintenance(place, async (sql) =>
    backup(sql, file, {
      schemaVersion: await schemaOf(sql),
      migrations: await appliedTo(sql),
      productVersion: VERSION,
      exclude: EXCLUDED_TABLES,
    }),
  )

/**
 * Replaces all data with a backup of this schema or an older one; the database must be running and migrated. The restore has an
 * entry in everybody's audit trail, with this id: it is done once, and undo knows of it.
 */
export const restoreBackup = (
  place: string | Address,
  file: string,
  id: string = newId(),
): Promise<BackupSummary> =>
  overMaintenance(place, async (sql) => {
    const header = await checkBackup(file)
    const options = {
      schemaVersion: await schemaOf(sql),
      exclude: EXCLUDED_TABLES,
      replace: true,
      before: sendOthersAway,
      after: (tx: Sql) => noteRestore(tx, id, header),
    }
    if ((await sql`select 1 from audit_log where id = ${id} limit 1`).length) return summaryOf(header, file)
    const isOlder = header.schemaVersion <= options.schemaVersion && isOlderBackup(header)
    if (!isOlder) return restore(sql, file, options)
    return withUpgraded(sql, file, header, async (copy) => {
      await restore(sql, copy, options)
      return summaryOf(header, file)
    })
  })

/**
 * Whoever is connected knows users that are about to be replaced. They ask anew, and wait for the lock meanwhile; what they had
 * not committed they do again.
 */
async function sendOthersAway(tx: Sql): Promise<void> {
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

/** Runs `work` on a file with the same data in this program's schema. */
async function withUpgraded<T>(
  sql: Sql,
  file: string,
  header: BackupHeader,
  work: (copy: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'crm-restore-'))
  try {
    const copy = join(folder, 'upgraded.crm')
    await upgradedCopy(sql, file, header, { copy, exclude: EXCLUDED_TABLES })
    return await work(copy)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The header of a backup file; throws when the file is damaged or not a backup. */
export const readBackupHeader = (file: string): Promise<BackupHeader> => checkBackup(file)

/** Whether the database holds no user data: at most the local owner, without records. */
export const isEmpty = (place: string | Address): Promise<boolean> =>
  overMaintenance(place, async (sql) => {
    const [row] = await sql<{ blank: boolean }[]>`
      select (select count(*) from users) <= 1
        and not exists (select 1 from jobs) and not exists (select 1 from contacts)
        and not exists (select 1 from activities) and not exists (select 1 from calendar_events)
        and not exists (select 1 from webhooks) and not exists (select 1 from extension_tokens)
        and not exists (select 1 from intelligence_keys) as blank`
    return row?.blank ?? false
  })
