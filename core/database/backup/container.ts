// The backup file: one gzip stream of a JSON line, the tables' COPY data in length-prefixed pieces, and a digest.
//
//   {"format":1,…,"tables":[{"name","columns","rows"}…]}\n     what follows, in order
//   for each table: (uint32 length, bytes)* uint32 0            PostgreSQL's COPY text
//   32 bytes                                                   SHA-256 of everything before

import { quietly, fail } from '../../kernel/errors.ts'
import { recordOf } from '../../kernel/narrow.ts'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { codeOf } from '../embedded/failures.ts'

export interface TableHeader {
  name: string
  columns: string[]
  rows: number
}

export interface BackupHeader {
  format: 1
  product: 'crm'
  productVersion: string
  schemaVersion: number
  migrations?: number[]
  createdAt: string
  server: string
  /** Each table comes after those that it references, except in cycles. */
  tables: TableHeader[]
  sequences: { name: string; value: number }[]
}

export type Pieces = AsyncIterable<Buffer>

const DIGEST_BYTES = 32
// An upper bound: the list of tables and columns takes far less than a megabyte.
const HEADER_BYTES = 1024 * 1024
// The most bytes that a reader holds at once: joining the chunks of a whole row of many megabytes would take minutes.
const PART_BYTES = 64 * 1024

/** Writes a container of mode 0600, which must not exist yet, and resolves when it is synced to disk. */
export async function writeContainer(file: string, header: BackupHeader, tables: readonly Pieces[]) {
  const hash = createHash('sha256')
  const gzip = createGzip({ level: 6 })
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  const done = pipeline(gzip, output)
  // The pipeline may fail while this function waits for the database. The await below handles that error.
  done.catch(() => undefined)
  const write = async (bytes: Buffer): Promise<void> => {
    hash.update(bytes)
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), done])
  }
  try {
    await write(Buffer.from(`${JSON.stringify(header)}\n`))
    for (const table of tables) {
      for await (const piece of table)
        if (piece.length > 0) await write(Buffer.concat([lengthOf(piece), piece]))
      await write(Buffer.alloc(4))
    }
    gzip.end(hash.digest())
    await done
  } catch (thrown) {
    gzip.destroy()
    await done.catch(() => undefined)
    throw thrown
  }
}

/** Passes the chunks of each table to `onTable`. Throws if the file is damaged; the caller must then drop all chunks. */
export async function readContainer(
  file: string,
  onTable: (table: TableHeader, pieces: Pieces, header: BackupHeader) => Promise<void> = drain,
): Promise<BackupHeader> {
  const source = createReadStream(file)
  const gunzip = source.pipe(createGunzip())
  source.once('error', (error) => gunzip.destroy(error))
  try {
    const reader = readerOf(gunzip)
    const header = parseHeader(await reader.line(), file)
    for (const table of header.tables) await onTable(table, piecesOf(reader), header)
    const expected = reader.digest()
    if (!expected.equals(await reader.take(DIGEST_BYTES)) || !(await reader.isAtEnd())) failDamaged(file)
    return header
  } catch (thrown) {
    return failUnreadable(thrown, file)
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

export async function drain(_table: TableHeader, pieces: Pieces): Promise<void> {
  for await (const piece of pieces) void piece
}

/** The pieces in parts, because a piece can be as long as a row of the database, up to a gigabyte. */
async function* piecesOf(reader: Reader): Pieces {
  for (;;) {
    let left = (await reader.take(4)).readUInt32BE(0)
    if (left === 0) return
    for (; left > 0; left -= PART_BYTES) yield await reader.take(Math.min(left, PART_BYTES))
  }
}

type Reader = ReturnType<typeof readerOf>

const TRUNCATED = 'ERR_TRUNCATED'

function readerOf(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]()
  const hash = createHash('sha256')
  let held: Buffer = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    const next = await chunks.next()
    if (next.done !== true) held = held.length === 0 ? next.value : Buffer.concat([held, next.value])
    return next.done !== true
  }
  const take = async (length: number): Promise<Buffer> => {
    while (held.length < length)
      if (!(await more())) throw Object.assign(new Error('truncated'), { code: TRUNCATED })
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    hash.update(taken)
    return taken
  }
  const line = async (): Promise<string> => {
    while (!held.includes(10) && held.length < HEADER_BYTES) if (!(await more())) break
    const text = await take(held.indexOf(10) + 1)
    return text.toString('utf8')
  }
  return {
    line,
    take,
    digest: () => hash.copy().digest(),
    isAtEnd: async () => held.length === 0 && !(await more()),
  }
}

function parseHeader(line: string, file: string): BackupHeader {
  const header = quietly((): unknown => JSON.parse(line))
  const { product, format } = recordOf(header)
  if (product !== 'crm') failForeign(file)
  const problem = `${file} was written by a newer version of crm. Nothing was changed.`
  if (format !== 1) fail('failed', { problem }, { hint: 'Update crm.' })
  return header as BackupHeader // This product wrote it: readContainer checks the digest.
}

// zlib's Z_BUF_ERROR means a truncated file, Z_DATA_ERROR corrupt data.
function failUnreadable(thrown: unknown, file: string): never {
  const code = codeOf(thrown)
  if (code === 'ENOENT') fail('usage', { problem: `There is no file ${file}.` }, { cause: thrown })
  if (code === 'EACCES') fail('usage', { problem: `You may not read ${file}.` }, { cause: thrown })
  if (code === 'EISDIR') fail('usage', { problem: `${file} is a folder. Name a file in it.` })
  if (thrown instanceof Error && thrown.message === 'incorrect header check') failForeign(file)
  if (code === TRUNCATED || code.startsWith('Z_')) failDamaged(file, thrown)
  throw thrown
}

function failForeign(file: string): never {
  fail('failed', { problem: `${file} is not a backup of crm. Nothing was changed.` })
}

function failDamaged(file: string, cause?: unknown): never {
  const problem = `The backup ${file} is damaged or incomplete. Nothing was changed.`
  const hint = 'Copy it again from where it was made, or use an older one.'
  fail('failed', { problem }, { hint, cause })
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length, 0)
  return length
}
