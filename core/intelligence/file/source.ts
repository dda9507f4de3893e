// The tables that a pay file is compiled from: those of sql/data, or the same with imports merged in.
import { first } from '../../kernel/must.ts'
import { existsSync, readdirSync } from 'node:fs'
import { quotedCells, readManifest, readText, type WholeTables } from './csv.ts'
import type { Row } from './layout.ts'
import type { SourceTables } from './tables.ts'

/** The table that the manifest becomes: a row of JSON for each of its entries. */
const MANIFEST = 'manifest'
const MANIFEST_COLUMNS = ['entry', 'json']

export function sourceTables(tables: WholeTables): SourceTables {
  const [folder, replaced] =
    typeof tables === 'string' ? [tables, []] : [tables.folder, tables.replaced.keys()]
  const lines = (name: string) => readText(tables, name).trimEnd().split('\n')
  return {
    isChanged: (name) => typeof tables !== 'string' && (name === MANIFEST || tables.replaced.has(name)),
    names: () => [...new Set([MANIFEST, ...tablesIn(folder), ...replaced])],
    columns: (name) => (name === MANIFEST ? MANIFEST_COLUMNS : cellsIn(first(lines(name)))),
    *rows(name): Generator<Row> {
      if (name !== MANIFEST) for (const line of lines(name).slice(1)) yield cellsIn(line)
      else
        for (const [entry, value] of Object.entries(readManifest(tables)))
          yield [entry, JSON.stringify(value)]
    },
  }
}

const FILE = /^(\w+)\.csv(?:\.gz)?$/

const tablesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).flatMap((file) => FILE.exec(file)?.[1] ?? []) : []

const cellsIn = (line: string): string[] => (line.includes('"') ? quotedCells(line) : line.split(','))
