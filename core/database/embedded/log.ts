// The server's log: bounded in size, and read to explain a failed start.

import {
  constants,
  copyFileSync,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
} from 'node:fs'
import path from 'node:path'

// The server logs starts, stops and crashes (about 400 bytes per start), but no statements: see settings.ts. The log has at
// most two files of this size.
const LOG_BYTES = 1024 * 1024
const LOG_TAIL_BYTES = 32 * 1024

export function openLog(file: string): { descriptor: number; from: number } {
  trimLog(file)
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants
  const descriptor = openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600)
  // When root opens the log, it must stay writable for the home's owner.
  const owner = statSync(path.dirname(file))
  if (process.getuid?.() === 0) fchownSync(descriptor, owner.uid, owner.gid)
  return { descriptor, from: fstatSync(descriptor).size }
}

/** Limits the size of the log: its content moves to `server.log.1`. A server may write to it meanwhile. */
export function trimLog(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (!found?.isFile() || found.size < LOG_BYTES) return
  try {
    copyFileSync(file, `${file}.1`)
  } finally {
    // The server appends (O_APPEND), so it goes on at the new end. On a full disk the old content is lost.
    truncateSync(file, 0)
  }
}

export function readLogSince(file: string, from: number): string {
  const all = readFileSync(file)
  return all.subarray(Math.max(Math.min(from, all.length), all.length - LOG_TAIL_BYTES)).toString('utf8')
}
