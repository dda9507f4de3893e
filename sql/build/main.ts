/** `npm run data:build -- <raw folder>`: builds the shipped tables and their manifest from the raw files. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildTables } from './tables.ts'
import { openRaw } from './raw.ts'
import sources from '../data/pay/sources.json' with { type: 'json' }
import { writeTable, type Table, type Written } from './table.ts'

const DATA = fileURLToPath(new URL('../data/', import.meta.url))

/** Incremented when figures change; part of the lineage of every data point. */
const DATA_VERSION = '2026.11'

function main(folder: string | undefined): void {
  if (!folder) {
    process.stderr.write('Usage: npm run data:build -- <raw folder>\n')
    process.exitCode = 2
    return
  }
  const tables = buildTables(openRaw(folder))
  const written = tables.map((table) => ({ table, file: writeTable(DATA, table) }))
  writeFileSync(join(DATA, 'manifest.json'), manifestText(written))
  for (const { table, file } of written)
    process.stderr.write(`${table.name}: ${file.rows} rows, ${file.bytes} bytes\n`)
}

function manifestText(written: { table: Table; file: Written }[]): string {
  const tables = written.map(({ table, file }) => ({
    name: table.name,
    about: table.about,
    file: file.file,
    rows: file.rows,
    sha256: file.sha256,
    columns: file.columns,
    sources: table.sources,
  }))
  return `${JSON.stringify({ version: DATA_VERSION, benchmark: '2025-Q2', cells_year: 2024, filings_until: '2025-09-30', sources, tables }, null, 2)}\n`
}

main(process.argv[2])
