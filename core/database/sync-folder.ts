// Makes a rename or a new file in a folder durable.
import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Flushes a folder's entries to the disk. */
export function syncFolder(folder: string): void {
  // Windows has no such call; its file system keeps a journal of names.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
