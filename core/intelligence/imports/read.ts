// Reads and validates a file downloaded from a publisher, as a whole and before anything is changed.
import { systemCodeOf } from '../../kernel/thrown.ts'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fail } from '../../kernel/errors.ts'
import { readLayout } from './layout.ts'
import type { FileReader, ReadOptions } from './read-file.ts'
import { readFilingsFile } from './filings.ts'
import { readOewsFile } from './oews.ts'
import { readWagesFile } from './wages.ts'
import type { ImportKind, Reading } from './import-note.ts'
import { tablesIn, type RawTable } from './tables.ts'

export interface ReadFile extends Reading {
  file: string
  sha256: string
}

/** Reads a file. Throws `import_refused` with a readable message when it cannot be loaded. */
export async function readImport(path: string, options: ReadOptions): Promise<ReadFile> {
  const file = basename(path)
  const refuse = (problem: string, hint?: string): never =>
    fail('import_refused', { file, problem }, hint ? { hint } : {})
  const { sha256, tables } = openFile(path)
  try {
    const reading = await readTables(file, await tables, options)
    if (!reading) return refuse('none of its tables has the columns of a supported file', KNOWN)
    if (reading.taken === 0) return refuse(`none of its rows can be used: ${inWords(reading)}`)
    return { ...reading, file, sha256 }
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) return refuse(error.message)
    if (systemCodeOf(error)?.startsWith('Z_')) return refuse('the archive is damaged')
    if (systemCodeOf(error)?.startsWith('CSV_'))
      return refuse('it is no table: its quotes or its lines do not end')
    throw error
  }
}

const KNOWN =
  'Give it OEWS of the nation or of metropolitan areas (oesm26nat.zip, oesm26ma.zip), OFLC wages (OFLC_Wages_2026-27.zip) or an LCA disclosure file.'

/**
 * The digest and the tables of a file. The file's bytes are
 * released: only an unpacked archive is read from then on.
 */
function openFile(path: string): { sha256: string; tables: Promise<RawTable[]> } {
  const bytes = bytesOf(path)
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    tables: tablesIn(basename(path), bytes),
  }
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = systemCodeOf(error)
    const why: Readonly<Record<string, string>> = {
      ENOENT: 'there is no such file',
      EACCES: 'you may not read it',
      EISDIR: 'it is a folder',
    }
    return fail('usage', { problem: `${path}: ${why[code ?? ''] ?? 'it cannot be read'}.` })
  }
}

/**
 * The first table of a known kind with usable rows, else the one
 * with the most skipped rows; sheets of notes and codes are ignored.
 */
async function readTables(file: string, tables: RawTable[], options: ReadOptions): Promise<Reading | null> {
  // An OFLC archive has two wage files: one for all employers
  // (ALC), one for universities (EDC). The first is preferred.
  const ordered = [...tables].sort((a, b) => Number(/EDC/i.test(a.name)) - Number(/EDC/i.test(b.name)))
  let empty: Reading | null = null
  for (const table of ordered) {
    const found = await readLayout(table.rows(), options.tell)
    if (!found) continue
    const reading = await READERS[found.kind](found.rows, `${file}/${table.name}`, options)
    if (reading.taken > 0) return reading
    if (!empty || leftOut(reading) > leftOut(empty)) empty = reading
  }
  return empty
}

const leftOut = ({ skipped }: Reading): number => skipped.reduce((sum, { rows }) => sum + rows, 0)

const READERS: Record<ImportKind, FileReader> = {
  oews: readOewsFile,
  oflc_wages: readWagesFile,
  lca: readFilingsFile,
}

const inWords = ({ skipped }: Reading): string =>
  skipped.length
    ? skipped
        .slice(0, 3)
        .map(({ reason, rows }) => `${rows} ${reason}`)
        .join('; ')
    : 'it has none'
