// Makes a rename or a new file in a folder durable.
import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Flushes a folder's entries to the disk. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
