// What a crm that was killed, or an earlier release, left beside the data: programs of other releases, and whatever was half made.

import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fetchedFolder } from './fetched.ts'
import type { Layout } from './address.ts'
import type { Binaries } from './program.ts'

const PROGRAMS = /^(?:fetched|postgres)-/
const HALF_MADE = /^before-.*\.making$|^making-/

/**
 * Removes them. The caller holds the lock, no server runs, and the data are those of `inUse`: until then the programs of an earlier
 * major version are still needed.
 */
export function clearLeftovers(layout: Layout, inUse: Binaries): void {
  const needed = [fetchedFolder(layout, inUse.release), inUse.native]
  for (const name of readdirSync(layout.root)) {
    const entry = path.join(layout.root, name)
    if ((PROGRAMS.test(name) || HALF_MADE.test(name)) && !needed.includes(entry)) removeQuietly(entry)
  }
}

// They only take space; the next start tries again, as where the initdb of a killed crm still writes.
function removeQuietly(entry: string): void {
  try {
    rmSync(entry, { recursive: true, force: true })
  } catch {
    return
  }
}
