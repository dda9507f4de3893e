// Reads zip archives in memory (also .docx and .xlsx, which are zips), and gzip. It unpacks in chunks, so that a limit
// can stop it before memory is full.
import { Readable } from 'node:stream'
import { fail, isCrmError } from '../kernel/errors.ts'
import type { Meter } from './bounds.ts'
import { createGunzip } from 'node:zlib'

/** A file in an archive. Both ways to read it throw `unpacking_refused` if it is damaged or too large. */
export interface Entry {
  name: string
  pieces(): AsyncGenerator<Buffer>
  bytes(): Promise<Buffer>
}

export const isArchive = (bytes: Buffer): boolean => bytes.length > 22 && bytes.readUInt32LE(0) === 0x04034b50

/** The signature of each file's entry in the archive's directory. */
const DIRECTORY_ENTRY = Buffer.from('PK\u0001\u0002', 'latin1')

/** The files in an archive, ZIP64 included. Throws `unpacking_refused` if it is damaged or has too many. */
export async function entriesOf(name: string, archive: Buffer, meter: Meter): Promise<Entry[]> {
  // Counted first, because the library would make an object for each entry.
  for (let at = archive.indexOf(DIRECTORY_ENTRY), count = 1; at !== -1; count += 1) {
    meter.parts(count)
    at = archive.indexOf(DIRECTORY_ENTRY, at + 4)
  }
  const { default: JSZip } = await import('jszip')
  const { files } = await JSZip.loadAsync(archive).catch((error: Error) => {
    const reason = /encrypted/i.test(error.message)
      ? 'it is locked with a password'
      : 'the archive is cut off or damaged: download it again'
    return fail('unpacking_refused', { name, reason }, { cause: error })
  })
  return Object.values(files)
    .filter(({ dir }) => !dir)
    .map((file) => {
      const damage = `the archive is damaged: ${file.name} cannot be unpacked`
      const open = () => new Readable().wrap(file.nodeStream('nodebuffer'))
      const pieces = () => metered(name, open, meter, damage)
      return { name: file.name, pieces, bytes: () => joined(pieces()) }
    })
}

/** What a stream unpacks, within the limits. `damage` says why it is refused if unpacking fails. */
async function* metered(
  name: string,
  open: () => AsyncIterable<Buffer>, // Without an encoding, a stream yields buffers.
  meter: Meter,
  damage: string,
): AsyncGenerator<Buffer> {
  try {
    for await (const piece of open()) {
      meter.bytes(piece.length)
      yield piece
    }
  } catch (error) {
    if (isCrmError(error)) throw error
    fail('unpacking_refused', { name, reason: damage }, { cause: error })
  }
}

async function joined(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

export const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** The unpacked content. Throws `unpacking_refused` if it is damaged or exceeds a limit. */
export function gunzipped(name: string, bytes: Buffer, meter: Meter): Promise<Buffer> {
  const open = () => createGunzip().end(bytes)
  return joined(metered(name, open, meter, 'the archive is damaged'))
}
