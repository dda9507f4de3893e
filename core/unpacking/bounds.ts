// Limits for unpacking: bytes, ratio, time and parts. All readers of a kind of file share one set.
import { counted } from '../kernel/amounts.ts'
import { fail } from '../kernel/errors.ts'

export interface Bounds {
  bytes: number
  /** Maximum unpacked bytes per packed byte. Checked once a mebibyte is unpacked. */
  ratio: number
  timeMs: number
  /** Maximum number of files in an archive, or of parts of a mail. */
  parts: number
}

/** A personal document: a résumé, a letter, a posting. In memory, its text is several times as large. */
export const DOCUMENT: Bounds = { bytes: 32_000_000, ratio: 100, timeMs: 10_000, parts: 2_000 }
/** A table exported from a spreadsheet program. */
export const SPREADSHEET: Bounds = { bytes: 100_000_000, ratio: 100, timeMs: 20_000, parts: 2_000 }
/** A mail with its attachments, which are decoded but not opened. */
export const MAIL: Bounds = { bytes: 50_000_000, ratio: 10, timeMs: 10_000, parts: 2_000 }
/** A publisher's table. The largest unpack to half a gigabyte. */
export const PUBLISHED: Bounds = { bytes: 2_000_000_000, ratio: 200, timeMs: 600_000, parts: 10_000 }

const FREE_BYTES = 1_048_576

export type Meter = ReturnType<typeof openMeter>

/**
 * Counts what a file of `packedBytes` unpacks to. Both methods throw `unpacking_refused`, with the file and the limit. Archives
 * inside archives use the same meter.
 */
export function openMeter(name: string, packedBytes: number, bounds: Bounds) {
  const began = performance.now()
  let unpacked = 0
  const refuse = (reason: string): never => fail('unpacking_refused', { name, reason })
  return {
    bytes(count: number): void {
      unpacked += count
      if (unpacked > bounds.bytes) refuse(`it is over ${counted(bounds.bytes / 1_000_000)} MB when unpacked`)
      if (unpacked > FREE_BYTES && unpacked > packedBytes * bounds.ratio)
        refuse(`it unpacks to over ${bounds.ratio} times its size`)
      if (performance.now() - began > bounds.timeMs)
        refuse(`unpacking it takes over ${bounds.timeMs / 1_000} seconds`)
    },
    parts(count: number): void {
      if (count > bounds.parts) refuse(`it has over ${counted(bounds.parts)} parts`)
    },
  }
}
