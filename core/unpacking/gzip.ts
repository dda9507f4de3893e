// Unpacks gzip in chunks, so that a limit stops it before memory is full.
import { createGunzip } from 'node:zlib'
import { fail, isCrmError } from '../kernel/errors.ts'
import type { Meter } from './bounds.ts'

export const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** The unpacked content. Throws `unpacking_refused` if it is damaged or exceeds a limit. */
export async function gunzipped(name: string, bytes: Buffer, meter: Meter): Promise<Buffer> {
  const gunzip = createGunzip()
  gunzip.end(bytes)
  const pieces: Buffer[] = []
  try {
    const unpacked: AsyncIterable<Buffer> = gunzip // Without an encoding, a stream yields buffers.
    for await (const piece of unpacked) {
      meter.bytes(piece.length)
      pieces.push(piece)
    }
  } catch (error) {
    if (isCrmError(error)) throw error
    fail('unpacking_refused', { name, reason: 'the archive is damaged' }, { cause: error })
  }
  return Buffer.concat(pieces)
}
