// Decodes chunks of bytes into chunks of text.
import { TextDecoder } from 'node:util'

/**
 * Decodes UTF-8, or UTF-16 after a byte order mark; falls back to
 * Latin-1, which older exports use, at the first invalid chunk.
 */
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
