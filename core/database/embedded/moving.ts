// What a move to another major version leaves on the disk on its way, and how the next start settles it.

import { existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { syncFolder } from '../sync-folder.ts'
import { layoutOf, type Layout } from './address.ts'
import { finishOldCopies } from './old-copy.ts'
import { postmasterOf } from './processes.ts'
import { shutDown } from './server.ts'

/** Where the new data are made: a home of their own within the home. */
export const workshop = (layout: Layout): string => path.join(layout.root, 'moving')

/** New data that are complete, for the moment between the two renames. */
export const complete = (layout: Layout): string => path.join(layout.root, 'moved-data')

/** Finishes a move that was interrupted between its renames, and clears away one that was interrupted before. */
export async function settleMove(layout: Layout): Promise<void> {
  if (!existsSync(layout.data) && existsSync(complete(layout))) {
    renameSync(complete(layout), layout.data)
    syncFolder(layout.root)
    finishOldCopies(layout)
  }
  // What was made of data that have been used since is out of date.
  rmSync(complete(layout), { recursive: true, force: true })
  if (!existsSync(workshop(layout))) return
  const left = layoutOf(workshop(layout))
  const pid = postmasterOf(left.data)
  if (pid !== null) await shutDown(left, pid)
  rmSync(workshop(layout), { recursive: true, force: true })
}
