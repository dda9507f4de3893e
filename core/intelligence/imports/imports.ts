// Loads publishers' newer files over the shipped data. Also lists imports, puts one in use, and removes one.
import { counted } from '../../kernel/amounts.ts'
import { withMaintenance, type Sql } from '../../database/connect.ts'
import type { Address } from '../../database/embedded/address.ts'
import { isoOf, type Clock } from '../../kernel/clock.ts'
import { fail } from '../../kernel/errors.ts'
import { newId } from '../../kernel/id.ts'
import { openDataset } from '../file/dataset.ts'
import { openShipped } from '../file/shipped.ts'
import { inUse, putInUse, switching } from './in-use.ts'
import { overlaid, overlayOf, tablesWith } from './overlay.ts'
import { readImport, type ReadFile } from './read.ts'
import { LICENCE } from './import-note.ts'
import * as store from './store.ts'

/** The database with the imports, and the home that holds a copy of the overlay (null: not an embedded database). */
export interface ImportPlace {
  place: string | Address
  home: string | null
}

/** Where to import, and what the file does not say. */
interface ImportOptions extends ImportPlace {
  clock: Clock
  vintage: number | null
  /** Called occasionally with a progress message. */
  tell?: (sentence: string) => void
}

export type ImportAnswer = ReturnType<typeof answerOf>

/** Reads a file and returns what loading it would do, without changing anything. */
export const planImport = (path: string, options: ImportOptions): Promise<ImportAnswer> =>
  withMaintenance(options.place, async (sql) => {
    const { reading, held } = await readBeside(sql, path, options)
    return answerOf(reading, held?.id ?? null, false)
  })

/** Loads a file over the import in use, and puts it in use. A file loaded over the same data before is not loaded again. */
export const loadImport = (path: string, options: ImportOptions): Promise<ImportAnswer> =>
  withMaintenance(options.place, async (sql) => {
    const { reading, over, held } = await readBeside(sql, path, options)
    if (held) return answerOf(reading, held.id, false)
    options.tell?.('Compiling the tables …')
    return switching(sql, options.home, async (tx) => {
      if ((await inUse(tx)) !== over) fail('import_overtaken', {})
      const known = (await store.listNotes(tx)).find(
        (note) => note.sha256 === reading.sha256 && note.over === over,
      )
      const id = known?.id ?? newId()
      const { effects: _, ...row } = reading
      if (!known) await store.insertImport(tx, { ...row, id, over, importedAt: isoOf(options.clock.now()) })
      await putInUse(tx, id)
      return answerOf(reading, id, true)
    })
  })

/** Every import, oldest first, and the one in use (null: the shipped file alone). */
export const listImports = ({ place }: ImportPlace) =>
  withMaintenance(place, async (sql) => ({ imports: await store.listNotes(sql), inUse: await inUse(sql) }))

/** Puts an import and those below it in use. Null means the shipped file alone. */
export const useImport = (at: ImportPlace, id: string | null): Promise<void> =>
  withMaintenance(at.place, (sql) => switching(sql, at.home, (tx) => putInUse(tx, id)))

/** Removes an import. If it is in use, the import below it comes into use. */
export const removeImport = (at: ImportPlace, id: string): Promise<void> =>
  withMaintenance(at.place, (sql) =>
    switching(sql, at.home, async (tx) => {
      const notes = await store.listNotes(tx)
      const removed = notes.find((note) => note.id === id) ?? fail('import_not_found', { id })
      const present = await inUse(tx)
      await store.clearInUse(tx)
      await store.removeImport(tx, id)
      await putInUse(tx, present === id ? removed.over : present)
    }),
  )

/** Reads a file against the data in use. `held` is the import of the same file, if the data in use include it. */
async function readBeside(sql: Sql, path: string, options: ImportOptions) {
  const { clock, vintage } = options
  const shipped = openShipped()
  const over = await inUse(sql)
  const chain = over === null ? [] : await store.listImports(sql, over)
  const { catalog, words } = openDataset(
    over === null ? shipped : overlaid(shipped, await overlayOf(sql, over, shipped)),
  )
  const today = isoOf(clock.now()).slice(0, 10)
  const tell = (rows: number) => options.tell?.(`Reading … ${counted(rows)} rows`)
  const reading = await readImport(path, { tables: tablesWith(chain), catalog, words, vintage, today, tell })
  return { reading, over, held: chain.find(({ sha256 }) => sha256 === reading.sha256) }
}

/** `id` is null for a dry run of a file that is not loaded; `changed` is false for every dry run, and for a loaded file. */
const answerOf = (reading: ReadFile, id: string | null, changed: boolean) => {
  const { kind, vintage, file, sha256, taken, skipped, effects } = reading
  return { id, kind, vintage, file, sha256, taken, skipped, licence: LICENCE, changed, effects }
}
