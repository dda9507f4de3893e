// From the shipped files into the database: the tables that single answers read, replaced as a whole when sql/data
// holds another version. A second or two, once per version.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyFrom } from '../../database/backup/copy.ts'
import type { Sql } from '../../database/connect.ts'
import { dataFolder, readManifest, readTable, readText } from '../catalog/csv.ts'
import { certainWordings, type Wording } from './wordings.ts'

/** Files that are copied as they are into `intelligence_<name>`. */
const COPIED = [
  ...['occupations', 'roles', 'cities', 'cells', 'national', 'effects', 'offers', 'outlook', 'sponsors'],
  ...['sponsor_size', 'series', 'remote_pay', 'pay_mix', 'extra_pay'],
]

/** Any constant will do; it is ours alone. */
const LOCK = 7_203_518

/** Loads the shipped data unless the database has it, or something newer; answers whether it did. */
export async function loadShippedData(sql: Sql, folder = dataFolder()): Promise<boolean> {
  const shipped = {
    ...readManifest(folder),
    digest: createHash('sha256')
      .update(readFileSync(join(folder, 'manifest.json')))
      .digest('hex'),
  }
  if (!(await isWanted(sql, shipped))) return false
  return sql.begin(async (transaction) => {
    const tx = transaction as unknown as Sql
    await tx`select pg_advisory_xact_lock(${LOCK})`
    // Whoever held the lock before may have loaded it.
    if (!(await isWanted(tx, shipped))) return false
    const tables = [...COPIED, 'wordings', 'data'].map((name) => `intelligence_${name}`)
    await tx.unsafe(`truncate ${tables.join(', ')}`)
    for (const name of COPIED) await copyText(tx, name, readText(folder, name))
    await copyText(tx, 'wordings', wordingsText(folder))
    await tx`insert into intelligence_data (version, benchmark, digest, loaded_at)
      values (${shipped.version}, ${shipped.benchmark}, ${shipped.digest}, now())`
    await tx`insert into intelligence_versions (digest, version, benchmark, loaded_at)
      values (${shipped.digest}, ${shipped.version}, ${shipped.benchmark}, now()) on conflict do nothing`
    return true
  }) as Promise<boolean>
}

interface Shipped {
  version: string
  digest: string
}

/** The same bytes are not loaded again, and a newer set that another release loaded is left alone. */
async function isWanted(sql: Sql, { version, digest }: Shipped): Promise<boolean> {
  const [held] = await sql<Shipped[]>`select version, digest from intelligence_data`
  return !held || (held.digest !== digest && !isNewer(held.version, version))
}

/** Whether a version such as `2026.10` is after another. */
function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  const at = a!.findIndex((part, index) => part !== b![index])
  return at >= 0 && a![at]! > (b![at] ?? -1)
}

function copyText(tx: Sql, name: string, text: string): Promise<void> {
  const columns = text.slice(0, text.indexOf('\n'))
  // An empty cell is null, but for the city of an offer: there it means the nation.
  const nation = name === 'offers' ? ', force_not_null (city)' : ''
  return copyFrom(tx, `copy intelligence_${name} (${columns}) from stdin (format csv, header${nation})`, [
    text,
  ])
}

function wordingsText(folder: string): string {
  const wordings: Wording[] = []
  readTable(folder, 'roles', ([slug = '', title = '']) => wordings.push({ slug, text: title, weight: 2 }))
  readTable(folder, 'aliases', ([slug = '', text = '', weight]) =>
    wordings.push({ slug, text, weight: Number(weight) }),
  )
  const lines = [...certainWordings(wordings)].map(([words, role]) => `${words},${role ?? ''}\n`)
  return `words,role\n${lines.join('')}`
}
