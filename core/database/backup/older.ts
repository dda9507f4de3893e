// Converts a backup of an older schema: loads its rows into the schema they come from, and migrates them.

import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { knownSchema, formerMigrations, stepsOf, type Migration } from '../schema-steps.ts'
import { applyWithin } from '../migrate.ts'
import { quoted } from './catalog.ts'
import type { BackupHeader } from './container.ts'
import { load } from './load.ts'
import { inTransaction, writeSnapshot } from './copy.ts'

/** The migrations that a backup's database had. A backup of the first release lists none: its database had all of that release. */
const numbersOf = ({ migrations: listed, schemaVersion }: BackupHeader): number[] =>
  listed ??
  formerMigrations()
    .map(({ number }) => number)
    .filter((number) => number <= schemaVersion)

function stepsAround(header: BackupHeader): { had: Migration[]; pending: Migration[] } {
  const numbers = numbersOf(header)
  const had = ({ number }: Migration) => numbers.includes(number)
  const all = stepsOf(numbers)
  return { had: all.filter(had), pending: all.filter((step) => !had(step)) }
}

export const isOlderBackup = (header: BackupHeader): boolean => stepsAround(header).pending.length > 0

export async function makeSchemaOf(tx: Sql, header: BackupHeader): Promise<void> {
  for (const step of stepsAround(header).had) await applyWithin(tx, step)
}

class Done extends Error {}

/** Writes the file to `copy` in this version's format. It migrates the rows in a temporary schema, and then rolls back. */
export async function upgradedCopy(
  sql: Sql,
  file: string,
  header: BackupHeader,
  { copy, exclude }: { copy: string; exclude: string[] },
): Promise<void> {
  const schema = quoted(`crm_restore_${randomBytes(6).toString('hex')}`)
  try {
    await inTransaction(sql, '', async (tx) => {
      await tx.unsafe(`create schema ${schema}; set local search_path = ${schema}`)
      await makeSchemaOf(tx, header)
      // `load` first empties the tables, because some migrations insert rows that the file also has.
      await load(tx, file, header, exclude)
      for (const migration of stepsAround(header).pending) await applyWithin(tx, migration)
      await writeSnapshot(tx, copy, { schemaVersion: knownSchema(), exclude })
      throw new Done()
    })
  } catch (thrown) {
    if (!(thrown instanceof Done)) throw thrown
  }
}
