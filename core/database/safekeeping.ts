// Keeping a copy of everything, and bringing it back: which tables are worth it, and when it would cost something.
import { VERSION } from '../version.ts'
import { backup, checkBackup, restore, type BackupSummary } from './backup.ts'
import type { BackupHeader } from './backup/container.ts'
import { overMaintenance } from './connect.ts'
import type { Address } from './embedded/address.ts'
import { schemaOf } from './migrate.ts'

/**
 * Left out: the schema's own record; answers to repeated requests, which are kept for a day; and what was spent of a
 * month, which must not become less by going back to yesterday's copy. Unlogged tables are left out anyway.
 */
const NOT_KEPT = ['schema_migrations', 'idempotency_keys', 'month_quotas']

/** Writes a copy of everything to a file; the database runs and is migrated. */
export const keep = (place: string | Address, file: string): Promise<BackupSummary> =>
  overMaintenance(place, async (sql) =>
    backup(sql, file, {
      schemaVersion: await schemaOf(sql),
      productVersion: VERSION,
      exclude: NOT_KEPT,
    }),
  )

/** Puts a copy in the place of everything there is; the database runs and is migrated. */
export const bringBack = (place: string | Address, file: string): Promise<BackupSummary> =>
  overMaintenance(place, async (sql) =>
    restore(sql, file, { schemaVersion: await schemaOf(sql), exclude: NOT_KEPT, replace: true }),
  )

/** What a file holds; throws when it is damaged or something else. */
export const look = (file: string): Promise<BackupHeader> => checkBackup(file)

/** Whether nobody would miss anything: at most the local owner, who has nothing yet. */
export const isBlank = (place: string | Address): Promise<boolean> =>
  overMaintenance(place, async (sql) => {
    const [row] = await sql<{ blank: boolean }[]>`
      select (select count(*) from users) <= 1
        and not exists (select 1 from jobs) and not exists (select 1 from contacts)
        and not exists (select 1 from activities) and not exists (select 1 from calendar_events)
        and not exists (select 1 from webhooks) and not exists (select 1 from extension_tokens)
        and not exists (select 1 from intelligence_keys) as blank`
    return row?.blank ?? false
  })
