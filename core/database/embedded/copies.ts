// Folders beside the data folder: copies from before an upgrade or move, and what killed processes left.

import { existsSync, lstatSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { quietly } from '../../kernel/errors.ts'
import type { Layout } from './address.ts'
import { fetchedFolder } from './fetched.ts'
import { postmasterOf, syncFolder } from './processes.ts'
import type { Binaries } from './program.ts'
import { shutDown } from './server.ts'
import { refuse } from './failures.ts'

const COPY = /^before-(?!.*\.(?:making|partial)$)/
const HALF_MADE = /\.(?:making|partial)$|^making-|^mov(?:ing|ed)/
const PROGRAMS = /^(?:fetched|postgres)-/

export const copyOf = (layout: Layout, what: string): string => path.join(layout.root, `before-${what}`)

export const movingFolder = (layout: Layout): string => path.join(layout.root, 'moving')

export const copiesIn = (layout: Layout): string[] =>
  namesIn(layout)
    .filter((name) => COPY.test(name))
    .map((name) => path.join(layout.root, name))

export function dropCopies(layout: Layout): void {
  for (const copy of copiesIn(layout)) rmSync(copy, { recursive: true, force: true })
}

/** Finishes a move that stopped between its two renames. Stops the servers of a move that stopped earlier. */
export async function settleMove(layout: Layout): Promise<void> {
  // An earlier build called the new data `moved-data`.
  for (const made of [movingFolder(layout), path.join(layout.root, 'moved-data')]) {
    const pid = postmasterOf(made)
    if (pid !== null) await shutDown({ ...layout, data: made }, pid)
    if (existsSync(layout.data) || !existsSync(path.join(made, 'PG_VERSION'))) continue
    renameSync(made, layout.data)
    syncFolder(layout.root)
  }
}

/** Removes incomplete folders, and programs of other releases than `inUse`. Needs the lock; no server may run. */
export function clearLeftovers(layout: Layout, inUse?: Binaries): void {
  const needed = inUse ? [fetchedFolder(layout, inUse.release), inUse.native] : []
  for (const name of namesIn(layout)) {
    const entry = path.join(layout.root, name)
    // A failure is harmless, as when an initdb of a killed crm still runs. The next start tries again.
    if (HALF_MADE.test(name) || (inUse && PROGRAMS.test(name) && !needed.includes(entry)))
      quietly(() => rmSync(entry, { recursive: true, force: true, maxRetries: 4, retryDelay: 50 }))
  }
}

const namesIn = ({ root }: Layout): string[] => (existsSync(root) ? readdirSync(root) : [])

export function bytesOf(entry: string): number {
  const stat = lstatSync(entry)
  if (!stat.isDirectory()) return stat.size
  return readdirSync(entry).reduce((sum, name) => sum + bytesOf(path.join(entry, name)), 0)
}

export const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`

export function refuseWithoutRoom(folder: string, bytes: number, what: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= bytes) return
  refuse(
    `${what} needs ${megabytes(bytes)}, and the disk has ${megabytes(bavail * bsize)} free.`,
    'Free some space and start again. Nothing was changed.',
  )
}
