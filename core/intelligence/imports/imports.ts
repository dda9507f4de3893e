// Loads a publisher's newer file in addition to the shipped data, in one transaction, and reverts it.
import { overMaintenance, type Sql } from '../../database/connect.ts'
import type { Address } from '../../database/embedded/address.ts'
import { isoOf, type Clock } from '../../kernel/clock.ts'
import { fail } from '../../kernel/errors.ts'
import { newId } from '../../kernel/id.ts'
import { openCatalog } from '../catalog/open.ts'
import { lockEdition, recordEdition } from './edition.ts'
import { fileOf, tablesWith } from './overlay.ts'
import { readImport, type ReadFile } from './read.ts'
import { LICENCE, type ImportNote } from './record.ts'
import * as store from './store.ts'

/** Where to import, and what the file itself does not contain. */
export interface ImportOptions {
  place: string | Address
  clock: Clock
  vintage: number | null
  /** Called occasionally with a progress message. */
  tell?: (sentence: string) => void
}

/** The result of an import. */
export interface ImportAnswer extends Omit<ImportNote, 'id' | 'importedAt'> {
  /** Null for a dry run of a file that is not loaded. */
  id: string | null
  /** False for a dry run, and for a file that is already loaded. */
  changed: boolean
  licence: string
  effects: string[]
}

/** Reads a file and returns what loading it would do, without changing anything. */
export const planImport = (path: string, options: ImportOptions): Promise<ImportAnswer> =>
  overMaintenance(options.place, async (sql) => {
    const reading = await readBeside(sql, path, options)
    const held = await heldOf(sql, reading.sha256)
    return answerOf(reading, held?.id ?? null, false)
  })

/** Loads a file, all or nothing. A file that is already loaded changes nothing. */
export const loadImport = (path: string, options: ImportOptions): Promise<ImportAnswer> =>
  overMaintenance(options.place, async (sql) => {
    const { clock } = options
    const reading = await readBeside(sql, path, options)
    options.tell?.('Composing the tables …')
    return inTransaction(sql, async (tx) => {
      const held = await heldOf(tx, reading.sha256)
      if (held) return answerOf(reading, held.id, false)
      const id = newId()
      const { effects: _, ...row } = reading
      await store.insertImport(tx, { ...row, id, importedAt: isoOf(clock.now()) })
      await recordEdition(tx)
      return answerOf(reading, id, true)
    })
  })

/** Reverts an import, chosen by its id, an id prefix or its file name; the newest by default. */
export const revertImport = (
  which: string | undefined,
  { place }: Pick<ImportOptions, 'place'>,
  isPlan: boolean,
): Promise<ImportNote> =>
  overMaintenance(place, (sql) =>
    inTransaction(sql, async (tx) => {
      const notes = await store.listNotes(tx)
      const found =
        which === undefined
          ? notes.at(-1)
          : notes.find(({ id, file }) => file === which || id.startsWith(which))
      if (!found)
        return fail(
          'import_not_found',
          { id: which ?? '' },
          { hint: 'See what is loaded: crm salary sources' },
        )
      if (isPlan) return found
      await store.removeImport(tx, found.id)
      await recordEdition(tx)
      return found
    }),
  )

async function readBeside(sql: Sql, path: string, options: ImportOptions): Promise<ReadFile> {
  const { clock, vintage } = options
  const tables = tablesWith(await store.listImports(sql))
  const today = isoOf(clock.now()).slice(0, 10)
  const tell = (rows: number) => options.tell?.(`Reading … ${rows.toLocaleString('en-US')} rows`)
  return readImport(path, { tables, catalog: openCatalog(fileOf(tables)), vintage, today, tell })
}

const heldOf = async (sql: Sql, sha256: string): Promise<ImportNote | undefined> =>
  (await store.listNotes(sql)).find((note) => note.sha256 === sha256)

const answerOf = (reading: ReadFile, id: string | null, changed: boolean): ImportAnswer => {
  const { kind, vintage, file, sha256, taken, skipped, effects } = reading
  return { id, kind, vintage, file, sha256, taken, skipped, licence: LICENCE, changed, effects }
}

const inTransaction = <T>(sql: Sql, work: (tx: Sql) => Promise<T>): Promise<T> =>
  sql.begin(async (transaction) => {
    const tx = transaction as unknown as Sql
    await lockEdition(tx)
    return work(tx)
  }) as Promise<T>
