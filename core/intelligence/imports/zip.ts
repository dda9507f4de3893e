// The entries of a zip archive that is held in memory: publishers ship workbooks in archives, and workbooks are archives.
import { createInflateRaw, inflateRawSync } from 'node:zlib'
import { Readable } from 'node:stream'

/** One file in an archive. */
export interface Entry {
  name: string
  /** Its bytes once unpacked. */
  size: number
  /** Its content in pieces, unpacked as they are asked for. */
  stream(): Readable
  /** Its content as a whole; throws when it is larger than `most` bytes. */
  bytes(most: number): Buffer
}

const END = 0x06054b50
const CENTRAL = 0x02014b50
const END_LENGTH = 22
const CENTRAL_LENGTH = 46
const LOCAL_LENGTH = 30
const STORED = 0
const DEFLATED = 8
const PIECE_BYTES = 1 << 16

/** Whether bytes begin as an archive does. */
export const isZip = (bytes: Buffer): boolean =>
  bytes.length > END_LENGTH && bytes.readUInt32LE(0) === 0x04034b50

/** The files of an archive, as its directory lists them. Throws an Error with a sentence when it is damaged. */
export function entriesOf(archive: Buffer): Entry[] {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + END_LENGTH > archive.length || archive.readUInt32LE(end) !== END)
    throw new Error('the archive is cut off: its directory is missing')
  const count = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  const entries: Entry[] = []
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_LENGTH > archive.length || archive.readUInt32LE(at) !== CENTRAL)
      throw new Error('the directory of the archive is damaged, or of a kind that is not read (ZIP64)')
    const nameLength = archive.readUInt16LE(at + 28)
    entries.push(
      entryAt(archive, at, archive.toString('utf8', at + CENTRAL_LENGTH, at + CENTRAL_LENGTH + nameLength)),
    )
    at += CENTRAL_LENGTH + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return entries.filter(({ name }) => !name.endsWith('/'))
}

function entryAt(archive: Buffer, at: number, name: string): Entry {
  const method = archive.readUInt16LE(at + 10)
  const [packed, size, local] = [20, 24, 42].map((field) => archive.readUInt32LE(at + field))
  const content = (): Buffer => {
    if (archive.readUInt16LE(at + 8) & 1) throw new Error(`${name} is locked with a password`)
    if (method !== STORED && method !== DEFLATED)
      throw new Error(`${name} is packed in a way that is not read`)
    const from = local! + LOCAL_LENGTH + archive.readUInt16LE(local! + 26) + archive.readUInt16LE(local! + 28)
    if (from + packed! > archive.length) throw new Error('the archive is cut off')
    return archive.subarray(from, from + packed!)
  }
  return {
    name,
    size: size!,
    stream() {
      const pieces = Readable.from(piecesOf(content()))
      if (method === STORED) return pieces
      const unpacking = createInflateRaw()
      pieces.on('error', (error) => unpacking.destroy(error))
      return pieces.pipe(unpacking)
    },
    bytes(most) {
      if (size! > most) throw new Error(`${name} is too large`)
      return method === STORED ? content() : inflateRawSync(content(), { maxOutputLength: most })
    },
  }
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}
