// COPY over postgres.js, with workarounds for three defects of its streams.

import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { Sql } from 'postgres'
import { quoted } from './catalog.ts'
import type { Pieces, TableHeader } from './container.ts'

const PIECE_BYTES = 64 * 1024

/** The content of each table, in order. */
export async function* copyOut(tx: Sql, tables: TableHeader[]): AsyncIterable<Pieces> {
  for (const table of tables) yield rowsOf(tx, table)
}

// postgres.js 3.4.9 pauses its socket when the stream is full and does not resume it if the last row filled
// it, so the next query would hang. Calling `_read`, which resumes it, once more after the end fixes that. A
// reader that stops early, on a full disk, would leave the same state, so the rest is read and discarded.
async function* rowsOf(tx: Sql, table: TableHeader): Pieces {
  const stream = await tx.unsafe(`copy ${columnsOf(table)} to stdout`).readable()
  try {
    // Without an encoding, a stream yields buffers.
    const pieces: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false })
    yield* gathered(pieces)
  } finally {
    if (!stream.readableEnded && !stream.destroyed) await finished(stream.resume())
    stream._read(0)
  }
}

// The server sends one message per row; hashing, compressing and framing each one would take most of the
// time.
async function* gathered(rows: AsyncIterable<Buffer>): Pieces {
  let held: Buffer[] = []
  let bytes = 0
  for await (const row of rows) {
    held.push(row)
    bytes += row.length
    if (bytes < PIECE_BYTES) continue
    yield Buffer.concat(held)
    held = []
    bytes = 0
  }
  yield Buffer.concat(held)
}

/** Copies chunks into a table. */
export const copyIn = (tx: Sql, table: TableHeader, pieces: Pieces): Promise<void> =>
  copyFrom(tx, `copy ${columnsOf(table)} from stdin`, pieces)

/**
 * Runs a `copy … from stdin`. When the server rejects rows only at the end of the COPY, postgres.js 3.4.9
 * rejects a promise that the stream already resolved, and the stream never finishes. So the rejection is
 * intercepted where the library raises it.
 */
async function copyFrom(tx: Sql, statement: string, pieces: Pieces | string[]): Promise<void> {
  const query = tx.unsafe(statement)
  const refused = new Promise<never>((_resolve, reject) => Object.assign(query, { reject }))
  refused.catch(() => undefined)
  const stream = await Promise.race([query.writable(), refused])
  await Promise.race([pipeline(Readable.from(pieces), stream), refused])
}

function columnsOf({ name, columns }: TableHeader): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`
}
