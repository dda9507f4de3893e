// Access to the bytes of a pay file, on disk or in memory, with the error for damaged files.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { fail } from '../../kernel/errors.ts'

export interface Bytes {
  name: string
  size: number
  read(at: number, length: number): Uint8Array
  close(): void
}

export function bytesAt(path: string): Bytes {
  const file = openSync(path, 'r')
  return {
    name: path,
    size: fstatSync(file).size,
    read(at, length) {
      const bytes = Buffer.allocUnsafe(length)
      return bytes.subarray(0, readSync(file, bytes, 0, length, at))
    },
    close: () => closeSync(file),
  }
}

export const bytesIn = (name: string, bytes: Uint8Array): Bytes => ({
  name,
  size: bytes.length,
  read: (at, length) => bytes.subarray(at, at + length),
  close: () => undefined,
})

export const refuse = ({ name }: Bytes, reason: string): never =>
  fail('pay_file_damaged', { file: name, reason })

export function orDamaged<T>(bytes: Bytes, read: () => T): T {
  try {
    return read()
  } catch (error) {
    return refuse(bytes, error instanceof Error ? error.message : String(error))
  }
}
