// Archives (.zip, and .xlsx, which is a zip) held in memory; their files are unpacked in chunks on demand.
import { Readable } from 'node:stream'
import JSZip, { type JSZipObject } from 'jszip'

/** The bytes that one import may still unpack: protects disk and memory against zip bombs. */
export interface Budget {
  bytes: number
}

/** One file in an archive. `pieces` and `bytes` throw a readable Error when it is damaged or over budget. */
export interface Entry {
  name: string
  pieces(): AsyncGenerator<Buffer>
  /** The whole content, at most `MAX_BUFFERED_BYTES`. */
  bytes(): Promise<Buffer>
}

/** Maximum size of one file held in memory: a nested archive, or the strings of a workbook. */
export const MAX_BUFFERED_BYTES = 500_000_000

/** Whether bytes start with the signature of a zip archive. */
export const isArchive = (bytes: Buffer): boolean => bytes.length > 22 && bytes.readUInt32LE(0) === 0x04034b50

/** The files in an archive's directory (ZIP64 too). Throws a readable Error when it is damaged. */
export async function entriesOf(archive: Buffer, budget: Budget): Promise<Entry[]> {
  const { files } = await JSZip.loadAsync(archive).catch((error: Error) => {
    throw new Error(
      /encrypted/i.test(error.message)
        ? 'it is locked with a password'
        : 'the archive is cut off or damaged: download it again',
    )
  })
  return Object.values(files)
    .filter(({ dir }) => !dir)
    .map((file) => ({
      name: file.name,
      pieces: () => unpacked(file, budget),
      bytes: async () => Buffer.concat(await held(file.name, unpacked(file, budget))),
    }))
}

async function* unpacked(file: JSZipObject, budget: Budget): AsyncGenerator<Buffer> {
  const pieces = new Readable().wrap(file.nodeStream('nodebuffer')) as AsyncIterable<Buffer>
  try {
    for await (const piece of pieces) {
      budget.bytes -= piece.length
      if (budget.bytes < 0) break
      yield piece
    }
  } catch {
    throw new Error(`the archive is damaged: ${file.name} cannot be unpacked`)
  }
  if (budget.bytes < 0) throw new Error('it unpacks to far more than its publishers’ files do: not read')
}

async function held(name: string, pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const list: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > MAX_BUFFERED_BYTES) throw new Error(`${name} is too large`)
    list.push(piece)
  }
  return list
}
