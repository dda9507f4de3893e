// Bytes in pieces as text in pieces.
import { TextDecoder } from 'node:util'

/** UTF-8, UTF-16 where the first bytes say so, and from the first byte that is no UTF-8 what older exports use. */
export async function* decoded(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(isUtf16(piece) ? 'utf-16le' : 'utf-8', { fatal: true })
    try {
      yield decoder.decode(piece, { stream: true })
    } catch {
      decoder = new TextDecoder('latin1')
      yield decoder.decode(piece, { stream: true })
    }
  }
}

const isUtf16 = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xfe
