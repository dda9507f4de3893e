// Copies the shipped files and imports into the database tables used for single lookups. When either changes,
// all rows are replaced, which takes a second or two.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyFrom } from '../../database/backup/copy.ts'
import type { Sql } from '../../database/connect.ts'
import { dataFolder, readTable, readVintages, type WholeTables } from '../catalog/csv.ts'
import { compose } from '../imports/compose.ts'
import type { Imported } from '../imports/record.ts'
import { listImports, listNotes } from '../imports/store.ts'
import type { Rows } from './extract-keys.ts'
import { extractsOf } from './extracts.ts'
import { unambiguousWordings, type Wording } from './wordings.ts'

/** Advisory lock id; an arbitrary constant. */
const LOCK = 7_203_518

/** Loads the shipped data unless the database already has it or a newer version; returns whether it did. */
export async function loadShippedData(sql: Sql, folder = dataFolder()): Promise<boolean> {
  if (!(await isWanted(sql, folder))) return false
  return sql.begin(async (transaction) => {
    const tx = transaction as unknown as Sql
    await lockData(tx)
    // The previous holder of the lock may have loaded it already.
    if (!(await isWanted(tx, folder))) return false
    await replaceData(tx, folder)
    return true
  }) as Promise<boolean>
}

/** Takes an advisory lock on the data until the transaction ends. */
export const lockData = (tx: Sql) => tx`select pg_advisory_xact_lock(${LOCK})`

/** The shipped tables with the imports merged in; without imports, the shipped folder itself. */
export const tablesWith = (folder: string, imports: readonly Imported[]): WholeTables =>
  imports.length ? compose(folder, imports) : folder

/** Replaces the loaded data with the shipped data and all imports. The caller must hold the lock. */
export async function replaceData(tx: Sql, folder: string): Promise<void> {
  const imports = await listImports(tx)
  const whole = tablesWith(folder, imports)
  const { version, benchmark } = readVintages(whole)
  const digest = digestOf(folder, imports)
  await tx`truncate intelligence_extracts, intelligence_wordings, intelligence_data`
  await copyFrom(tx, 'copy intelligence_extracts (key, soc, tables) from stdin', [
    extractsText(whole, imports),
  ])
  await copyFrom(tx, 'copy intelligence_wordings (words, role) from stdin', [wordingsText(folder)])
  await tx`insert into intelligence_data (version, benchmark, digest, loaded_at)
    values (${version}, ${benchmark}, ${digest}, now())`
  await tx`insert into intelligence_versions (digest, version, benchmark, loaded_at)
    values (${digest}, ${version}, ${benchmark}, now()) on conflict do nothing`
}

/** The digest of the manifest, which contains the digest of every file, and of the imported files. */
function digestOf(folder: string, imports: readonly { sha256: string }[]): string {
  const hash = createHash('sha256').update(readFileSync(join(folder, 'manifest.json')))
  for (const { sha256 } of imports) hash.update(sha256)
  return hash.digest('hex')
}

/** False when the same data is already loaded, or newer data from another release. */
async function isWanted(sql: Sql, folder: string): Promise<boolean> {
  const [held] = await sql<
    { version: string; digest: string }[]
  >`select version, digest from intelligence_data`
  if (!held) return true
  const digest = digestOf(folder, await listNotes(sql))
  return held.digest !== digest && !isNewer(held.version, readVintages(folder).version)
}

/** Whether a version such as `2026.10` is later than another. */
function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  const at = a!.findIndex((part, index) => part !== b![index])
  return at >= 0 && a![at]! > (b![at] ?? -1)
}

const NULL = '\\N'

function extractsText(whole: WholeTables, imports: readonly Imported[]): string {
  const extracts = extractsOf(whole, imports.at(-1)?.importedAt.slice(0, 10) ?? '')
  // JSON.stringify escapes tabs and line breaks; backslashes must also be escaped for COPY.
  const textOf = (tables: Rows) => JSON.stringify(tables).replaceAll('\\', '\\\\')
  return extracts.map(({ key, soc, tables }) => `${key}\t${soc ?? NULL}\t${textOf(tables)}\n`).join('')
}

function wordingsText(folder: string): string {
  const wordings: Wording[] = []
  readTable(folder, 'roles', ([slug = '', title = '']) => wordings.push({ slug, text: title, weight: 2 }))
  readTable(folder, 'aliases', ([slug = '', text = '', weight]) =>
    wordings.push({ slug, text, weight: Number(weight) }),
  )
  return [...unambiguousWordings(wordings)].map(([words, role]) => `${words}\t${role ?? NULL}\n`).join('')
}
