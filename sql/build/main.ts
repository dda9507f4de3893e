/** `npm run data:build -- <raw folder>`: builds the shipped tables and their manifest from the raw files. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildTables } from './tables.ts'
import { openRaw } from './raw.ts'
import sources from '../data/pay/sources.json' with { type: 'json' }
import { writeTable } from './table.ts'

const DATA = fileURLToPath(new URL('../data/', import.meta.url))

/** Incremented when figures change. The lineage of every data point names it. */
const DATA_VERSION = '2026.11'

function main(folder: string | undefined): void {
  if (!folder) {
    process.stderr.write('Usage: npm run data:build -- <raw folder>\n')
    process.exitCode = 2
    return
  }
  const tables = buildTables(openRaw(folder)).map((table) => writeTable(DATA, table))
  const manifest = { version: DATA_VERSION, benchmark: '2025-Q2', cells_year: 2024, filings_until: '2025-09-30', sources, tables }
  writeFileSync(join(DATA, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const { name, rows } of tables) process.stderr.write(`${name}: ${rows} rows\n`)
}

main(process.argv[2])
