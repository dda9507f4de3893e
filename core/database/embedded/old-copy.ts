// The data as they were before an upgrade, kept beside the new ones until the upgraded crm was stopped cleanly.

import {
  constants,
  copyFileSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fail } from '../../kernel/errors.ts'
import { syncFolder } from '../sync-folder.ts'
import type { Layout } from './address.ts'

const PREFIX = 'before-'
/** Stands in a copy once the upgrade it was made for is finished. */
const FINISHED = 'upgraded'

/** Where the data of `what` (such as `schema-45`) are kept. */
export const oldCopyOf = (layout: Layout, what: string): string => path.join(layout.root, `${PREFIX}${what}`)

/**
 * Copies the data folder of a server that is stopped; a copy is complete or absent. `data` in it can take the place of the data
 * folder again. Replaces one that an interrupted upgrade left.
 */
export function keepOldCopy(layout: Layout, what: string): void {
  const kept = oldCopyOf(layout, what)
  const making = `${kept}.making`
  rmSync(making, { recursive: true, force: true })
  try {
    mkdirSync(making, { mode: 0o700 })
    copyAll(layout.data, path.join(making, 'data'))
    rmSync(kept, { recursive: true, force: true })
    renameSync(making, kept)
    syncFolder(layout.root)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}

/** The space that a copy takes, in words; throws when the disk does not have it. */
export function roomForCopy(layout: Layout): string {
  const bytes = bytesOf(layout.data)
  refuseWithoutRoom(layout.root, bytes, 'A copy of the data, without which they are not upgraded,')
  return megabytes(bytes)
}

/** The copies of upgrades of which nobody has noted yet that they are finished. */
export const unfinishedCopies = (layout: Layout): string[] =>
  oldCopies(layout).filter(
    (kept) => existsSync(path.join(kept, 'data')) && !existsSync(path.join(kept, FINISHED)),
  )

/** Notes that the upgrade is finished: from now on the copies are only in case it is not what was expected. */
export function finishOldCopies(layout: Layout): void {
  for (const kept of oldCopies(layout)) writeFileSync(path.join(kept, FINISHED), '', { mode: 0o600 })
}

/** Removes the copies of finished upgrades; returns how many. */
export function dropOldCopies(layout: Layout): number {
  const dropped = oldCopies(layout).filter((kept) => existsSync(path.join(kept, FINISHED)))
  for (const kept of dropped) rmSync(kept, { recursive: true, force: true })
  return dropped.length
}

const oldCopies = (layout: Layout): string[] =>
  existsSync(layout.root)
    ? readdirSync(layout.root)
        .filter((name) => name.startsWith(PREFIX) && !name.endsWith('.making'))
        .map((name) => path.join(layout.root, name))
    : []

/** The size of a folder's files, in bytes. */
export function bytesOf(entry: string): number {
  const stat = lstatSync(entry)
  if (!stat.isDirectory()) return stat.size
  return readdirSync(entry).reduce((sum, name) => sum + bytesOf(path.join(entry, name)), 0)
}

/** Bytes in words: `51 MB`. */
export const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`

/** Throws that the disk of `folder` has less than `bytes` free for `what`. */
export function refuseWithoutRoom(folder: string, bytes: number, what: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= bytes) return
  fail(
    'database_unavailable',
    { reason: `${what} needs ${megabytes(bytes)}, and the disk has ${megabytes(bavail * bsize)} free.` },
    { hint: 'Free some space and start again. Nothing was changed.' },
  )
}

// Owners stay, because PostgreSQL refuses files of others; blocks are shared where the file system can.
function copyAll(from: string, to: string): void {
  const entry = lstatSync(from)
  if (entry.isDirectory()) {
    mkdirSync(to, { mode: entry.mode & 0o777 })
    for (const name of readdirSync(from)) copyAll(path.join(from, name), path.join(to, name))
  } else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to)
  else if (entry.isFile()) copyFileSync(from, to, constants.COPYFILE_FICLONE)
  else return
  if (process.getuid?.() === 0) lchownSync(to, entry.uid, entry.gid)
}
