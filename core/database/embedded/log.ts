// The server's log: bounded in size, and read to explain a failed start.

import {
  closeSync,
  constants,
  copyFileSync,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
} from 'node:fs'
import path from 'node:path'

// Our settings log starts, stops and crashes but no statement (see settings.ts): some 400 bytes per start. Two
// files of this size bound it for good.
const LOG_BYTES = 1024 * 1024
const LAST_WORDS_BYTES = 32 * 1024

/** Opens the log for appending and says where a new server's words will begin. Close the descriptor. */
export function openLog(file: string): { descriptor: number; from: number } {
  trimLog(file)
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants
  const descriptor = openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600)
  // Root on a visit must not leave a log that the home's owner cannot write.
  const owner = statSync(path.dirname(file))
  if (process.getuid?.() === 0) fchownSync(descriptor, owner.uid, owner.gid)
  return { descriptor, from: fstatSync(descriptor).size }
}

/** Keeps the log under its bound: its content moves to `server.log.1`. Harmless while a server writes to it. */
export function trimLog(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (!found?.isFile() || found.size < LOG_BYTES) return
  try {
    copyFileSync(file, `${file}.1`)
  } finally {
    // The server appends (O_APPEND), so it goes on at the new end. On a full disk the old words are lost.
    truncateSync(file, 0)
  }
}

/** What was logged from byte `from` on, its last 32 KiB. */
export function wordsSince(file: string, from: number): string {
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const start = Math.max(Math.min(from, size), size - LAST_WORDS_BYTES)
    const buffer = Buffer.alloc(size - start)
    readSync(descriptor, buffer, 0, buffer.length, start)
    return buffer.toString('utf8')
  } finally {
    closeSync(descriptor)
  }
}
