// Decodes chunks of bytes into chunks of text.
import { must } from '../kernel/narrow.ts'
import { TextDecoder } from 'node:util'

/** UTF-8, or UTF-16 after a byte order mark. From the first chunk that is neither, Latin-1, as older exports use it. */
export async function* decoded(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  // A character that is cut off at the end of a chunk. If the decoder fails, its first bytes would be lost.
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(isUtf16(piece) ? 'utf-16le' : 'utf-8', { fatal: true })
    const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
    const end = decoder.encoding === 'utf-8' ? bytes.length - incompleteBytes(bytes) : bytes.length
    rest = bytes.subarray(end)
    try {
      yield decoder.decode(bytes.subarray(0, end), { stream: true })
    } catch {
      rest = Buffer.alloc(0)
      decoder = new TextDecoder('latin1')
      yield decoder.decode(bytes, { stream: true })
    }
  }
  if (rest.length > 0) yield rest.toString('latin1')
}

const isUtf16 = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xfe

/** How many bytes at the end begin a UTF-8 character that the next chunk may complete. */
function incompleteBytes(bytes: Buffer): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count += 1) {
    const byte = must(bytes[bytes.length - count])
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return count < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? count : 0
  }
  return 0
}
