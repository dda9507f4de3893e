// COPY over postgres.js, despite three faults of its streams, and the snapshot that a backup reads.

import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { Sql } from 'postgres'
import { begin } from '../connect.ts'
import { quoted, sequencesOf, tablesOf } from './catalog.ts'
import { writeContainer, type BackupHeader, type Pieces, type TableHeader } from './container.ts'

const PIECE_BYTES = 64 * 1024

// The settings of pg_dump. They make the format of values independent of the settings of server and user. If row security would
// hide rows, the backup fails.
const SESSION = [
  "set local datestyle = 'ISO, YMD'",
  'set local intervalstyle = postgres',
  'set local extra_float_digits = 3',
  "set local bytea_output = 'hex'",
  'set local row_security = off',
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
  // Other transactions end within their own timeouts, which are shorter.
  "set local lock_timeout = '60s'",
].join(';')

export const inTransaction = <T>(sql: Sql, mode: string, work: (tx: Sql) => Promise<T>): Promise<T> =>
  begin(sql, async (tx) => (await tx.unsafe(SESSION), work(tx)), mode)

export interface BackupOptions {
  schemaVersion: number
  migrations?: number[]
  productVersion?: string
  exclude?: string[]
}

export async function writeSnapshot(tx: Sql, file: string, options: BackupOptions): Promise<BackupHeader> {
  const tables: TableHeader[] = []
  for (const table of await tablesOf(tx, options.exclude ?? []))
    tables.push({ ...table, rows: await countRows(tx, table.name) })
  const [row] = await tx<{ now: string; server: string }[]>`
    select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now,
      split_part(current_setting('server_version'), ' ', 1) as server`
  const header: BackupHeader = {
    format: 1,
    product: 'crm',
    productVersion: options.productVersion ?? '',
    schemaVersion: options.schemaVersion,
    ...(options.migrations && { migrations: options.migrations }),
    createdAt: row?.now ?? '',
    server: row?.server ?? '',
    tables,
    sequences: await sequencesOf(tx),
  }
  const rows = tables.map((table) => rowsOf(tx, table))
  await writeContainer(file, header, rows)
  return header
}

export async function countRows(tx: Sql, table: string): Promise<number> {
  const [row] = await tx<{ rows: string }[]>`select count(*)::text as rows from ${tx(table)}`
  return Number(row?.rows)
}

// postgres.js 3.4.9 pauses its socket if the stream is full, and never resumes if the last row filled it: the next query would
// hang. A call of `_read` after the end resumes it. A reader that stops early, on a full disk, would leave the same state, so
// the rest is read and dropped.
async function* rowsOf(tx: Sql, table: TableHeader): Pieces {
  const stream = await tx.unsafe(`copy ${columnsOf(table)} to stdout`).readable()
  try {
    const pieces: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false })
    yield* joinedRows(pieces)
  } finally {
    if (!stream.readableEnded && !stream.destroyed) await finished(stream.resume())
    stream._read(0)
  }
}

// The server sends a message per row. To hash, compress and frame each one would take most of the time.
async function* joinedRows(rows: AsyncIterable<Buffer>): Pieces {
  let buffered: Buffer[] = []
  let bytes = 0
  for await (const row of rows) {
    buffered.push(row)
    bytes += row.length
    if (bytes < PIECE_BYTES) continue
    yield Buffer.concat(buffered)
    buffered = []
    bytes = 0
  }
  yield Buffer.concat(buffered)
}

/**
 * Copies chunks into a table. If the server refuses rows only at the end, postgres.js 3.4.9 rejects a promise that is resolved
 * already, and the stream never ends. So this replaces the `reject` of the library's query.
 */
export async function copyIn(tx: Sql, table: TableHeader, pieces: Pieces): Promise<void> {
  const query = tx.unsafe(`copy ${columnsOf(table)} from stdin`)
  const refused = new Promise<never>((_resolve, reject) => Object.assign(query, { reject }))
  refused.catch(() => undefined)
  const stream = await Promise.race([query.writable(), refused])
  await Promise.race([pipeline(Readable.from(pieces), stream), refused])
}

const columnsOf = ({ name, columns }: TableHeader): string =>
  `${quoted(name)} (${columns.map(quoted).join(', ')})`
